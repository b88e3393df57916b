import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { decode } from '../../files/decode.ts';
import { openBytes } from '../../files/text.ts';
import type { Kind } from '../../kinds/kind.ts';
import { dottedFields, hasField, recordOfCells } from '../../rows/schema.ts';
import { LoadError, type Parsed } from '../../rows/types.ts';
import { unknownName } from '../../rows/validate.ts';

/** Returns whether a mapping is SQL. */
export const isSql = (mapping: string): boolean => mapping.toLowerCase().endsWith('.sql');

/** How each extension is read. Cells of CSV are text, so that nothing is lost by guessing their types. */
const READERS: [extensions: string[], read: string][] = [
  [['.csv', '.tsv'], 'read_csv(?, header = true, all_varchar = true)'],
  [['.json', '.ndjson', '.jsonl'], 'read_json(?)'],
  [['.parquet'], 'read_parquet(?)'],
];
/** The extensions that DuckDB reads, compressed (`.csv.gz`) or not. */
export const SQL_EXTENSIONS = new Set(READERS.flatMap(([extensions]) => extensions));

/**
 * Runs one SELECT over files with DuckDB. Each file is a table named like the file without its extension. The names of
 * the result's columns are fields. The statement can read these files and nothing else, and change nothing.
 * @throws LoadError when DuckDB is not installed, or a file, the statement or a column of the result is wrong
 */
export async function* sqlRows(
  kind: Kind,
  sql: string,
  files: string[],
  { encoding, onColumns }: { encoding?: string | undefined; onColumns?: (columns: string[]) => void },
): AsyncGenerator<Parsed> {
  const statement = await readFile(sql, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new LoadError(error.code === 'ENOENT' ? `There is no mapping file ${sql}.` : error.message);
  });
  const duckdb = await import('@duckdb/node-api').catch(() => {
    throw new LoadError(
      `${sql} needs the package @duckdb/node-api. Install it with: npm install @duckdb/node-api`,
    );
  });
  const folder = await mkdtemp(join(tmpdir(), 'dossier-sql-'));
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    await openTables(connection, files, encoding, folder);
    const statements = await failing(sql, connection.extractStatements(statement));
    if (statements.count !== 1)
      throw new LoadError(`${sql} has ${statements.count} statements; it must have one SELECT.`);
    const prepared = await failing(sql, statements.prepare(0));
    if (prepared.statementType !== duckdb.StatementType.SELECT)
      throw new LoadError(`${sql} must be a SELECT; it cannot change anything.`);
    // Not streamed: an error in the middle of a stream ends it without an error.
    const result = await failing(sql, prepared.run());
    const columns = result.columnNames();
    checkColumns(kind, columns, sql);
    onColumns?.(columns);
    const isTime = result.columnTypes().map((type) => /^TIMESTAMP/.test(type.toString()));
    // A row of the result may be made of several files.
    const file = `${files.map((each) => basename(each)).join(', ')} with ${basename(sql)}`;
    let row = 0;
    for await (const rows of result.yieldRowsJson()) {
      for (const values of rows) {
        const cells = values.flatMap((value, i): [string, unknown][] =>
          value === null ? [] : [[columns[i]!, isTime[i] ? isoTime(value as string) : value]],
        );
        const { record, reason } = recordOfCells(kind.record, Object.fromEntries(cells));
        const place = { file, row: ++row };
        yield reason === undefined
          ? { ...place, value: record }
          : { ...place, reason, raw: record, given: [record] };
      }
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a table of each file, and then closes everything else: other files, the network, extensions, settings. */
async function openTables(
  connection: DuckDBConnection,
  files: string[],
  encoding: string | undefined,
  folder: string,
): Promise<void> {
  const tables = new Map<string, string>();
  const paths: string[] = [];
  for (const file of files) {
    const plain = basename(file).replace(/\.gz$/i, '');
    const name = basename(plain, extname(plain));
    if (tables.has(name))
      throw new LoadError(
        `${tables.get(name)} and ${file} would both be the table "${name}". Rename one of them.`,
      );
    tables.set(name, file);
    const read = READERS.find(([extensions]) => extensions.includes(extname(plain).toLowerCase()))?.[1];
    if (read === undefined) throw new LoadError(`${file} cannot be read with SQL. Use CSV, JSON or Parquet.`);
    const isText = encoding !== undefined && read.startsWith('read_csv');
    const path = isText ? join(folder, `${tables.size}.csv`) : resolve(file);
    if (isText) await decodeTo(path, file, encoding);
    paths.push(path);
    const view = `create view "${name.replaceAll('"', '""')}" as select * from ${read.replace('?', quoted(path))}`;
    await failing(file, connection.run(view));
  }
  await connection.run(`set allowed_paths = [${paths.map(quoted).join(', ')}]`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
}

/** Writes the text of a file, compressed or not, in UTF-8. */
async function decodeTo(path: string, file: string, encoding: string): Promise<void> {
  const open = () => createReadStream(file) as AsyncIterable<Uint8Array>;
  const { bytes, damage } = await openBytes({ open }, () => {});
  await pipeline(Readable.from(decode(bytes, encoding)), createWriteStream(path));
  const problem = damage?.();
  if (problem !== undefined) throw new LoadError(`${file}: ${problem}.`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function failing<T>(what: string, work: Promise<T>): Promise<T> {
  return work.catch((error: Error) => {
    throw new LoadError(`${what}: ${firstLine(error)}.`);
  });
}

const firstLine = ({ message }: Error): string => message.trim().split('\n', 1)[0]!.replace(/\.$/, '');

function checkColumns(kind: Kind, columns: string[], sql: string): void {
  const unknown = columns.find((column) => !hasField(kind.record, column));
  if (unknown !== undefined)
    throw new LoadError(
      `${sql}: the result has an unknown column ${unknownName(unknown, dottedFields(kind.record))}.`,
    );
  const twice = columns.find((column, i) => columns.indexOf(column) !== i);
  if (twice !== undefined) throw new LoadError(`${sql}: the result has two columns "${twice}".`);
}

/** `2024-01-02 03:04:05` is in UTC; with a time zone it ends in an offset. */
function isoTime(text: string): string {
  const [, day, time, offset] = /^(\S+) ([\d:.]+)([+-]\d\d(?::\d\d)?)?$/.exec(text) ?? [];
  if (day === undefined) return text;
  return `${day}T${time}${offset === undefined ? 'Z' : offset.includes(':') ? offset : `${offset}:00`}`;
}
