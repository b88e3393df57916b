import { ConfigError, type MaybePromise } from '@dossier/shared';
import type { Knex } from 'knex';
import { isPostgres, type Db, type Query, type Trx } from './open.ts';

/** Whether each pool of connections is that of a cluster with distributed tables. */
const known = new WeakMap<object, MaybePromise<boolean>>();
const poolOf = (db: Db | Trx) => (db.client as { config: object }).config;

/**
 * Returns whether Citus distributes the tables: records by company, statements by record, and their bodies by hash. Some SQL
 * must then be split: a query of several shards cannot read a local table, nor contain a subquery about the rows of a page.
 * `migrate` reads it once, so programs restart after `admin distribute`. Not a promise on SQLite, and once it is known.
 */
export function isDistributed(db: Db | Trx): MaybePromise<boolean> {
  if (!isPostgres(db)) return false;
  const pool = poolOf(db);
  const found = known.get(pool);
  if (found !== undefined) return found;
  const reading = hasDistributed(db);
  known.set(pool, reading);
  reading.then(
    (is) => known.set(pool, is),
    () => known.delete(pool),
  );
  return reading;
}

const exists = async (db: Db | Trx, rows: string): Promise<boolean> =>
  (await db.raw<{ rows: [{ found: boolean }] }>(`select exists (${rows}) as found`)).rows[0].found;

/** Returns whether a Postgres has the extension Citus. */
export const hasCitus = (db: Db | Trx): Promise<boolean> =>
  exists(db, `select from pg_extension where extname = 'citus'`);

const hasDistributed = async (db: Db | Trx): Promise<boolean> =>
  (await hasCitus(db)) && exists(db, `select from pg_dist_partition where partmethod = 'h'`);

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

/** Returns what `isDistributed` has found; false before it has. */
export const isSplit = (db: Db | Trx): boolean => known.get(poolOf(db)) === true;

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
