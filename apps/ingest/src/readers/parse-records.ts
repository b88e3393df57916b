import type { Kind } from '../kinds/kind.ts';
import { hasWrongBytes, showWrongBytes } from '../files/decode.ts';
import { readCsv } from './csv.ts';
import { cutJson } from './json.ts';
import { lines } from '../files/lines.ts';
import { readYaml } from './yaml.ts';
import type { Format, ParseOptions } from './parse-options.ts';
import { readAll, WRONG_ENCODING } from '../files/read-whole.ts';
import { repeatedKey } from './repeated-key.ts';
import { isRejectedLine, readRejected } from './rejects.ts';
import { columnsIn, itemsAt } from '../rows/items-at.ts';
import type { SourceFile } from '../files/source.ts';
import { isReject, UsageError, type Parsed, type Place } from '../rows/types.ts';

/** The records of a text in a format; see `parseFile`. */
export async function* parseAs(
  format: Format,
  file: SourceFile,
  text: AsyncIterable<string>,
  options: ParseOptions,
): AsyncGenerator<Parsed> {
  if (format === 'md' || format === 'html') throw new UsageError(`--format ${format} goes with documents.`);
  if (format === 'ndjson') yield* withColumns(parseNdjson(file, text, options), file, options);
  else if (format === 'json') yield* withColumns(parseJson(file, text, options), file, options);
  else if (format === 'yaml') yield* parseYaml(file, text, options);
  else yield* parseTable(file, text, format === 'tsv' ? '\t' : undefined, options);
}

/** What a text without a telling name is: JSON in one piece, JSON by the line, or a table. */
export function formatOf(head: string): Format {
  const start = head.trimStart();
  if (start.startsWith('[')) return 'json';
  if (!start.startsWith('{')) return 'csv';
  // By the line when the first line is whole in itself.
  const first = start.split('\n', 1)[0]!;
  return first.length < start.length && first.trimEnd().endsWith('}') ? 'ndjson' : 'json';
}

/** Records with more names of fields than this have data for names. */
const MAX_COLUMNS = 10_000;

/** The records as they are; only at their end it is known, and told, which columns they have. */
async function* withColumns(
  records: AsyncGenerator<Parsed>,
  { name: file }: SourceFile,
  { onHead }: ParseOptions,
): AsyncGenerator<Parsed> {
  const columns = new Set<string>();
  for await (const record of records) {
    // Rows that were rejected need not have between them all that their table had.
    if (onHead && !isReject(record) && !record.isMended && columns.size < MAX_COLUMNS) {
      const { value, around = [] } = record;
      for (const column of columnsIn([{ value, around }])) columns.add(column);
    }
    yield record;
  }
  if (columns.size > 0 && columns.size < MAX_COLUMNS) onHead?.([...columns], file);
}

async function* parseNdjson(
  source: SourceFile,
  text: AsyncIterable<string>,
  { rows }: ParseOptions,
): AsyncGenerator<Parsed> {
  const file = source.name;
  const readText = (rejected: string) => parseAs(formatOf(rejected), source, oneText(rejected), { rows });
  for await (const line of lines(text)) {
    const place = { file, row: line.number };
    if (line.isTooLong)
      yield { ...place, reason: 'too long: the line has more than 64 million characters', raw: line.text };
    else if (line.text.trim() !== '') {
      const parsed = parseValue(place, line.text, line.isLast);
      if (!isReject(parsed) && isRejectedLine(parsed.value)) {
        yield* readRejected(parsed.value, place, readText);
        continue;
      }
      if (rows === undefined || isReject(parsed)) {
        yield parsed;
        continue;
      }
      const items = [...itemsAt(parsed.value, rows)];
      for (const { value, around } of items) yield { ...place, value, around };
      if (items.length === 0) yield { ...place, reason: NO_ROWS, raw: line.text };
    }
  }
}

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}

async function* parseJson(
  { name: file }: SourceFile,
  text: AsyncIterable<string>,
  { rows = [] }: ParseOptions,
): AsyncGenerator<Parsed> {
  let row = 0;
  let pieces = 0;
  for await (const piece of cutJson(text)) {
    pieces++;
    const place = { file, row: row + 1 };
    const parsed: Parsed =
      'reason' in piece
        ? { ...place, reason: piece.reason, raw: showWrongBytes(piece.text), hidesRows: true }
        : parseValue(place, piece.text, false);
    if (isReject(parsed)) yield { ...parsed, row: ++row };
    else
      for (const { value, around } of itemsAt(parsed.value, rows))
        yield { file, row: ++row, value, around, ...(parsed.warnings && { warnings: parsed.warnings }) };
  }
  if (row === 0 && pieces > 0) yield { file, row: 1, reason: NO_ROWS, raw: null };
}

function parseValue(place: Place, text: string, isLast: boolean): Parsed {
  const raw = showWrongBytes(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = (error as Error).message.replace(/, ("|\.\.\.)[^]*$/, '');
    const isCut = isLast && /end of JSON input|unterminated/i.test(problem);
    if (isCut) return { ...place, reason: CUT_OFF, raw, hidesRows: true };
    const reason = `wrong format: the record is not JSON: ${problem}`;
    return { ...place, reason: hasWrongBytes(text) ? WRONG_ENCODING : reason, raw };
  }
  if (hasWrongBytes(text)) return { ...place, reason: WRONG_ENCODING, raw, given: [value] };
  // Even to write it down again would be too much for the program.
  if (text.length > MAX_DEPTH && isDeeper(value, MAX_DEPTH)) return { ...place, reason: TOO_DEEP, raw };
  const twice = repeatedKey(text.trim(), value);
  if (twice === undefined) return { ...place, value };
  return { ...place, value, warnings: [`repeated field: "${twice}" is given twice; the last one counts`] };
}

const CUT_OFF = 'truncated file: it ends in the middle of this record';
const MAX_DEPTH = 500;
const TOO_DEEP = `invalid record: it is nested more than ${MAX_DEPTH} levels deep`;

const isDeeper = (value: unknown, levels: number): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));

async function* parseTable(
  { name: file }: SourceFile,
  text: AsyncIterable<string>,
  delimiter: string | undefined,
  { onHead, headProblem }: ParseOptions,
): AsyncGenerator<Parsed> {
  const check = (columns: string[]) => {
    onHead?.(columns, file);
    return headProblem?.(columns);
  };
  for await (const { row, ...line } of readCsv(text, delimiter, check)) {
    const place = { file, row };
    if ('reason' in line) yield { ...place, ...line, raw: showWrongBytes(line.raw), isText: true };
    else if (Object.values(line.cells).some(hasWrongBytes)) {
      const raw = Object.fromEntries(
        Object.entries(line.cells).map(([column, cell]) => [column, showWrongBytes(cell)]),
      );
      yield { ...place, reason: WRONG_ENCODING, raw, isText: true, given: [line.cells] };
    } else
      yield { ...place, value: line.cells, isText: true, ...(line.warnings && { warnings: line.warnings }) };
  }
}

async function* parseYaml(
  { name: file }: SourceFile,
  text: AsyncIterable<string>,
  { rows, onHead }: ParseOptions,
): AsyncGenerator<Parsed> {
  const whole = await readAll(text);
  if ('reason' in whole) {
    yield { file, row: 1, ...whole, hidesRows: true };
    return;
  }
  const read = [...readYaml(whole.text, rows)];
  const items = read.filter((row) => 'value' in row);
  if (items.length > 0) onHead?.(columnsIn(items), file);
  if (read.length === 0) yield { file, row: 1, reason: NO_ROWS, raw: null };
  for (const { line, ...row } of read) {
    yield 'reason' in row
      ? { file, row: line, ...row, raw: null, hidesRows: true }
      : { file, row: line, ...row };
  }
}

const NO_ROWS = 'wrong format: there are no records in the file where they should be';

/** The record of a file that holds one, in a form of the kind's own. */
export async function* readOne(
  { name: file, modified }: SourceFile,
  text: AsyncIterable<string>,
  reader: NonNullable<Kind['readers']>[string],
  { defaults = {} }: ParseOptions,
): AsyncGenerator<Parsed> {
  const place = { file, row: 1 };
  const whole = await readAll(text);
  const date = defaults.date === 'file' ? modified?.toISOString().slice(0, 10) : defaults.date;
  const reading = reader('reason' in whole ? whole.raw : whole.text, file, { ...defaults, date });
  const given = 'reason' in reading ? reading.given : [reading.record];
  // A page is mended in its own file.
  if ('reason' in whole) yield { ...place, reason: whole.reason, raw: null, given };
  else if (whole.text.includes('\u0000'))
    yield { ...place, reason: 'invalid text: the page has the character U+0000', raw: null, given };
  else if ('reason' in reading) yield { ...place, reason: reading.reason, raw: null, given };
  else yield { ...place, value: reading.record, raw: null, warnings: reading.warnings };
}
