import { MAX_RECORD, type Parsed } from '../rows/types.ts';
import { headerProblem, namedCells } from './header.ts';
import type { Format, Source } from './reader.ts';
import { inspectWorkbook, type Workbook } from './xlsx-workbook.ts';

/**
 * A spreadsheet of Excel: the first sheet, or the one that the mapping names. Its first row with content is the header.
 * Formulas have the value that was stored with them. Dates are `YYYY-MM-DD`, with the time if they have one.
 */
export const xlsx: Format = {
  extensions: ['.xlsx', '.xlsm'],
  begins: () => false,
  isTable: true,
  isBinary: true,
  read,
};

/** A spreadsheet is read as a whole: the texts of its cells are stored apart from the cells. */
const MAX_BYTES = 4 * MAX_RECORD;
const TOO_LONG = 'too long: the spreadsheet has more than 256 million bytes; save it as CSV';

type Cell = string | number | boolean | null;

async function* read({ name: file, bytes, sheet, onColumns }: Source): AsyncGenerator<Parsed> {
  const read = await readSheets(bytes!, sheet);
  if ('reason' in read) {
    yield { file, row: 1, reason: read.reason, raw: null, hidesRows: true };
    return;
  }
  const { rows, workbook } = read;
  const head = rows.findIndex((row) => row.some((cell) => !isBlank(cell)));
  const columns = (rows[head] ?? []).map((cell) => String(cell ?? '').trim());
  const problem = headerProblem(columns) ?? onColumns?.(columns.filter(Boolean));
  if (problem !== undefined) {
    yield { file, row: head + 1, reason: problem, raw: null, hidesRows: true };
    return;
  }
  let { warning } = workbook;
  for (const [index, cells] of rows.entries()) {
    if (index <= head || cells.every(isBlank)) continue;
    const place = { file, row: index + 1, isText: true } as const;
    const { cells: value, warnings = [] } = namedCells(columns, cells.map(known), isBlank);
    const formula = workbook.uncomputed.get(index + 1);
    if (formula !== undefined) yield { ...place, reason: withoutValue(formula), raw: value };
    else yield { ...place, value, warnings: warning === undefined ? warnings : [...warnings, warning] };
    warning = undefined;
  }
}

/** Reads the cells of a sheet, or returns why it cannot be read. */
async function readSheets(
  bytes: AsyncIterable<Uint8Array>,
  sheet: string | undefined,
): Promise<{ rows: Cell[][]; workbook: Workbook } | { reason: string }> {
  const whole = await readBytes(bytes);
  const workbook = whole && (await inspectWorkbook(whole, sheet, MAX_BYTES));
  if (!whole || !workbook) return { reason: TOO_LONG };
  if ('reason' in workbook) return workbook;
  const rows = await readCells(whole, workbook);
  return 'reason' in rows ? rows : { rows, workbook };
}

const withoutValue = (address: string) =>
  `spreadsheet error: ${address} is a formula without a value; open the file in a spreadsheet program and save it`;

const isBlank = (cell: Cell) => cell === null || (typeof cell === 'string' && cell.trim() === '');
const known = (cell: Cell) => cell ?? '';

async function readBytes(bytes: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the cells of a sheet by row, with the texts of errors, which the library leaves out. */
async function readCells(bytes: Buffer, { sheet, errors }: Workbook): Promise<Cell[][] | { reason: string }> {
  const { readSheet } = await import('read-excel-file/node');
  let rows: Cell[][];
  try {
    const read = await readSheet<number>(bytes, sheet, { trim: false, parseNumber: asShown });
    rows = read.map((row) => row.map((cell) => (cell instanceof Date ? timeOf(cell) : (cell as Cell))));
  } catch (error) {
    return { reason: `wrong format: the spreadsheet cannot be read: ${(error as Error).message}` };
  }
  for (const { row, column, error } of errors) {
    while (rows.length < row) rows.push([]);
    const cells = rows[row - 1]!;
    while (cells.length < column) cells.push(null);
    cells[column - 1] = error;
  }
  return rows;
}

/** A spreadsheet calculates with 15 digits; the rest of a binary number is noise. */
const asShown = (text: string): number => Number(Number(text).toPrecision(15));

function timeOf(date: Date): string {
  const time = date.toISOString();
  return time.endsWith('T00:00:00.000Z') ? time.slice(0, 10) : time;
}
