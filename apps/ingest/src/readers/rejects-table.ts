import { isObject, isReject, type Parsed } from '../rows/types.ts';
import type { Reader } from './reader.ts';
import type { RejectedLine } from './rejects.ts';

/** The columns of a rejects file in CSV, before the columns of the rows themselves. */
const OWN = [
  'reject_file',
  'reject_row',
  'reject_reason',
  'reject_load',
  'reject_is_text',
  'reject_raw',
] as const;
type OwnCells = Record<(typeof OWN)[number], string>;

/** Returns whether a text begins as a rejects file in CSV, also after a spreadsheet program saved it. */
export const beginsAsRejectsTable = (head: string): boolean => /^"?reject_file"?[,;\t]/.test(head);

/** The cells of a rejected row: text that can be edited in a spreadsheet; undefined for a row of another form. */
export function cellsOf({ raw, isText }: RejectedLine): Record<string, string> | undefined {
  if (!isText || !isObject(raw)) return undefined;
  const isPlain = Object.entries(raw).every(
    ([column, cell]) => typeof cell === 'string' && !(OWN as readonly string[]).includes(column),
  );
  return isPlain ? (raw as Record<string, string>) : undefined;
}

/** Returns the header of a rejects file in CSV. Its mark of UTF-8 is for spreadsheet programs. */
export const rejectsHeader = (columns: Iterable<string>): string => `\uFEFF${csvRow([...OWN, ...columns])}`;

/** Returns a rejected row in CSV. A row that is not cells of text is JSON in one cell. */
export function rejectsRow(line: RejectedLine, columns: string[]): string {
  const cells = cellsOf(line);
  const own: OwnCells = {
    reject_file: line.file,
    reject_row: String(line.row),
    reject_reason: line.reason,
    reject_load: line.load ? JSON.stringify(line.load) : '',
    reject_is_text: line.isText ? 'true' : '',
    reject_raw: cells ? '' : JSON.stringify(line.raw),
  };
  return csvRow([...OWN.map((name) => own[name]), ...columns.map((column) => cells?.[column] ?? '')]);
}

const csvRow = (cells: string[]): string =>
  `${cells.map((cell) => (/^\s|\s$|[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;

/** Reads a rejects file in CSV as the lines of one in NDJSON. */
export const rejectsTableReader = (table: Reader): Reader => ({
  async *read(source) {
    for await (const row of table.read({ ...source, onColumns: undefined })) {
      if (isReject(row) || !isObject(row.value)) yield row;
      else yield lineOf(row, row.value as Record<string, string>);
    }
  },
});

function lineOf({ file, row }: Parsed, cells: Record<string, string>): Parsed {
  try {
    const { reject_file = '', reject_row = '', reject_reason = '', ...given } = cells;
    const { reject_load = '', reject_is_text = '', reject_raw = '', ...raw } = given;
    // A row with `reject_raw` is written with empty cells, so cells with text are its correction.
    const isCorrected = Object.values(raw).some((cell) => cell.trim() !== '');
    const value: RejectedLine = {
      file: reject_file,
      row: Number(reject_row),
      reason: reject_reason,
      raw: reject_raw.trim() === '' || isCorrected ? raw : (JSON.parse(reject_raw) as unknown),
      ...((isCorrected || reject_is_text.trim() !== '') && { isText: true }),
      ...(reject_load.trim() !== '' && { load: JSON.parse(reject_load) as RejectedLine['load'] }),
    };
    return { file, row, value };
  } catch (error) {
    return {
      file,
      row,
      reason: `wrong format: reject_raw or reject_load is not JSON: ${(error as Error).message}`,
      raw: cells,
    };
  }
}
