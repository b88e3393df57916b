import { ConfigError, parseTime, readEnvironment, storageSettings } from '@dossier/shared';
import * as store from '@dossier/store';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';

type Act = <A extends unknown[]>(
  work: (db: store.Db, ...args: A) => Promise<Output>,
) => (...args: [...A, ...unknown[]]) => Promise<void>;

const HOUR_MS = 3_600_000;
type Row = Record<string, string | number | null>;

/** What a command says: rows as a table or JSON; a key is shown this once. */
interface Output {
  rows?: Row[];
  text?: string;
}

/** A problem that the operator can mend; its message says how. */
class AdminError extends Error {}

function print({ rows, text }: Output, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(rows ?? { key: text })}\n`);
  else if (rows && rows.length > 0) process.stdout.write(table(rows));
  else process.stdout.write(`${text ?? 'None.'}\n`);
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
  const act: Act =
    <A extends unknown[]>(work: (db: store.Db, ...args: A) => Promise<Output>) =>
    async (...args: [...A, ...unknown[]]) => {
      const db = store.openDatabase(databaseUrl);
      try {
        await store.migrate(db);
        print(
          await work(db, ...(args as unknown as A)),
          (args.at(-1) as Command).optsWithGlobals<{ json?: boolean }>().json === true,
        );
      } finally {
        await db.destroy();
      }
    };
  const plan = 'what the organization has booked';
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

  const orgs = admin.command('orgs').description('organizations');
  orgs
    .command('create <name>')
    .description('make an organization')
    .addOption(new Option('--plan <plan>', plan).choices(store.apiPlans).makeOptionMandatory())
    .action(
      act(async (db, name: string, { plan }: { plan: string }) => {
        if (!(await store.createOrganization(db, name, plan)))
          throw new AdminError(`There is a "${name}" already.`);
        return { text: `Made "${name}" with the plan ${plan}.` };
      }),
    );
  orgs
    .command('plan <name>')
    .addArgument(new Argument('<plan>', plan).choices(store.apiPlans))
    .description('move an organization to another plan; its keys follow at once')
    .action(
      act(async (db, name: string, plan: string) => {
        if (!(await store.changePlan(db, name, plan))) throw unknownOrganization(name);
        return { text: `"${name}" has the plan ${plan}.` };
      }),
    );
  orgs
    .command('list')
    .description('list organizations')
    .action(act(async (db) => ({ rows: (await store.listOrganizations(db)).map((row) => ({ ...row })) })));

  const keys = admin.command('keys').description('API keys');
  keys
    .command('create <organization>')
    .description('make a key and show it, once')
    .option('--expires <time>', 'when it ends: ISO 8601', time)
    .action(
      act(async (db, name: string, { expires }: { expires?: string }) => {
        const organization = await store.findOrganization(db, name);
        if (!organization) throw unknownOrganization(name);
        const key = store.generateApiKey();
        await store.registerApiKey(db, key, organization.id, expires ?? null);
        return { text: key };
      }),
    );
  keys
    .command('list')
    .description('list keys; only their ids are kept')
    .action(act(async (db) => ({ rows: (await store.listApiKeys(db)).map((row) => ({ ...row })) })));
  keys
    .command('rotate <id>')
    .description('make a new key; the old one goes on for a while')
    .option('--overlap <hours>', 'how long the old one goes on', hours, 24)
    .action(
      act(async (db, id: string, { overlap }: { overlap: number }) => {
        const key = await store.rotateApiKey(db, id, overlap * HOUR_MS);
        if (key === undefined) throw unknownKey(id);
        return { text: key };
      }),
    );
  keys
    .command('revoke <id>')
    .description('end a key now')
    .action(
      act(async (db, id: string) => {
        if (!(await store.revokeApiKey(db, id))) throw unknownKey(id);
        return { text: `Revoked ${id}.` };
      }),
    );
  addSigningKeys(admin, act);
  return admin;
}

function addSigningKeys(admin: Command, act: Act): void {
  const keys = admin.command('signing-keys').description('the keys that sign the addresses of embeds');
  keys
    .command('list')
    .description('list keys; the first one signs, all that are not revoked verify')
    .action(act(async (db) => ({ rows: (await store.listSigningKeys(db)).map((row) => ({ ...row })) })));
  keys
    .command('create')
    .description('make a key that signs from now on; embeds signed before go on')
    .action(act(async (db) => ({ text: `Embeds are signed with ${await store.createSigningKey(db)} now.` })));
  keys
    .command('revoke <id>')
    .description('end a key, and every embed that it signed, now')
    .action(
      act(async (db, id: string) => {
        const done = await store.revokeSigningKey(db, id);
        if (done === 'unknown')
          throw new AdminError(`There is no valid key ${id}. See: npm run admin -- signing-keys list`);
        if (done === 'last')
          throw new AdminError(`${id} is the only key. First: npm run admin -- signing-keys create`);
        return { text: `Revoked ${id}. Pages that it signed may show for a day from caches.` };
      }),
    );
}

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

try {
  const { DATABASE_URL } = readEnvironment(storageSettings, process.env);
  await program(DATABASE_URL).parseAsync();
} catch (error) {
  if (!(error instanceof AdminError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
