import { chain, ConfigError, type MaybePromise } from '@dossier/shared';
import type { Knex } from 'knex';
import { isPostgres, type Db, type Query, type Trx } from './open.ts';

/** The distributed tables of each pool of connections. */
const known = new WeakMap<object, MaybePromise<Set<string>>>();
const poolOf = (db: Db | Trx) => (db.client as { config: object }).config;

/**
 * Returns whether Citus distributes the tables: records by company, statements by record, and their bodies by hash. Some SQL
 * must then be split: a query of several shards cannot read a local table, nor contain a subquery about the rows of a page.
 * `migrate` reads it once, so programs restart after `admin distribute`. Not a promise on SQLite, and once it is known.
 */
export function isDistributed(db: Db | Trx): MaybePromise<boolean> {
  if (!isPostgres(db)) return false;
  const pool = poolOf(db);
  let tables = known.get(pool);
  if (tables === undefined) {
    const reading = distributedTables(db);
    known.set(pool, (tables = reading));
    reading.then(
      (found) => known.set(pool, found),
      () => known.delete(pool),
    );
  }
  return chain(tables, ({ size }) => size > 0);
}

const exists = async (db: Db | Trx, rows: string): Promise<boolean> =>
  (await db.raw<{ rows: [{ found: boolean }] }>(`select exists (${rows}) as found`)).rows[0].found;

/** Returns whether a Postgres has the extension Citus. */
export const hasCitus = (db: Db | Trx): Promise<boolean> =>
  exists(db, `select from pg_extension where extname = 'citus'`);

async function distributedTables(db: Db | Trx): Promise<Set<string>> {
  if (!(await hasCitus(db))) return new Set();
  const names = `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`;
  const { rows } = await db.raw<{ rows: { name: string }[] }>(names);
  return new Set(rows.map(({ name }) => name));
}

/** The key that `distribute` adds when all tables are placed. */
export const LAST_KEY = 'metric_citations_metric_id_company_id_foreign';

/**
 * Prepares a transaction that writes. On a cluster it may write shards of one table and then a reference table, which Citus
 * allows only if it writes shards one after the other.
 * @throws ConfigError if tables are not placed because `admin distribute` was interrupted
 */
export async function prepareToWrite(trx: Trx): Promise<void> {
  if (!(await isDistributed(trx))) return;
  const { rows } = await trx.raw<{ rows: [{ is_whole: boolean }] }>(
    `select set_config('citus.multi_shard_modify_mode', 'sequential', true),
       exists (select from pg_constraint where conname = ?) as is_whole`,
    [LAST_KEY],
  );
  if (!rows[0].is_whole)
    throw new ConfigError('The tables are distributed only in part. Run: npm run admin -- distribute');
}

/** Lets `isDistributed` read the placement again. */
export const forgetPlacement = (db: Db): void => void known.delete(poolOf(db));

/** Returns what `isDistributed` has found, of all tables or of one; false before it has. */
export function isSplit(db: Db | Trx, table?: string): boolean {
  const tables = known.get(poolOf(db));
  if (!(tables instanceof Set)) return false;
  return table === undefined ? tables.size > 0 : tables.has(table);
}

/** Writes the company of all rows of a page, while a statement about the rows of one company is written. */
let writeCompany: (() => Knex.Raw) | undefined;

/**
 * Writes SQL about the rows of one company: in it, `companyOfPage` is this company. Writing never waits, so no other request
 * sees this company, and the SQL has only its place.
 */
export function ofOneCompany(company: () => Knex.Raw, write: () => Knex.Raw): Knex.Raw {
  writeCompany = company;
  try {
    return write();
  } finally {
    writeCompany = undefined;
  }
}

/**
 * Returns the company of a row of `page`, for a condition on another table. Citus sends a statement to one shard only if each
 * table has a constant company.
 * @param column where to read it, unless the page has the rows of one company
 */
export const companyOfPage = (db: Db, column = 'page.company_id') => writeCompany?.() ?? db.ref(column);

/** Returns a query of the row of `page` in a table of records of companies, with its company. */
export function rowOfPage(db: Db, table: string): Query {
  const row = db(table)
    .join('companies', 'companies.id', `${table}.company_id`)
    .where(`${table}.id`, db.ref('page.id'));
  return isSplit(db) ? row.where(`${table}.company_id`, companyOfPage(db)) : row;
}

/** What finds the row of a record of a company. */
export interface RowKey {
  id: string;
  company_id: number;
}

/** Returns a query of rows of a distributed table as `page`. */
export const pageOfRows = (db: Db, table: string, keys: RowKey[]): Query =>
  db({ page: table })
    .whereIn('page.company_id', [...new Set(keys.map(({ company_id }) => company_id))])
    .whereIn(
      'page.id',
      keys.map(({ id }) => id),
    );
