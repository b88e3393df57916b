import { inParts } from '@dossier/shared';
import { inList, isPostgres, mergedDomains, rawRows, type Db, type Trx } from '@dossier/store';

/** A row of a table whose records belong to companies. */
export type OwnedRow = Record<string, unknown> & { id: string; company_id: number };

/** Returns the values of the columns of a natural key. */
export const keyValues = (columns: string[], row: OwnedRow): string[] =>
  columns.map((column) => String(row[column]));

/** The most keys in one statement. */
const MAX_KEYS = 10_000;

/** Returns the rows whose column has one of the values. */
export async function rowsWhere<Row extends object>(
  trx: Db,
  table: string,
  column: string,
  values: Iterable<string | number>,
  columns: string[] = ['*'],
): Promise<Row[]> {
  const keys = [...new Set(values)];
  const selected = columns.map((each) => (each === '*' ? each : `"${each}"`)).join(', ');
  // The list is one value, so that the SQL is the same for every batch.
  const sql = `select ${selected} from "${table}" where ${inList(trx, `"${column}"`)}`;
  const rows: Row[] = [];
  for (const part of inParts(keys, MAX_KEYS)) rows.push(...(await rawRows<Row>(trx, sql, [part])));
  return rows;
}

/** Returns the values of a column, such as `documents.slug`, in the rows whose other column has one of the values. */
export async function columnWhere(
  trx: Db,
  column: string,
  by: string,
  values: Iterable<string | number>,
): Promise<string[]> {
  const [table, name] = column.split('.') as [string, string];
  const rows = await rowsWhere<Record<string, string>>(trx, table, by, values, [name]);
  return rows.map((row) => row[name]!);
}

/** Returns those of these values that rows have in a column, such as `documents.slug`. */
export const storedValues = async (
  trx: Db,
  column: string,
  values: Iterable<string | number>,
): Promise<Set<string>> =>
  new Set(await columnWhere(trx, column, column.slice(column.indexOf('.') + 1), values));

/** Returns the main domains of companies by their ids. One statement. */
export async function mainDomains(db: Db, companies: Iterable<number>): Promise<Map<number, string>> {
  const columns = ['id', 'domain'];
  const rows = await rowsWhere<{ id: number; domain: string }>(db, 'companies', 'id', companies, columns);
  return new Map(rows.map(({ id, domain }) => [id, domain]));
}

/**
 * Returns the rows with these natural keys. Each is found by the index of the key, so other rows of the company are
 * not read.
 * @param columns the text columns of the key, after `company_id`
 */
export async function rowsOfKeys<Row extends object>(
  trx: Trx,
  table: string,
  columns: string[],
  keys: Iterable<[companyId: number, ...key: string[]]>,
): Promise<Row[]> {
  const distinct = [...new Set([...keys].map((key) => JSON.stringify(key)))];
  const text = (at: number) => `k.value ->> ${at}`;
  const isKey = columns.map((column, i) => `t.${column} = ${text(i + 1)}`).join(' and ');
  const [list, join, id] = isPostgres(trx)
    ? ['json_array_elements(?::json) as k(value)', 'join', `(${text(0)})::integer`]
    : ['json_each(?) as k', 'cross join', text(0)];
  const sql = `select t.* from ${list} ${join} ${table} as t on t.company_id = ${id} and ${isKey}`;
  const rows: Row[] = [];
  for (const part of inParts(distinct, MAX_KEYS))
    rows.push(...(await rawRows<Row>(trx, sql, [`[${part.join(',')}]`])));
  return rows;
}

/** Returns the domains that find a stored company. */
export async function knownDomains(db: Db | Trx, domains: string[]): Promise<Set<string>> {
  const merged = await mergedDomains(db, domains);
  return new Set([...(await storedValues(db, 'company_domains.domain', domains)), ...merged.keys()]);
}
