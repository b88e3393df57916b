import { DAY_MS } from '@dossier/shared';
import { MAX_RECORD, type Parsed } from '../../rows/types.ts';
import { headerProblem, namedCells } from './header.ts';
import type { Format, Source } from '../reader.ts';
import { inspectWorkbook, type Workbook } from './xlsx-workbook.ts';

/**
 * A spreadsheet of Excel: the first visible sheet, or the one that the mapping names. Its first row with content is the
 * header. Formulas have the value that was stored with them. Dates are `YYYY-MM-DD`, with the time if they have one. Hidden
 * rows, and rows with merged or struck-out cells, are rejected: they may not be meant, or not for each row.
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
  let ofFile = workbook.warnings;
  const marked = new Map<number, string[]>();
  for (const { row, warning } of workbook.texts)
    if (warning !== undefined) marked.set(row, [...(marked.get(row) ?? []), warning]);
  for (const [index, cells] of rows.entries()) {
    if (index <= head || cells.every(isBlank)) continue;
    const place = { file, row: index + 1, isText: true } as const;
    const { cells: value, warnings = [] } = namedCells(columns, cells.map(known), isBlank);
    const reason = problemOf(index + 1, workbook);
    const ofRow = marked.get(index + 1) ?? [];
    if (reason === undefined) yield { ...place, value, warnings: [...ofFile, ...ofRow, ...warnings] };
    else yield { ...place, reason, raw: value, given: [value] };
    if (reason === undefined) ofFile = [];
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

/** Returns why a row is not read. */
function problemOf(row: number, { uncomputed, hiddenRows, merged, deleted }: Workbook): string | undefined {
  const formula = uncomputed.get(row);
  if (hiddenRows.has(row)) return `hidden row: row ${row} is hidden; show it to load it, or delete it`;
  if (deleted.has(row))
    return `deleted cell: ${deleted.get(row)} is struck through; remove the line to load the row, or delete it`;
  if (merged.has(row))
    return `merged cells: ${merged.get(row)} is one cell; unmerge it, and give each row its own value`;
  return formula === undefined
    ? undefined
    : `spreadsheet error: ${formula} is a formula without a value; open the file in a spreadsheet program and save it`;
}

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

/** Returns the cells of a sheet by row, with the texts of errors, which the library leaves out, and of marked texts. */
async function readCells(bytes: Buffer, workbook: Workbook): Promise<Cell[][] | { reason: string }> {
  const { readSheet } = await import('read-excel-file/node');
  const { sheet, texts } = workbook;
  let rows: Cell[][];
  try {
    const read = await readSheet<number>(bytes, sheet, { trim: false, parseNumber: asShown });
    rows = read.map((row) =>
      row.map((cell) => (cell instanceof Date ? timeOf(cell, workbook) : (cell as Cell))),
    );
  } catch (error) {
    return { reason: `wrong format: the spreadsheet cannot be read: ${(error as Error).message}` };
  }
  for (const { row, column, text } of texts) {
    while (rows.length < row) rows.push([]);
    const cells = rows[row - 1]!;
    while (cells.length < column) cells.push(null);
    cells[column - 1] = text;
  }
  return rows;
}

/** A spreadsheet calculates with 15 digits; the rest of a binary number is noise. */
const asShown = (text: string): number => Number(Number(text).toPrecision(15));

/** The day 0 of the library, which counts as if 1900 had a 29 February. */
const DAY_0 = Date.UTC(1899, 11, 30);
/** What a spreadsheet program shows for a number that is no date, read for a day that did not exist: see `spreadsheetError`. */
const NO_DATE = '#####';

/**
 * Returns the text that a spreadsheet program shows for a date. Programs count 1900-02-29, a day that did not exist, as
 * number 60, so it is no date, and the days before it are one later than the library has them. A number below 1 is a time of day.
 */
function timeOf(date: Date, { is1904, isShifted }: Workbook): string {
  // The library cuts off milliseconds that binary fractions of a day lack.
  const given = Math.round(date.getTime() / 10) * 10 + (isShifted ? 1462 * DAY_MS : 0);
  const day = (given - DAY_0) / DAY_MS;
  if (Number.isNaN(day) || day < (is1904 ? 1462 : 0) || Math.trunc(day) === 60) return NO_DATE;
  const time = new Date(day >= 1 && day < 60 ? given + DAY_MS : given);
  if (!(time.getUTCFullYear() <= 9999)) return NO_DATE;
  const [, clock] = time.toISOString().split('T') as [string, string];
  if (day < 1) return clock.slice(0, 8);
  const on = time.toISOString().slice(0, 10);
  return clock === '00:00:00.000Z' ? on : `${on}T${clock}`;
}
