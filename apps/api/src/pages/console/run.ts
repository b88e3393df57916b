import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../http/endpoint.ts';
import { hostname } from 'node:os';
import { audited, lastRuns } from '@dossier/store';
import type { Change } from '../../programs/programs.ts';
import { actorOf } from '../../views/settings.ts';
import { seeOther, type Signed } from './console.ts';

/** How many of the last runs are searched for the run of a command. */
const BEGUN = 50;

/** Returns what a command of ingest prints. The request does not count as in progress meanwhile. */
export const askIngest = <Printed>(context: Signed, args: string[], change?: Change): Promise<Printed> =>
  context.stepAside(() => context.programs.run<Printed>('ingest', args, change));

/** Returns what a command of admin prints. */
export const askAdmin = <Printed>(context: Signed, args: string[]): Promise<Printed> =>
  context.stepAside(() => context.programs.run<Printed>('admin', args));

/** Runs a command of admin that changes something, and returns what it prints. It writes the audit log itself. */
export const changeByAdmin = <Printed>(context: Signed, args: string[]): Promise<Printed> =>
  askAdmin<Printed>(context, ['--actor', actorOf(context.caller), ...args]);

/**
 * Runs a command of ingest that changes something, with an entry of the audit log before it begins, and redirects. A
 * command that takes long continues after the redirect.
 * @throws 409 with the message of a command that failed in time
 */
export async function changeByIngest(
  context: Signed,
  {
    args,
    subject,
    done,
    later,
    finish = () => Promise.resolve(),
  }: {
    args: string[];
    subject: string;
    /** The next page; by default, the page of the command's run. */
    done?: string;
    /** The next page if the command continues; by default, the page of its run. */
    later?: string;
    /** Runs after a command that succeeded, also after the redirect. */
    finish?: (printed: unknown) => Promise<void>;
  },
): Promise<Answer> {
  const [command] = args;
  const [last] = await lastRuns(context.db, 1);
  let process: number | undefined;
  // Others may run the same command meanwhile, also of the same record.
  const runPage = async () => {
    const runs = await lastRuns(context.db, BEGUN);
    const begun = runs.find(
      ({ id, host, pid }) => id > (last?.id ?? 0) && host === hostname() && pid === process,
    );
    return begun ? `/loads/${begun.id}` : '/loads';
  };
  const entry = { actor: actorOf(context.caller), action: `ingest ${command}`, subject, details: { args } };
  await audited(context.db, entry, () => Promise.resolve(true));
  const running = askIngest(context, args, { onStart: (pid) => (process = pid) }).then(finish);
  const isDone = await Promise.race([
    running.then(() => true),
    sleep(context.programs.waitMs, false, { ref: false }),
  ]);
  if (isDone) return seeOther(context, done ?? (await runPage()));
  // Its run states why it failed.
  running.catch(() => {});
  return seeOther(context, later ?? (await runPage()));
}
