import { cutCsv } from './cut-csv.ts';
import { peek } from '../files/peek.ts';
import { MAX_RECORD, type Reject } from '../rows/types.ts';

type Cells = Record<string, string>;

/** One row of a table: its cells by column, or why it cannot be read and what it may say. */
export type CsvRow =
  | { row: number; cells: Cells; warnings?: string[] }
  | ({ row: number; reason: string; raw: string; given?: Cells[] } & Pick<Reject, 'isGuess' | 'hidesRows'>);

/** Whether the first line that is not empty is whole. */
const hasHead = (text: string) => text.length >= MAX_RECORD || /\S[^\r\n]*[\r\n]/.test(text);

/** What parts the cells of a head without a comma: spreadsheets of many countries write semicolons. */
function delimiterOf(head: string): string {
  const [line = ''] = head
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  return [',', ';', '\t', '|'].find((each) => line.includes(each)) ?? ',';
}

/**
 * Reads CSV: quoted line ends, any kind of line end, quotes inside unquoted cells. The first row is the head; a row
 * without any content is passed over.
 * @param delimiter what parts the cells; without it the head tells
 * @param onHead is told the columns before the first row is given, and may say why the table is not read; it may throw
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: string | undefined,
  onHead: (columns: string[]) => string | void,
): AsyncGenerator<CsvRow> {
  const { head, all } = await peek(text, hasHead);
  let row = 0;
  /** Its line goes before each line that cannot be read, so that this can be mended by itself. */
  let headLine = '';
  let columns: string[] | undefined;
  for await (const piece of cutCsv(all, delimiter ?? delimiterOf(head))) {
    const { cells, raw, lines, reason, hidesRows } = piece;
    row++;
    if (reason === undefined && cells.every((cell) => cell.trim() === '')) continue;
    if (!columns) {
      columns = cells.map((cell) => cell.trim());
      headLine = `${raw}\n`;
      const problem = reason ?? headProblem(columns) ?? onHead(columns.filter(Boolean));
      if (problem === undefined) continue;
      yield { row, reason: problem, raw, hidesRows: true };
      return;
    }
    const wrong = reason ?? wrongNumber(cells, columns);
    if (wrong === undefined) yield { row, ...namedCells(columns, cells) };
    else {
      const given =
        reason === undefined ? eitherWay(columns, cells) : { given: [cellsBefore(columns, cells)] };
      yield { row, reason: wrong, raw: headLine + raw, ...given, ...(hidesRows && { hidesRows }) };
      // A quote that was opened by mistake has taken rows for a part of this one.
      if (reason !== undefined) row += lines - 1;
    }
  }
}

function headProblem(columns: string[]): string | undefined {
  const twice = columns.find((column, i) => column !== '' && columns.indexOf(column) !== i);
  return twice === undefined
    ? undefined
    : `wrong head: two columns are called "${twice}"; the file is not read`;
}

const wrongNumber = (cells: string[], columns: string[]): string | undefined =>
  cells.length === columns.length
    ? undefined
    : `wrong number of cells: the row has ${cells.length}, the head ${columns.length}`;

/** The cells by their columns; those of a column without a name are left out. */
function namedCells(columns: string[], cells: string[]): { cells: Cells; warnings?: string[] } {
  const named = cellsBefore(columns, cells);
  const lost = cells.findIndex((cell, i) => columns[i] === '' && cell.trim() !== '');
  if (lost === -1) return { cells: named };
  const warning = `unnamed column: the head has no name for column ${lost + 1}; what stands there is left out`;
  return { cells: named, warnings: [warning] };
}

const cellsBefore = (columns: string[], cells: string[]): Cells =>
  Object.fromEntries(
    columns.flatMap((column, i) => (column === '' || i >= cells.length ? [] : [[column, cells[i]!]])),
  );

/** Where a delimiter is missing or one too many, the cells before it stand right from the left, those behind it from the right. */
const eitherWay = (columns: string[], cells: string[]): { given: Cells[]; isGuess: true } => ({
  given: [cellsBefore(columns, cells), cellsBefore(columns.toReversed(), cells.toReversed())],
  isGuess: true,
});
