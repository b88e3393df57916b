import { parseTime } from '@dossier/shared';
import * as store from '@dossier/store';
import { InvalidArgumentError, type Command } from 'commander';
import { scopeNames } from '../http/auth/scopes.ts';
import { AdminError, changesOf, missing, rowsOf, unknownOrganization, type Run } from './command.ts';

const HOUR_MS = 3_600_000;

/** Adds the commands of API keys. */
export function addKeys(admin: Command, run: Run): void {
  const keys = admin.command('keys').description('Create, list, rotate and revoke API keys.');
  const change = changesOf(run, 'keys', unknownKey);
  keys
    .command('create <organization>')
    .description('Create a key and print it. It is not shown again.')
    .option('--name <name>', 'what the key is for')
    .option(...scopesOption)
    .option('--expires <time>', 'expiry: ISO 8601, in the future (default: never)', time)
    .option('--test', 'the key sees a sample instead of the data')
    .action((name: string, { expires = null, name: purpose = null, scopes = 'all', test = false }: NewKey) =>
      run(async (db, change) => {
        const organization = await store.findOrganization(db, name);
        if (!organization) throw unknownOrganization(name);
        const key = store.generateApiKey(test);
        const details = { organization: name, name: purpose, scopes, test, expires_at: expires };
        await change('keys create', { subject: store.storedKeyId(key), details }, async (trx, createdBy) => {
          await store.registerApiKey(trx, key, organization.id, expires, {
            name: purpose,
            scopes: storedScopes(scopes),
            createdBy,
            isTest: test,
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
    .action(async (id: string, { name, scopes }: { name?: string; scopes?: string[] | 'all' }) => {
      if (name === undefined && scopes === undefined) throw new AdminError('Give --name or --scopes.');
      const named = name !== undefined && { name };
      const next = { ...named, ...(scopes !== undefined && { scopes: storedScopes(scopes) }) };
      await change('change', id, (trx) => store.changeApiKey(trx, id, next), {
        details: { ...named, ...(scopes !== undefined && { scopes }) },
        message: `Changed ${id}.`,
      });
    });
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
      change('revoke', id, (trx) => store.revokeApiKey(trx, id), { message: `Revoked ${id}.` }),
    );
}

/** The options of a new key. */
interface NewKey {
  expires?: string | null;
  name?: string | null;
  scopes?: string[] | 'all';
  test?: boolean;
}

const scopesOption = [
  '--scopes <scopes>',
  `what the key may use, joined by commas: all, ${scopeNames.join(', ')}`,
  scopesIn,
] as const;

const unknownKey = (id: string) => missing('keys', `valid key ${id}`);

/** Null means everything. */
const storedScopes = (scopes: string[] | 'all') => (scopes === 'all' ? null : scopes);

/** Returns the scopes of a list. Commander would replace null by an empty text. */
function scopesIn(text: string): string[] | 'all' {
  if (text === 'all') return text;
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.every((name) => scopeNames.includes(name))) return names;
  throw new InvalidArgumentError(`Give all, or some of: ${scopeNames.join(', ')}.`);
}

function time(text: string): string {
  const read = parseTime(text, 'upper');
  if (read === undefined)
    throw new InvalidArgumentError('Give an ISO 8601 date or date-time, such as 2027-01-01.');
  if (Date.parse(read) <= Date.now()) throw new InvalidArgumentError('Give a time in the future.');
  return read;
}

function hours(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= 24 * 365) return Number(text);
  throw new InvalidArgumentError('Give a number of hours from 0 to 8760.');
}
