import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { peek } from './peek.ts';
import { MAX_RECORD } from './types.ts';

/** One row of a table: its cells by column, or why it cannot be read. */
export type CsvRow =
  { row: number; cells: Record<string, string> } | { row: number; reason: string; raw: string };

interface CsvRecord {
  record: string[];
  raw: string;
  /** `records` counts those before this one and itself; broken ones are not counted. */
  info: { records: number };
}

/** A record that is no CSV. Its news comes at once, while the records before it are still on their way. */
interface Broken {
  recordsBefore: number;
  code: string;
  raw: string;
}

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
 * @param onHead is told the columns before the first row is given; it may throw
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: string | undefined,
  onHead: (columns: string[]) => void,
): AsyncGenerator<CsvRow> {
  const broken: Broken[] = [];
  const { head, all } = await peek(text, hasHead);
  const parser = parse({
    delimiter: delimiter ?? delimiterOf(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
    info: true,
    raw: true,
    on_skip: (error, raw) => {
      broken.push({
        recordsBefore: Number(error?.['records']),
        code: error?.code ?? 'unknown',
        raw: raw ?? '',
      });
      return undefined;
    },
  });
  const source = Readable.from(all);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);

  let row = 0;
  /** Its line goes before each line that cannot be read, so that this can be mended by itself. */
  let headLine = '';
  let columns: string[] | undefined;
  for await (const { record: cells, raw, info } of parser as AsyncIterable<CsvRecord>) {
    while (broken[0] && broken[0].recordsBefore < info.records)
      yield brokenRow(++row, headLine, broken.shift()!);
    row++;
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (!columns) {
      columns = cells.map((cell) => cell.trim());
      headLine = raw.replace(/[\r\n]*$/, '\n');
      const twice = columns.find((column, i) => column !== '' && columns!.indexOf(column) !== i);
      if (twice !== undefined) {
        yield { row, reason: `wrong head: two columns are called "${twice}"; the file is not read`, raw };
        source.destroy();
        return;
      }
      onHead(columns.filter(Boolean));
      continue;
    }
    if (cells.length !== columns.length) {
      const reason = `wrong number of cells: the row has ${cells.length}, the head ${columns.length}`;
      yield { row, reason, raw: headLine + raw.replace(/[\r\n]+$/, '') };
      continue;
    }
    const pairs = columns.map((column, i) => [column, cells[i]!] as const);
    yield { row, cells: Object.fromEntries(pairs.filter(([column]) => column !== '')) };
  }
  for (const each of broken) yield brokenRow(++row, headLine, each);
}

const brokenRow = (row: number, headLine: string, { code, raw }: Broken): CsvRow => ({
  row,
  reason:
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'truncated file: a quote is opened here and never closed; what follows it is not read'
      : `wrong format: the row is not CSV (${code})`,
  raw: headLine + raw,
});
