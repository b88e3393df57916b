import type { Source } from './data.ts';
import { linkAddress, plainText } from '../text/text.ts';

type Cell = string | number | null;
export type Row = Cell[];

/** Characters that start a formula in spreadsheets, with their full-width forms (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const MAX_LENGTH = 1000;

/** Writes a number as it is, and a text as one cell that no spreadsheet evaluates. */
function cellText(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const line = plainText(value, MAX_LENGTH);
  const text = FORMULA.test(line) ? `'${line}` : line;
  return /[",;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Excel on Windows recognizes UTF-8 by it. */
const BOM = '\ufeff';

/** Writes rows as CSV (RFC 4180). */
export const csvText = (rows: readonly Row[]) =>
  BOM + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

/** Returns the last cells of a row: `kind`, `source` and `source_url`. */
export const originCells = (estimate: boolean | null, source: Source | null): Row => [
  estimate === null ? null : estimate ? 'estimate' : 'reported',
  ...(source ? [source.title, linkAddress(source.url) ?? null] : [null, null]),
];
