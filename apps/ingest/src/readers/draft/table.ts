import { open, stat } from 'node:fs/promises';
import { cellAt, columnsIn, pathParts } from '../../rows/items-at.ts';
import { isObject, isReject, LoadError, type Parsed } from '../../rows/types.ts';
import { readForeign } from '../open.ts';

/** A column of a foreign table and a sample of its cells. */
export interface Column {
  name: string;
  /** The cells of the sample that are not empty, as text. */
  values: string[];
}

/** The beginning of a foreign table. */
export interface TableSample {
  columns: Column[];
  /** Where the rows are in YAML or JSON; undefined for a table. */
  rows: string | undefined;
  /** The encoding, if it is not UTF-8. */
  encoding: string | undefined;
  /** Rows in the sample. */
  count: number;
  /** The day on which the file was last written; undefined for a remote one. */
  written?: string | undefined;
}

const SAMPLE = 2000;

/** Reads the columns and the first rows of a file. @throws LoadError when the file has no rows */
export async function sampleTable(path: string): Promise<TableSample> {
  let read = await readSample(path);
  let encoding: string | undefined;
  const wrong = read.find((row) => isReject(row) && row.reason.startsWith('wrong encoding'));
  if (wrong && isReject(wrong)) {
    const [utf16] = /utf-16[bl]e/.exec(wrong.reason) ?? [];
    encoding = utf16 ?? ((await hasMacLines(path)) ? 'macintosh' : 'windows-1252');
    read = await readSample(path, { encoding });
  }
  const values = read.flatMap((row) => (isReject(row) ? [] : [row.value]));
  const rows = rowsPath(values);
  if (rows !== undefined) read = await readSample(path, { encoding, rows });
  const items = read.flatMap((row) =>
    !isReject(row) && isObject(row.value) ? [{ value: row.value, around: row.around ?? [] }] : [],
  );
  if (items.length === 0) {
    const problem = read.find(isReject)?.reason;
    throw new LoadError(
      `${path} has no rows to draft a mapping from${problem === undefined ? '' : `: ${problem}`}.`,
    );
  }
  const columns = columnsIn(items).map((name) => ({
    name,
    values: items.flatMap(({ value, around }) => textsOf(cellAt(value, name, around))),
  }));
  const isScalar = ({ values: cells }: Column) => cells.length > 0;
  const written = await stat(path).then(
    ({ mtime }) => mtime.toISOString().slice(0, 10),
    () => undefined,
  );
  return { columns: columns.filter(isScalar), rows, encoding, count: items.length, written };
}

async function readSample(
  path: string,
  options: { encoding?: string | undefined; rows?: string } = {},
): Promise<Parsed[]> {
  const { rows, encoding } = options;
  const read: Parsed[] = [];
  const parts = rows === undefined ? undefined : pathParts(rows);
  for await (const row of readForeign(path, { encoding, rows: parts })) {
    read.push(row);
    if (read.length >= SAMPLE) break;
  }
  return read;
}

/** Returns whether lines end with a carriage return alone, as those of old Macs and of Excel for the Mac. */
async function hasMacLines(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64 * 1024) });
    const head = buffer.subarray(0, bytesRead);
    return head.includes(0x0d) && !head.includes(0x0a);
  } finally {
    await file.close();
  }
}

function textsOf(cell: unknown): string[] {
  if (typeof cell === 'number' || typeof cell === 'boolean') return [String(cell)];
  if (typeof cell !== 'string' || cell.trim() === '') return [];
  return [cell.trim()];
}

/** Returns the path of the most objects inside of one value, or undefined if the values are the rows. */
function rowsPath(values: unknown[]): string | undefined {
  const [value, ...more] = values;
  if (more.length > 0 || !isObject(value)) return undefined;
  const counts = new Map<string, number>();
  countObjects(value, [], counts);
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best && best[1] > 1 ? best[0] : undefined;
}

function countObjects(value: unknown, path: string[], counts: Map<string, number>): void {
  if (path.length > 12) return;
  if (Array.isArray(value)) {
    for (const item of value) countItem(item, [...path, '*'], counts);
  } else if (isObject(value)) {
    const inner = Object.values(value);
    // An object with many keys that all lead to objects is a list by key.
    const isMap = inner.length > 20 && inner.every(isObject);
    for (const [key, item] of Object.entries(value)) {
      if (isMap) countItem(item, [...path, '*'], counts);
      else countObjects(item, [...path, key], counts);
    }
  }
}

function countItem(item: unknown, path: string[], counts: Map<string, number>): void {
  const isRow = isObject(item) && Object.values(item).filter((each) => typeof each === 'string').length > 1;
  if (isRow) counts.set(path.join('.'), (counts.get(path.join('.')) ?? 0) + 1);
  countObjects(item, path, counts);
}
