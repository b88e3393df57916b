import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../http/endpoint.ts';
import { audited } from '@dossier/store';
import { actorOf } from '../../views/settings.ts';
import { seeOther, type Signed } from './console.ts';

/** How long a page waits for an action before it goes on without it. */
const WAIT_MS = 8000;

/** Returns what a command of ingest prints. The request does not count as in progress meanwhile. */
export const askIngest = <Printed>(context: Signed, args: string[]): Promise<Printed> =>
  context.stepAside(() => context.programs.run<Printed>('ingest', args));

/** Returns what a command of admin prints. */
export const askAdmin = <Printed>(context: Signed, args: string[]): Promise<Printed> =>
  context.stepAside(() => context.programs.run<Printed>('admin', args));

/** Runs a command of admin that changes something, and returns what it prints. It writes the audit log itself. */
export const changeByAdmin = <Printed>(context: Signed, args: string[]): Promise<Printed> =>
  askAdmin<Printed>(context, ['--actor', actorOf(context.caller), ...args]);

/**
 * Runs a command of ingest that changes something, with an entry of the audit log before it begins, and redirects. A
 * command that takes long goes on after the redirect; the page of loads shows it.
 * @throws 409 with the message of a command that failed in time
 */
export async function changeByIngest(
  context: Signed,
  {
    args,
    subject,
    done,
    later = '/loads',
    finish = () => Promise.resolve(),
  }: {
    args: string[];
    subject: string;
    done: string;
    /** The page that shows a command which goes on. */
    later?: string;
    /** What follows a command that did its work, also after the redirect. */
    finish?: (printed: unknown) => Promise<void>;
  },
): Promise<Answer> {
  const [command] = args;
  const entry = { actor: actorOf(context.caller), action: `ingest ${command}`, subject, details: { args } };
  await audited(context.db, entry, () => Promise.resolve(true));
  const running = askIngest(context, args).then(finish);
  const isDone = await Promise.race([running.then(() => true), sleep(WAIT_MS, false, { ref: false })]);
  if (isDone) return seeOther(context, done);
  // Its run states why it failed.
  running.catch(() => {});
  return seeOther(context, later);
}
