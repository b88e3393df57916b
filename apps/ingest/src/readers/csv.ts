import { hasWrongBytes, showWrongBytes } from '../files/decode.ts';
import { peek } from '../files/peek.ts';
import { WRONG_ENCODING } from '../files/read-whole.ts';
import { MAX_RECORD, type Parsed, type Reject } from '../rows/types.ts';
import { cutCsv } from './cut-csv.ts';
import { cellsBefore, headerProblem, namedCells } from './header.ts';
import type { Format, Source } from './reader.ts';

/** CSV whose first line shows the delimiter. Rows are numbered as in a spreadsheet: the header is row 1. */
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
  { name: file, text, onColumns }: Source,
  delimiter: string | undefined,
): AsyncGenerator<Parsed> {
  for await (const { row, ...line } of readCsv(text, delimiter, (columns) => onColumns?.(columns))) {
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

/** Returns whether the first line with content is complete. */
const hasHead = (text: string) => text.length >= MAX_RECORD || /\S[^\r\n]*[\r\n]/.test(text);

/** Finds the delimiter in the header: spreadsheets of many countries write semicolons. */
function delimiterOf(head: string): string {
  const [line = ''] = head
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  return [',', ';', '\t', '|'].find((each) => line.includes(each)) ?? ',';
}

/**
 * Reads CSV: line ends inside of quotes, any kind of line end, quotes inside of unquoted cells. The first row is the
 * header; rows without content are skipped.
 * @param delimiter between cells; undefined to find it in the header
 * @param onHead receives the columns before the first row, and returns why the table is not to be read; it may throw
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: string | undefined,
  onHead: (columns: string[]) => string | void,
): AsyncGenerator<CsvRow> {
  const { head, all } = await peek(text, hasHead);
  let row = 0;
  /** The header goes before each row that cannot be read, so that the reject can be repaired by itself. */
  let headLine = '';
  let columns: string[] | undefined;
  for await (const piece of cutCsv(all, delimiter ?? delimiterOf(head))) {
    const { cells, raw, lines, reason, hidesRows } = piece;
    row++;
    if (reason === undefined && cells.every(isBlank)) continue;
    if (!columns) {
      columns = cells.map((cell) => cell.trim());
      headLine = `${raw}\n`;
      const problem = reason ?? headerProblem(columns) ?? onHead(columns.filter(Boolean));
      if (problem === undefined) continue;
      yield { row, reason: problem, raw, hidesRows: true };
      return;
    }
    const wrong = reason ?? wrongNumber(cells, columns);
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

const wrongNumber = (cells: string[], columns: string[]): string | undefined =>
  cells.length === columns.length
    ? undefined
    : `wrong number of cells: the row has ${cells.length}, the header row ${columns.length}`;

/** Around a missing or surplus delimiter, the cells before it are right from the left, those after it from the right. */
const eitherWay = (columns: string[], cells: string[]): { given: Cells[]; isGuess: true } => ({
  given: [cellsBefore(columns, cells), cellsBefore(columns.toReversed(), cells.toReversed())],
  isGuess: true,
});
