import { readEnvironment, storageOf, storageSettings, takenByNpm, type StorageConfig } from '@dossier/shared';
import * as store from '@dossier/store';
import { userInfo } from 'node:os';
import { Command, CommanderError } from 'commander';
import { explain } from '../program.ts';
import { addAudit, addWebhooks } from './audit.ts';
import { addBackups } from './backup.ts';
import { AdminError, nameIn, type Change, type Io, type Run } from './command.ts';
import { addConsole } from './console.ts';
import { addDistribute } from './distribute.ts';
import { addDoctor } from './doctor-command.ts';
import { addKeys } from './keys.ts';
import { addOrganizations } from './organizations.ts';
import { print } from './print.ts';
import { addSigningKeys } from './signing-keys.ts';

/** Runs the command line of `npm run admin`, and returns its exit code. */
export async function runAdmin(args: string[], io: Io): Promise<number> {
  try {
    const storage = storageOf(readEnvironment(storageSettings, io.env));
    let code = 0;
    await program(storage, io, (failure) => (code = failure)).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode;
    const isKnown = error instanceof AdminError || isBackupError(error);
    io.err(`${isKnown ? error.message : explain(error)}\n`);
    return 1;
  }
}

function program(storage: StorageConfig, io: Io, fail: (code: number) => void): Command {
  const admin = new Command('admin').description(
    'Manage organizations, their API keys, and the keys that sign embeds; back up and restore the database.',
  );
  const run: Run = async (work) => {
    await store.inDatabase(storage.databaseUrl, {}, async (db) => {
      await store.migrate(db);
      const { json = false, actor } = admin.opts<{ json?: boolean; actor: string }>();
      const change: Change = (action, entry, does) =>
        store.audited(db, { action, actor, ...entry }, (trx) => does(trx, actor));
      print(io, await work(db, change), json);
    });
  };
  // The commands inherit it.
  admin.exitOverride().configureOutput({ writeOut: io.out, writeErr: io.err });
  admin.hook('preAction', (_, { options }) => {
    const problem = takenByNpm('admin', [...options, ...admin.options], io.env);
    if (problem) throw new AdminError(problem);
  });
  admin.option('--actor <name>', 'who makes the change, for the audit log', nameIn, login());
  admin.option('--json', 'print JSON').showHelpAfterError('(run with --help for usage)');
  admin.addHelpText(
    'after',
    `
Examples:
  npm run admin -- orgs create "Example Capital" --plan Funds
  npm run admin -- keys create "Example Capital" --name "Nightly sync" --scopes companies,news
  npm run admin -- keys create "Example Capital" --expires 2027-01-01
  npm run admin -- orgs suspend "Example Capital"
  npm run admin -- keys rotate Ab12Cd34 --overlap 48
  npm run admin -- keys list --json
  npm run admin -- signing-keys create
  npm run admin -- backup backups/
  npm run admin -- console-link "Ann" --role admin
  npm run admin -- audit`,
  );

  addOrganizations(admin, run);
  addKeys(admin, run);
  addWebhooks(admin, run);
  addSigningKeys(admin, run);
  addConsole(admin, run, io);
  addBackups(admin, storage, io, fail);
  addDistribute(admin, run, io);
  addDoctor(admin, io, fail);
  addAudit(admin, run);
  return admin;
}

/** Returns the name of the user of the operating system. Some containers have none. */
function login(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Backups are loaded only for their commands. */
const isBackupError = (error: unknown): error is Error =>
  error instanceof Error && ['BackupError', 'FilesError'].includes(error.name);
