import { isPostgres, type Db, type Trx } from '@dossier/store';
import { inParts } from '@dossier/shared';

/** The rows of a table. All have the same columns. */
export interface TableRows {
  table: string;
  rows: Record<string, Value>[];
}

type Value = string | number | boolean | null;

/** The size of a batch of `load`. */
const AT_ONCE = 500;

/** Inserts rows without the writer of `load`: one statement with many rows for each batch and table. */
export async function insertBare(db: Db, tables: TableRows[]): Promise<void> {
  for (const { table, rows } of tables) {
    if (rows.length === 0) continue;
    const columns = Object.keys(rows[0]!);
    for (const part of inParts(rows, AT_ONCE)) {
      const values = part.flatMap((row) => columns.map((column) => row[column]));
      const statement = {
        name: `${table} ${part.length}`,
        text: insertSql(db, table, columns, part.length),
        values,
      };
      await db.transaction((trx) => send(trx, statement));
    }
  }
}

const written = new Map<string, string>();

/** Writes a statement once for each table and number of rows. */
function insertSql(db: Db, table: string, columns: string[], count: number): string {
  const known = written.get(`${table} ${count}`);
  if (known !== undefined) return known;
  const place = isPostgres(db) ? (at: number) => `$${at + 1}` : () => '?';
  const tuples = Array.from({ length: count }, (_, row) => {
    const places = columns.map((_column, i) => place(row * columns.length + i));
    return `(${places.join(', ')})`;
  });
  const sql = `insert into ${table} (${columns.join(', ')}) values ${tuples.join(', ')}`;
  written.set(`${table} ${count}`, sql);
  return sql;
}

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}
interface Connection {
  prepare(sql: string): { run(values: unknown[]): unknown };
  query(statement: Statement): Promise<unknown>;
}

/** Sends a statement through the driver, which keeps it prepared. Knex would take longer than the database. */
async function send(trx: Trx, statement: Statement): Promise<void> {
  const connection = await (trx.client as { acquireConnection(): Promise<Connection> }).acquireConnection();
  if (isPostgres(trx)) await connection.query(statement);
  else connection.prepare(statement.text).run(statement.values);
}

/** Returns rows in the text format of COPY. */
export function copyText({ rows }: TableRows): string {
  const cell = (value: Value): string => {
    if (value === null) return '\\N';
    const text = String(value);
    const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
    return /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (each) => escapes[each]!) : text;
  };
  return rows.map((row) => `${Object.values(row).map(cell).join('\t')}\n`).join('');
}

/** Copies files in the text format, which the server reads itself, in one transaction. */
export async function copyBare(
  db: Db,
  files: { table: string; columns: string[]; path: string }[],
): Promise<void> {
  await db.transaction(async (trx) => {
    for (const { table, columns, path } of files)
      await trx.raw(`copy ${table} (${columns.join(', ')}) from '${path}'`);
  });
}
