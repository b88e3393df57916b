import { readEnvironment, storageOf, storageSettings, type StorageConfig } from '@dossier/shared';
import * as store from '@dossier/store';
import { userInfo } from 'node:os';
import { Command } from 'commander';
import { addAudit } from './admin/audit.ts';
import { addBackups } from './admin/backup.ts';
import { AdminError, type Change, type Run } from './admin/command.ts';
import { addDoctor } from './admin/doctor-command.ts';
import { addKeys } from './admin/keys.ts';
import { addOrganizations } from './admin/organizations.ts';
import { print } from './admin/print.ts';
import { addSigningKeys } from './admin/signing-keys.ts';
import { explain } from './program.ts';

function program(storage: StorageConfig): Command {
  const admin = new Command('admin').description(
    'Manage organizations, their API keys, and the keys that sign embeds; back up and restore the database.',
  );
  const run: Run = async (work) => {
    const db = store.openDatabase(storage.databaseUrl);
    try {
      await store.migrate(db);
      const { json = false, actor } = admin.opts<{ json?: boolean; actor: string }>();
      const change: Change = (action, entry, does) =>
        store.audited(db, { action, actor, ...entry }, (trx) => does(trx, actor));
      print(await work(db, change), json);
    } finally {
      await db.destroy();
    }
  };
  admin.option('--actor <name>', 'who makes the change, for the audit log', login());
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
  npm run admin -- audit`,
  );

  addOrganizations(admin, run);
  addKeys(admin, run);
  addSigningKeys(admin, run);
  addBackups(admin, storage);
  addDoctor(admin);
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

async function main(): Promise<void> {
  try {
    await program(storageOf(readEnvironment(storageSettings, process.env))).parseAsync();
  } catch (error) {
    const isKnown = error instanceof AdminError || isBackupError(error);
    process.stderr.write(`${isKnown ? error.message : explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** Backups are loaded only for their commands. */
const isBackupError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'BackupError';

void main();
