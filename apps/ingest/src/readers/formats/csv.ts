import { hasWrongBytes, showWrongBytes } from '../../files/decode.ts';
import { peek } from '../../files/peek.ts';
import { WRONG_ENCODING } from '../../files/read-whole.ts';
import { MAX_CSV_ROW, type Parsed, type Reject } from '../../rows/types.ts';
import { cutCsv } from './cut-csv.ts';
import { cellsBefore, headerProblem, namedCells } from './header.ts';
import type { Format, Source } from '../reader.ts';

/** CSV whose first lines show the separator. Rows are numbered as in a spreadsheet: the header is row 1. */
export const csv: Format = {
  extensions: ['.csv'],
  begins: () => true,
  isTable: true,
  read: (source) => readTable(source, undefined),
};

export const tsv: Format = {
  extensions: ['.tsv'],
  begins: () => false,
  isTable: true,
  read: (source) => readTable(source, '\t'),
};

async function* readTable(
  { name: file, text, separator, onColumns }: Source,
  delimiter: string | undefined,
): AsyncGenerator<Parsed> {
  for await (const { row, ...line } of readCsv(text, separator ?? delimiter, (columns) =>
    onColumns?.(columns),
  )) {
    const place = { file, row, isText: true } as const;
    if ('reason' in line) yield { ...place, ...line, raw: showWrongBytes(line.raw) };
    else if (Object.values(line.cells).some(hasWrongBytes)) {
      const cells = Object.entries(line.cells).map(([column, cell]) => [column, showWrongBytes(cell)]);
      yield { ...place, reason: WRONG_ENCODING, raw: Object.fromEntries(cells), given: [line.cells] };
    } else yield { ...place, value: line.cells, ...(line.warnings && { warnings: line.warnings }) };
  }
}

type Cells = Record<string, string>;

const isBlank = (cell: string) => cell.trim() === '';

/** One row of a table: its cells by column, or why it cannot be read and what it may have meant. */
type CsvRow =
  | { row: number; cells: Cells; warnings?: string[] }
  | ({ row: number; reason: string; raw: string; given?: Cells[] } & Pick<Reject, 'isGuess' | 'hidesRows'>);

/** Lines and characters that decide about the separator. */
const SAMPLE = { lines: 50, length: 64 * 1024 };
const hasSample = (text: string) =>
  text.length >= MAX_CSV_ROW ||
  (/\S[^\r\n]*[\r\n]/.test(text) &&
    (text.length >= SAMPLE.length || text.split(/[\r\n]+/, SAMPLE.lines).length >= SAMPLE.lines));

/** What spreadsheets and databases write between cells. */
const SEPARATORS = [',', ';', '\t', '|', '^', '~', '\u001f', '\u0001', '¦', '§'];
/** A line that names the separator for Excel. */
const STATED = /^"?sep=(.)"?[\r\n]/i;

/** Finds the separator that cuts most of the first rows into as many cells as the header, and then into the most. */
function delimiterOf(head: string): string {
  const stated = STATED.exec(head)?.[1];
  if (stated !== undefined) return stated;
  const lines = head
    .trimStart()
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|[\r\n]/, SAMPLE.lines)
    .filter((line, i) => i === 0 || line.trim() !== '');
  // The last line may be cut off.
  const rows = lines.slice(1, lines.length > 2 ? -1 : undefined);
  const found = SEPARATORS.map((separator) => {
    const cells = (line: string) => line.split(separator).length;
    const columns = cells(lines[0] ?? '');
    const fitting = rows.filter((row) => cells(row) === columns).length;
    const isInText = (lines[0] ?? '').includes(`${separator} `);
    return { separator, columns, isInText, share: rows.length === 0 ? 1 : fitting / rows.length };
  }).filter(({ columns }) => columns > 1);
  found.sort(
    (a, b) =>
      Number(b.share > 0.5) - Number(a.share > 0.5) ||
      b.columns - a.columns ||
      b.share - a.share ||
      Number(a.isInText) - Number(b.isInText),
  );
  return found[0]?.separator ?? ',';
}

/**
 * Reads CSV: line ends inside of quotes, any kind of line end, quotes inside of unquoted cells. The first row is the
 * header; rows without content are skipped.
 * @param delimiter between cells; undefined to find it in the first rows
 * @param onHead receives the columns before the first row, and returns why the table is not to be read; it may throw
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: string | undefined,
  onHead: (columns: string[]) => string | void,
): AsyncGenerator<CsvRow> {
  const { head, all } = await peek(text, hasSample);
  let row = 0;
  /** The header goes before each row that cannot be read, so that the reject can be repaired by itself. */
  let headLine = '';
  let columns: string[] | undefined;
  for await (const piece of cutCsv(all, delimiter ?? delimiterOf(head))) {
    const { cells, raw, lines, reason, hidesRows } = piece;
    row++;
    if (row === 1 && STATED.test(`${raw}\n`)) continue;
    if (reason === undefined && cells.every(isBlank)) continue;
    if (!columns) {
      columns = cells.map((cell) => cell.trim());
      headLine = `${raw}\n`;
      const problem =
        reason ?? blankQuotes(cells) ?? headerProblem(columns) ?? onHead(columns.filter(Boolean));
      if (problem === undefined) continue;
      yield { row, reason: problem, raw, hidesRows: true };
      return;
    }
    const wrong = reason ?? blankQuotes(cells) ?? wrongNumber(cells, columns);
    if (wrong === undefined) yield { row, ...namedCells(columns, cells, isBlank) };
    else {
      const given =
        reason === undefined ? eitherWay(columns, cells) : { given: [cellsBefore(columns, cells)] };
      yield { row, reason: wrong, raw: headLine + raw, ...given, ...(hidesRows && { hidesRows }) };
      // A quote that was opened by mistake swallowed the rows after this one.
      if (reason !== undefined) row += lines - 1;
    }
  }
}

/** A quote after a blank is no quote of CSV: it would be a part of the cell, and separators behind it would count. */
const blankQuotes = (cells: string[]): string | undefined =>
  cells.some((cell) => /^[^\S\r\n]+"/.test(cell))
    ? 'wrong quotes: a blank is before a quote, which then does not quote its cell; remove the blank'
    : undefined;

const wrongNumber = (cells: string[], columns: string[]): string | undefined =>
  cells.length === columns.length
    ? undefined
    : `wrong number of cells: the row has ${cells.length}, the header row ${columns.length}`;

/** Around a missing or surplus delimiter, the cells before it are right from the left, those after it from the right. */
const eitherWay = (columns: string[], cells: string[]): { given: Cells[]; isGuess: true } => ({
  given: [cellsBefore(columns, cells), cellsBefore(columns.toReversed(), cells.toReversed())],
  isGuess: true,
});
