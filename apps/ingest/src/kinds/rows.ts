import { createHash } from 'node:crypto';
import { insertRows, isPostgres, type Db, type Trx } from '@dossier/store';
import { v5 as uuidV5 } from 'uuid';

/** SQLite binds 32,766 values in a statement, Postgres 65,535. */
const MAX_KEYS = 10_000;

/** The namespace of every id that is made from a natural key. It never changes, or all ids would. */
const NAMESPACE = '0f3c2a52-6d0b-5c7e-9a41-6b9f0e7d5a10';

/** A UUID that is the same for the same natural key, on every database and at every load. */
export const stableId = (...key: string[]): string => uuidV5(key.join(' '), NAMESPACE);

/** The SHA-256 of content: plain JSON values; the order of an object's fields does not matter. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');

/**
 * JSON with the fields of objects in order: digits as numbers first, then the rest by code units. Hashes of it are
 * stored, so its form never changes.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Record<string, unknown>;
  const keys = Object.keys(fields).sort((a, b) => (a < b ? -1 : 1));
  // An object has such keys in front, whatever the order in which they are set.
  const isDigits = (key: string) => /^(?:0|[1-9]\d*)$/.test(key);
  if (keys.some(isDigits))
    keys.splice(0, keys.length, ...Object.keys(Object.fromEntries(keys.map((key) => [key, 0]))));
  let json = '';
  for (const key of keys) {
    const item = fields[key];
    if (item === undefined || typeof item === 'function') continue;
    json += `${json === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`;
  }
  return `{${json}}`;
}

/** The rows whose column has one of the values. */
export async function rowsWhere<Row extends object>(
  trx: Db,
  table: string,
  column: string,
  values: Iterable<string | number>,
  columns: string[] = ['*'],
): Promise<Row[]> {
  const keys = [...new Set(values)];
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS) {
    const part = keys.slice(start, start + MAX_KEYS);
    rows.push(...((await trx(table).whereIn(column, part).select(columns)) as Row[]));
  }
  return rows;
}

/**
 * The rows of a table that natural keys within companies name, each found by the index of the key: however much a
 * company has, only these are read.
 * @param columns of the key, after `company_id`; all of them text
 */
export async function rowsOfKeys<Row extends object>(
  trx: Trx,
  table: string,
  columns: string[],
  keys: Iterable<[companyId: number, ...key: string[]]>,
): Promise<Row[]> {
  const wanted = [...new Set([...keys].map((key) => JSON.stringify(key)))];
  const text = (at: number) => `k.value ->> ${at}`;
  const isKey = columns.map((column, i) => `t.${column} = ${text(i + 1)}`).join(' and ');
  const [list, join, id] = isPostgres(trx)
    ? ['json_array_elements(?::json) as k(value)', 'join', `(${text(0)})::integer`]
    : ['json_each(?) as k', 'cross join', text(0)];
  const sql = `select t.* from ${list} ${join} ${table} as t on t.company_id = ${id} and ${isKey}`;
  const rows: Row[] = [];
  for (let start = 0; start < wanted.length; start += MAX_KEYS) {
    const result = (await trx.raw(sql, [`[${wanted.slice(start, start + MAX_KEYS).join(',')}]`])) as
      Row[] | { rows: Row[] };
    rows.push(...('rows' in result ? result.rows : result));
  }
  return rows;
}

/** Inserts rows; those whose key exists take the place of what is stored when a key is given. */
export const putRows = (trx: Trx, table: string, rows: object[], replaceBy?: string): Promise<void> =>
  insertRows(trx, table, rows, replaceBy === undefined ? undefined : { replaceBy });

/** The fields of a record that are stored: absent leaves what is stored. */
export const merged = <T>(given: T | undefined, stored: T | undefined): T | undefined =>
  given === undefined ? stored : given;

/** The reason to reject a new record that lacks fields, or undefined when it lacks none. */
export function lacking(what: string, content: object, fields: string[]): string | undefined {
  const missing = fields.filter((field) => (content as Record<string, unknown>)[field] === undefined);
  return missing.length === 0 ? undefined : `missing field: a new ${what} needs ${missing.join(', ')}`;
}
