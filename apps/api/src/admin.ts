import {
  ConfigError,
  embeddingsOf,
  parseTime,
  readEnvironment,
  searchUrlOf,
  storageSettings,
} from '@dossier/shared';
import * as store from '@dossier/store';
import { userInfo } from 'node:os';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { addBackups } from './admin/backup.ts';
import type { Storage } from './ingest-program.ts';
import { scopeNames } from './http/scopes.ts';

const HOUR_MS = 3_600_000;
type Row = Record<string, string | number | null>;

/** What a command prints: a table, a message, or a new key with its expiry. A key is shown only once. */
type Output = { rows: Row[] } | { message: string } | { key: string; expires_at: string | null };

/** Changes organizations or keys, and records who did it. Returns undefined if the work changed nothing. */
type Change = <T>(
  action: string,
  entry: Pick<store.Audited<T>, 'subject' | 'details'>,
  work: (trx: store.Trx, actor: string) => Promise<T | undefined | false>,
) => Promise<T | undefined>;

/** Runs a command with the database, and closes it afterwards. */
type Run = (work: (db: store.Db, change: Change) => Promise<Output>) => Promise<void>;

/** A problem that the operator can fix; its message explains how. */
class AdminError extends Error {}

/** Prints a key alone on standard output, so that scripts can read it. */
function print(output: Output, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify('rows' in output ? output.rows : output)}\n`);
  else if ('rows' in output) process.stdout.write(output.rows.length > 0 ? table(output.rows) : 'None.\n');
  else if ('message' in output) process.stdout.write(`${output.message}\n`);
  else {
    process.stdout.write(`${output.key}\n`);
    if (output.expires_at !== null) process.stderr.write(`It expires at ${output.expires_at}.\n`);
  }
}

function table(rows: Row[]): string {
  const names = Object.keys(rows[0]!);
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '-')))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  const line = (texts: string[]) =>
    texts
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return `${cells.map(line).join('\n')}\n`;
}

function program(storage: Storage): Command {
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

function addOrganizations(admin: Command, run: Run): void {
  const plan = 'plan of the organization';
  const orgs = admin.command('orgs').description('Create and list organizations, and change their plans.');
  orgs
    .command('create <name>')
    .description('Create an organization.')
    .addOption(new Option('--plan <plan>', plan).choices(store.apiPlans).makeOptionMandatory())
    .action((name: string, options: { plan: string }) =>
      run(async (_db, change) => {
        const entry = { subject: name, details: { plan: options.plan } };
        if (!(await change('orgs create', entry, (trx) => store.createOrganization(trx, name, options.plan))))
          throw new AdminError(
            `There is or was already an organization "${name}". See: npm run admin -- orgs list`,
          );
        return { message: `Created "${name}" with the plan ${options.plan}.` };
      }),
    );
  orgs
    .command('plan <name>')
    .addArgument(new Argument('<plan>', plan).choices(store.apiPlans))
    .description('Change the plan of an organization and, at once, of its keys.')
    .action((name: string, next: string) =>
      run(async (_db, change) => {
        const entry = { subject: name, details: { plan: next } };
        if (!(await change('orgs plan', entry, (trx) => store.changePlan(trx, name, next))))
          throw unknownOrganization(name);
        return { message: `"${name}" has the plan ${next}.` };
      }),
    );
  orgs
    .command('suspend <name>')
    .description('Reject the keys and tokens of an organization, until it is resumed.')
    .action((name: string) =>
      run(async (_db, change) => {
        if (!(await change('orgs suspend', { subject: name }, (trx) => store.suspendOrganization(trx, name))))
          throw new AdminError(`There is no active organization "${name}". See: npm run admin -- orgs list`);
        return { message: `Suspended "${name}".` };
      }),
    );
  orgs
    .command('resume <name>')
    .description('End the suspension of an organization.')
    .action((name: string) =>
      run(async (_db, change) => {
        if (!(await change('orgs resume', { subject: name }, (trx) => store.resumeOrganization(trx, name))))
          throw new AdminError(
            `There is no suspended organization "${name}". See: npm run admin -- orgs list`,
          );
        return { message: `Resumed "${name}".` };
      }),
    );
  orgs
    .command('rename <name> <next>')
    .description('Rename an organization. Tokens with the former name still belong to it.')
    .action((name: string, next: string) =>
      run(async (_db, change) => {
        const entry = { subject: name, details: { name: next } };
        await change('orgs rename', entry, async (trx) => {
          const done = await store.renameOrganization(trx, name, next);
          if (done === 'unknown') throw unknownOrganization(name);
          if (done === 'taken')
            throw new AdminError(`"${next}" is or was the name of an organization. Choose another one.`);
          return done;
        });
        return { message: `"${name}" is now "${next}".` };
      }),
    );
  orgs
    .command('delete <name>')
    .description('Delete an organization, revoke its keys and reject its tokens. Its embeds stay.')
    .action((name: string) =>
      run(async (_db, change) => {
        if (!(await change('orgs delete', { subject: name }, (trx) => store.deleteOrganization(trx, name))))
          throw unknownOrganization(name);
        return { message: `Deleted "${name}" and revoked its keys.` };
      }),
    );
  orgs
    .command('list')
    .description('List organizations.')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listOrganizations(db)) })));
}

function addKeys(admin: Command, run: Run): void {
  const keys = admin.command('keys').description('Create, list, rotate and revoke API keys.');
  keys
    .command('create <organization>')
    .description('Create a key and print it. It is not shown again.')
    .option('--name <name>', 'what the key is for')
    .option(...scopesOption)
    .option('--expires <time>', 'expiry: ISO 8601, in the future (default: never)', time)
    .action((name: string, { expires = null, name: purpose = null, scopes = 'all' }: NewKey) =>
      run(async (db, change) => {
        const organization = await store.findOrganization(db, name);
        if (!organization) throw unknownOrganization(name);
        const key = store.generateApiKey();
        const details = { organization: name, name: purpose, scopes, expires_at: expires };
        await change('keys create', { subject: store.storedKeyId(key), details }, async (trx, createdBy) => {
          await store.registerApiKey(trx, key, organization.id, expires, {
            name: purpose,
            scopes: storedScopes(scopes),
            createdBy,
          });
          return true;
        });
        return { key, expires_at: expires };
      }),
    );
  keys
    .command('change <id>')
    .description('Change the name or the scopes of a key, at once.')
    .option('--name <name>', 'what the key is for')
    .option(...scopesOption)
    .action((id: string, { name, scopes }: { name?: string; scopes?: string[] | 'all' }) =>
      run(async (_db, change) => {
        if (name === undefined && scopes === undefined) throw new AdminError('Give --name or --scopes.');
        const details = { ...(name !== undefined && { name }), ...(scopes !== undefined && { scopes }) };
        const next = {
          ...(name !== undefined && { name }),
          ...(scopes !== undefined && { scopes: storedScopes(scopes) }),
        };
        if (
          !(await change('keys change', { subject: id, details }, (trx) => store.changeApiKey(trx, id, next)))
        )
          throw unknownKey(id);
        return { message: `Changed ${id}.` };
      }),
    );
  keys
    .command('list')
    .description('List keys by id.')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listApiKeys(db)) })));
  keys
    .command('rotate <id>')
    .description('Create a key that replaces another. The old one works until the overlap is over.')
    .option('--overlap <hours>', 'how long the old key still works', hours, 24)
    .option('--expires <time>', 'expiry of the new key: ISO 8601 (default: the expiry of the old key)', time)
    .action((id: string, { overlap, expires }: { overlap: number; expires?: string }) =>
      run(async (_db, change) => {
        const details = (next: store.NextKey) => ({ next: next.id, expires_at: next.expires_at });
        const next = await change('keys rotate', { subject: id, details }, (trx, actor) =>
          store.rotateApiKey(trx, id, overlap * HOUR_MS, expires, actor),
        );
        if (!next) throw unknownKey(id);
        return { key: next.key, expires_at: next.expires_at };
      }),
    );
  keys
    .command('revoke <id>')
    .description('Revoke a key now.')
    .action((id: string) =>
      run(async (_db, change) => {
        if (!(await change('keys revoke', { subject: id }, (trx) => store.revokeApiKey(trx, id))))
          throw unknownKey(id);
        return { message: `Revoked ${id}.` };
      }),
    );
}

function addSigningKeys(admin: Command, run: Run): void {
  const keys = admin
    .command('signing-keys')
    .description('Create, list and revoke the keys that sign embeds.');
  keys
    .command('list')
    .description('List signing keys. The first one signs; the others still verify.')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listSigningKeys(db)) })));
  keys
    .command('create')
    .description('Create a key that signs new embeds. Existing embeds stay valid.')
    .action(() =>
      run(async (_db, change) => {
        const id = await change('signing-keys create', { subject: (made: string) => made }, (trx) =>
          store.createSigningKey(trx),
        );
        return { message: `New embeds are signed with ${id}.` };
      }),
    );
  keys
    .command('revoke <id>')
    .description('Revoke a key and every embed that it signed, now.')
    .action((id: string) =>
      run(async (_db, change) => {
        await change('signing-keys revoke', { subject: id }, async (trx) => {
          const done = await store.revokeSigningKey(trx, id);
          if (done === 'unknown')
            throw new AdminError(`There is no valid key ${id}. See: npm run admin -- signing-keys list`);
          if (done === 'last')
            throw new AdminError(
              `${id} is the only key. Create another one first: npm run admin -- signing-keys create`,
            );
          return done;
        });
        return { message: `Revoked ${id}. Caches may show its embeds for one more day.` };
      }),
    );
}

function addAudit(admin: Command, run: Run): void {
  admin
    .command('audit')
    .description('List who changed which organizations and keys, newest first.')
    .option('--subject <name>', 'only the changes of an organization or of the key with this id')
    .option('--limit <count>', 'how many', count, 50)
    .action(({ subject, limit }: { subject?: string; limit: number }) =>
      run(async (db) => {
        const entries = await store.listAudit(db, limit, subject);
        return {
          rows: entries.map(({ details, ...entry }) => ({
            ...entry,
            details: details === null ? null : JSON.stringify(details),
          })),
        };
      }),
    );
}

/** The options of a new key. */
interface NewKey {
  expires?: string | null;
  name?: string | null;
  scopes?: string[] | 'all';
}

const scopesOption = [
  '--scopes <scopes>',
  `what the key may use, joined by commas: all, ${scopeNames.join(', ')}`,
  scopesIn,
] as const;
/** Returns the name of the user of the operating system. Some containers have none. */
function login(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Copies database rows into plain rows for printing. */
const rowsOf = (rows: object[]): Row[] => rows.map((row) => ({ ...row }));

const unknownOrganization = (name: string) =>
  new AdminError(`There is no organization "${name}". See: npm run admin -- orgs list`);
const unknownKey = (id: string) =>
  new AdminError(`There is no valid key ${id}. See: npm run admin -- keys list`);

/** Null means everything. */
const storedScopes = (scopes: string[] | 'all') => (scopes === 'all' ? null : scopes);

/** Returns the scopes of a list. Commander would replace null by an empty text. */
function scopesIn(text: string): string[] | 'all' {
  if (text === 'all') return text;
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.every((name) => scopeNames.includes(name))) return names;
  throw new InvalidArgumentError(`Give all, or some of: ${scopeNames.join(', ')}.`);
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 999999.');
  return Number(text);
}

function time(text: string): string {
  const read = parseTime(text, 'upper');
  if (read === undefined)
    throw new InvalidArgumentError('Give an ISO 8601 date or date-time, such as 2027-01-01.');
  if (Date.parse(read) <= Date.now()) throw new InvalidArgumentError('Give a time in the future.');
  return read;
}

function hours(text: string): number {
  const read = Number(text);
  if (!(read >= 0 && read <= 24 * 365))
    throw new InvalidArgumentError('Give a number of hours from 0 to 8760.');
  return read;
}

async function main(): Promise<void> {
  try {
    await program(readStorage(process.env)).parseAsync();
  } catch (error) {
    const isKnown = error instanceof AdminError || error instanceof ConfigError || isBackupError(error);
    const message = isKnown ? error.message : store.databaseProblem(error);
    if (message === undefined) throw error;
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}

function addDoctor(admin: Command): void {
  admin
    .command('doctor')
    .description('Check the settings, the database, the search index and the addresses; end with what to do.')
    .addHelpText(
      'after',
      `
Run it with the settings of the service. It changes nothing and prints no secrets.

Examples:
  npm run admin -- doctor
  npm run --silent admin -- --json doctor

Exit codes:
  0  nothing keeps the service from working; there may be warnings
  1  at least one error`,
    )
    .action(async () => {
      const { diagnose, printDiagnosis } = await import('./admin/doctor.ts');
      const found = await diagnose(process.env);
      const json = admin.opts<{ json?: boolean }>().json === true;
      process.stdout.write(json ? `${JSON.stringify(found)}\n` : printDiagnosis(found));
      if (found.findings.some(({ level }) => level === 'error')) process.exitCode = 1;
    });
}

function readStorage(env: Record<string, string | undefined>): Storage {
  const read = readEnvironment(storageSettings, env);
  return {
    databaseUrl: read.DATABASE_URL,
    searchUrl: searchUrlOf(read),
    searchKey: read.SEARCH_KEY,
    embeddings: embeddingsOf(read),
  };
}

/** Backups are loaded only for their commands. */
const isBackupError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'BackupError';

void main();
