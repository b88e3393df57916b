import { readEnvironment, toTimestamp } from '@dossier/shared';
import * as store from '@dossier/store';
import { Option, type Command } from 'commander';
import { z } from 'zod';
import { changesOf, missing, nameIn, numberTo, rowsOf, type Io, type Run } from './command.ts';

const MINUTE_MS = 60_000;

/** Adds the commands of the console: links that sign operators in, and sessions. */
export function addConsole(admin: Command, run: Run, io: Io): void {
  admin
    .command('console-link')
    .argument('<name>', 'name of the person', nameIn)
    .description('Print a link with which a person signs in to the console, once, as an operator.')
    .addOption(
      new Option(
        '--role <role>',
        'what the person may do: a reader reads, an editor also changes data, an admin also manages keys and sessions',
      )
        .choices(store.roles)
        .makeOptionMandatory(),
    )
    .option('--minutes <count>', 'how long the link works', numberTo(24 * 60, 'of minutes '), 15)
    .action((name: string, { role, minutes }: { role: store.Role; minutes: number }) =>
      run(async (_db, change) => {
        const now = Date.now();
        const times = { now: toTimestamp(now), expires_at: toTimestamp(now + minutes * MINUTE_MS) };
        const entry = { subject: name, details: { role, expires_at: times.expires_at } };
        const token = await change('console-link', entry, (trx) =>
          store.createLink(trx, { name, role }, times),
        );
        return { link: `${addressOf(io)}/console?link=${token}`, expires_at: times.expires_at };
      }),
    );
  const sessions = admin.command('sessions').description('List and end the sessions of people.');
  const change = changesOf(run, 'sessions', (id) => missing('sessions', `session ${id}`));
  sessions
    .command('list')
    .description('List sessions and unused links, newest first.')
    .action(() =>
      run(async (db) => ({ rows: rowsOf(await store.listSessions(db, toTimestamp(Date.now()))) })),
    );
  sessions
    .command('end <id>')
    .description('End a session, or revoke a link, now.')
    .action((id: string) =>
      change('end', id, (trx) => store.endSession(trx, id), { message: `Ended ${id}.` }),
    );
}

/** Returns the address of the service, as its settings name it. */
function addressOf({ env }: Io): string {
  const { PUBLIC_URL, PORT } = readEnvironment(
    { PUBLIC_URL: z.string().optional(), PORT: z.string().default('3000') },
    env,
  );
  return PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${PORT}`;
}
