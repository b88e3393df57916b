import { ConfigError, parseTime, readEnvironment, storageSettings } from '@dossier/shared';
import * as store from '@dossier/store';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';

const HOUR_MS = 3_600_000;
type Row = Record<string, string | number | null>;

/** What a command says: a table, a sentence, or a key, which is shown this once, with when it ends. */
type Output = { rows: Row[] } | { message: string } | { key: string; expires_at: string | null };

/** How a command is run: with the database, which is closed after it. */
type Run = (work: (db: store.Db) => Promise<Output>) => Promise<void>;

/** A problem that the operator can mend; its message says how. */
class AdminError extends Error {}

/** A key stands alone on standard output, so that a script can take it as it is. */
function print(output: Output, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify('rows' in output ? output.rows : output)}\n`);
  else if ('rows' in output) process.stdout.write(output.rows.length > 0 ? table(output.rows) : 'None.\n');
  else if ('message' in output) process.stdout.write(`${output.message}\n`);
  else {
    process.stdout.write(`${output.key}\n`);
    if (output.expires_at !== null) process.stderr.write(`It ends at ${output.expires_at}.\n`);
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

function program(databaseUrl: string): Command {
  const admin = new Command('admin').description(
    'Organizations with their plans, their API keys, and the keys that sign embeds.',
  );
  const run: Run = async (work) => {
    const db = store.openDatabase(databaseUrl);
    try {
      await store.migrate(db);
      print(await work(db), admin.opts<{ json?: boolean }>().json === true);
    } finally {
      await db.destroy();
    }
  };
  admin.option('--json', 'print JSON');
  admin.addHelpText(
    'after',
    `
Examples:
  npm run admin -- orgs create "Example Capital" --plan Funds
  npm run admin -- keys create "Example Capital" --expires 2027-01-01
  npm run admin -- keys rotate Ab12Cd34 --overlap 48
  npm run admin -- keys list --json
  npm run admin -- signing-keys create`,
  );

  addOrganizations(admin, run);
  addKeys(admin, run);
  addSigningKeys(admin, run);
  return admin;
}

function addOrganizations(admin: Command, run: Run): void {
  const plan = 'what the organization has booked';
  const orgs = admin.command('orgs').description('organizations');
  orgs
    .command('create <name>')
    .description('make an organization')
    .addOption(new Option('--plan <plan>', plan).choices(store.apiPlans).makeOptionMandatory())
    .action((name: string, options: { plan: string }) =>
      run(async (db) => {
        if (!(await store.createOrganization(db, name, options.plan)))
          throw new AdminError(`There is a "${name}" already.`);
        return { message: `Made "${name}" with the plan ${options.plan}.` };
      }),
    );
  orgs
    .command('plan <name>')
    .addArgument(new Argument('<plan>', plan).choices(store.apiPlans))
    .description('move an organization to another plan; its keys follow at once')
    .action((name: string, next: string) =>
      run(async (db) => {
        if (!(await store.changePlan(db, name, next))) throw unknownOrganization(name);
        return { message: `"${name}" has the plan ${next}.` };
      }),
    );
  orgs
    .command('list')
    .description('list organizations')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listOrganizations(db)) })));
}

function addKeys(admin: Command, run: Run): void {
  const keys = admin.command('keys').description('API keys');
  keys
    .command('create <organization>')
    .description('make a key and show it, once')
    .option('--expires <time>', 'when it ends: ISO 8601', time)
    .action((name: string, { expires = null }: { expires?: string | null }) =>
      run(async (db) => {
        const organization = await store.findOrganization(db, name);
        if (!organization) throw unknownOrganization(name);
        const key = store.generateApiKey();
        await store.registerApiKey(db, key, organization.id, expires);
        return { key, expires_at: expires };
      }),
    );
  keys
    .command('list')
    .description('list keys; only their ids are kept')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listApiKeys(db)) })));
  keys
    .command('rotate <id>')
    .description('make a new key; the old one goes on for a while')
    .option('--overlap <hours>', 'how long the old one goes on', hours, 24)
    .option(
      '--expires <time>',
      'when the new one ends: ISO 8601 (default: when the old one would have)',
      time,
    )
    .action((id: string, { overlap, expires }: { overlap: number; expires?: string }) =>
      run(async (db) => {
        const next = await store.rotateApiKey(db, id, overlap * HOUR_MS, expires);
        if (!next) throw unknownKey(id);
        return next;
      }),
    );
  keys
    .command('revoke <id>')
    .description('end a key now')
    .action((id: string) =>
      run(async (db) => {
        if (!(await store.revokeApiKey(db, id))) throw unknownKey(id);
        return { message: `Revoked ${id}.` };
      }),
    );
}

function addSigningKeys(admin: Command, run: Run): void {
  const keys = admin.command('signing-keys').description('the keys that sign the addresses of embeds');
  keys
    .command('list')
    .description('list keys; the first one signs, all that are not revoked verify')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listSigningKeys(db)) })));
  keys
    .command('create')
    .description('make a key that signs from now on; embeds signed before go on')
    .action(() =>
      run(async (db) => ({ message: `Embeds are signed with ${await store.createSigningKey(db)} now.` })),
    );
  keys
    .command('revoke <id>')
    .description('end a key, and every embed that it signed, now')
    .action((id: string) =>
      run(async (db) => {
        const done = await store.revokeSigningKey(db, id);
        if (done === 'unknown')
          throw new AdminError(`There is no valid key ${id}. See: npm run admin -- signing-keys list`);
        if (done === 'last')
          throw new AdminError(`${id} is the only key. First: npm run admin -- signing-keys create`);
        return { message: `Revoked ${id}. Pages that it signed may show for a day from caches.` };
      }),
    );
}

/** Plain objects of the listed columns. */
const rowsOf = (rows: object[]): Row[] => rows.map((row) => ({ ...row }));

const unknownOrganization = (name: string) =>
  new AdminError(`There is no organization "${name}". See: npm run admin -- orgs list`);
const unknownKey = (id: string) =>
  new AdminError(`There is no valid key ${id}. See: npm run admin -- keys list`);

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
    const { DATABASE_URL } = readEnvironment(storageSettings, process.env);
    await program(DATABASE_URL).parseAsync();
  } catch (error) {
    if (!(error instanceof AdminError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

void main();
