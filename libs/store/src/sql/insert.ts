import { copyRows, type Field } from './copy.ts';
import { jsonParts } from './json-parts.ts';
import { isPostgres, type Trx } from './open.ts';
import type { PgConnection } from './pg-connection.ts';
import type { SqliteConnection } from './prepared.ts';

/**
 * How many rows one statement inserts into SQLite. With one row in each, a news item took 40 µs; with ten it takes 16.
 * Which larger number is best has not been measured.
 */
const TOGETHER = 10;

/** What to do with a row whose key exists: replace the stored row, ignore the new one, or add its `n` to the stored one. */
type OnConflict = { replaceBy: string[] } | { ignoreBy: string } | { addBy: string[] };

/**
 * Inserts many rows, several times faster than Knex. SQLite runs prepared statements of ten rows. Postgres receives new rows
 * with `copy`, which a cluster sends to all shards at once, and rows whose key may exist as JSON. A missing column gets its
 * default. Values must be representable in JSON; dates and bytes are not.
 */
export async function insertRows(
  trx: Trx,
  table: string,
  rows: object[],
  onConflict?: OnConflict,
): Promise<void> {
  for (const [columns, alike] of byColumns(rows as Row[])) {
    const conflict = onConflict ? conflictClause(table, columns, onConflict) : '';
    const insert = isPostgres(trx) ? onPostgres : onSqlite;
    await insert(trx, table, alike, columns, conflict);
  }
}

type Row = Record<string, unknown>;

/** Groups rows by their columns; nearly always there is one group. */
function byColumns(rows: Row[]): [columns: string[], rows: Row[]][] {
  const groups = new Map<string, Row[]>();
  /** The groups by columns in the order of a row, so that they are sorted once. */
  const inOrder = new Map<string, Row[]>();
  let last: { columns: string[]; group: Row[] } | undefined;
  for (const row of rows) {
    if (last && hasColumns(row, last.columns)) {
      last.group.push(row);
      continue;
    }
    const columns = Object.keys(row).filter((column) => row[column] !== undefined);
    const order = columns.join(' ');
    let group = inOrder.get(order);
    if (!group) {
      const key = JSON.stringify(columns.toSorted());
      group = groups.get(key) ?? [];
      groups.set(key, group);
      inOrder.set(order, group);
    }
    group.push(row);
    last = { columns, group };
  }
  return [...groups].map(([key, group]) => [JSON.parse(key) as string[], group]);
}

/** Returns whether a row has exactly these columns, in their order. */
function hasColumns(row: Row, columns: string[]): boolean {
  let at = 0;
  for (const column in row) if (row[column] !== undefined && column !== columns[at++]) return false;
  return at === columns.length;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const list = (names: string[]) => names.map(quoted).join(', ');

function conflictClause(table: string, columns: string[], onConflict: OnConflict): string {
  if ('addBy' in onConflict)
    return `on conflict (${list(onConflict.addBy)}) do update set n = ${quoted(table)}.n + excluded.n`;
  if ('ignoreBy' in onConflict) return `on conflict (${quoted(onConflict.ignoreBy)}) do nothing`;
  const written = columns.filter((column) => !onConflict.replaceBy.includes(column));
  const set = written.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ');
  return `on conflict (${list(onConflict.replaceBy)}) do update set ${set}`;
}

/** Updates rows by `id`: each column that a row has. Values must be representable in JSON. */
export async function updateRows(trx: Trx, table: string, rows: object[]): Promise<void> {
  for (const [columns, alike] of byColumns(rows as Row[])) {
    const names = columns.filter((column) => column !== 'id');
    if (!isPostgres(trx)) {
      const connection = await connectionOf<SqliteConnection>(trx);
      const set = names.map((name) => `${quoted(name)} = ?`).join(', ');
      const statement = connection.prepare(`update ${quoted(table)} set ${set} where id = ?`);
      for (const row of alike) statement.run([...names, 'id'].map((column) => bindable(row[column])));
      continue;
    }
    const set = names.map((name) => `${quoted(name)} = r.${quoted(name)}`).join(', ');
    const from = `json_populate_recordset(null::${quoted(table)}, ?) as r`;
    const sql = `update ${quoted(table)} as t set ${set} from ${from} where t.id = r.id`;
    for (const json of jsonParts(alike)) await trx.raw(sql, [json]);
  }
}

async function onPostgres(
  trx: Trx,
  table: string,
  rows: Row[],
  columns: string[],
  conflict: string,
): Promise<void> {
  const names = list(columns);
  const into = `${quoted(table)} (${names})`;
  if (conflict === '') {
    const connection = await connectionOf<PgConnection>(trx);
    return copyRows(connection, into, valuesOf(rows, columns));
  }
  const from = `select ${names} from json_populate_recordset(null::${quoted(table)}, ?)`;
  for (const json of jsonParts(rows)) await trx.raw(`insert into ${into} ${from} ${conflict}`, [json]);
}

function* valuesOf(rows: Row[], columns: string[]): Generator<Field[]> {
  for (const row of rows) yield columns.map((column) => row[column] as Field);
}

async function onSqlite(
  trx: Trx,
  table: string,
  rows: Row[],
  columns: string[],
  conflict: string,
): Promise<void> {
  const connection = await connectionOf<SqliteConnection>(trx);
  const values = `(${columns.map(() => '?').join(', ')})`;
  const into = `insert into ${quoted(table)} (${list(columns)}) values`;
  const valuesOf = (row: Row) => columns.map((column) => bindable(row[column]));
  const whole = rows.length - (rows.length % TOGETHER);
  if (whole > 0) {
    const several = connection.prepare(`${into} ${Array(TOGETHER).fill(values).join(', ')} ${conflict}`);
    for (let start = 0; start < whole; start += TOGETHER)
      several.run(rows.slice(start, start + TOGETHER).flatMap(valuesOf));
  }
  if (whole === rows.length) return;
  const one = connection.prepare(`${into} ${values} ${conflict}`);
  for (const row of rows.slice(whole)) one.run(valuesOf(row));
}

/** In a transaction this is the transaction's connection. */
const connectionOf = <Connection>(trx: Trx): Promise<Connection> =>
  (trx.client as { acquireConnection(): Promise<Connection> }).acquireConnection();

const bindable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);
