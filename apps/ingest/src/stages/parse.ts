import type { Kind } from '../kinds/kind.ts';
import { decode, hasWrongBytes, showWrongBytes } from './decode.ts';
import { readCsv } from './parse-csv.ts';
import { cutJson } from './parse-json.ts';
import { lines } from './parse-lines.ts';
import type { SourceFile } from './source.ts';
import { MAX_RECORD, type Parsed } from './types.ts';

export const formats = ['ndjson', 'json', 'csv', 'tsv'] as const;
export type Format = (typeof formats)[number];

const FORMAT_OF: Record<string, Format> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'tsv',
};

/** The extensions of the files that a kind reads. */
export const extensionsOf = (kind: Kind): Set<string> =>
  new Set([...Object.keys(FORMAT_OF), ...Object.keys(kind.readers ?? {})]);

export interface ParseOptions {
  /** The format of every file; else each file's extension or beginning tells it. */
  format?: Format;
  encoding?: string;
  /** Is told the columns of each table before its first row; it may throw. */
  onHead?: (columns: string[], file: string) => void;
  /** Is told how many bytes were read. */
  onBytes?: (count: number) => void;
}

/** The records of a file, in order, each with its place; what cannot be read is a reject. */
export async function* parseFile(
  file: SourceFile,
  kind: Kind,
  options: ParseOptions,
): AsyncGenerator<Parsed> {
  const text = decode(counted(file.open(), options.onBytes), options.encoding);
  const reader = kind.readers?.[file.extension];
  if (reader && !options.format) {
    yield* readWhole(file, text, reader);
    return;
  }
  const known = options.format ?? FORMAT_OF[file.extension];
  if (known) {
    yield* parseAs(known, file, text, options);
    return;
  }
  const { head, all } = await peek(text);
  const whole = Object.values(kind.readers ?? {})[0];
  if (whole && /^---\r?\n/.test(head)) yield* readWhole(file, all, whole);
  else yield* parseAs(formatOf(head), file, all, options);
}

async function* parseAs(
  format: Format,
  file: SourceFile,
  text: AsyncIterable<string>,
  options: ParseOptions,
): AsyncGenerator<Parsed> {
  if (format === 'ndjson') yield* parseNdjson(file, text);
  else if (format === 'json') yield* parseJson(file, text);
  else yield* parseTable(file, text, format === 'tsv' ? '\t' : ',', options);
}

async function* parseNdjson({ name: file }: SourceFile, text: AsyncIterable<string>): AsyncGenerator<Parsed> {
  for await (const line of lines(text)) {
    const place = { file, row: line.number };
    if (line.isTooLong)
      yield { ...place, reason: 'too long: the line has more than 64 million characters', raw: line.text };
    else if (line.text.trim() !== '') yield parseValue(place, line.text, line.isLast);
  }
}

async function* parseJson({ name: file }: SourceFile, text: AsyncIterable<string>): AsyncGenerator<Parsed> {
  let row = 0;
  for await (const piece of cutJson(text)) {
    const place = { file, row: ++row };
    if ('reason' in piece) yield { ...place, reason: piece.reason, raw: showWrongBytes(piece.text) };
    else yield parseValue(place, piece.text, false);
  }
}

function parseValue(place: { file: string; row: number }, text: string, isLast: boolean): Parsed {
  if (hasWrongBytes(text)) return { ...place, reason: WRONG_ENCODING, raw: showWrongBytes(text) };
  try {
    return { ...place, value: JSON.parse(text) as unknown };
  } catch (error) {
    const problem = (error as Error).message.replace(/, ("|\.\.\.)[^]*$/, '');
    const isCut = isLast && /end of JSON input|unterminated/i.test(problem);
    const reason = isCut
      ? 'truncated file: it ends in the middle of this record'
      : `wrong format: the record is not JSON: ${problem}`;
    return { ...place, reason, raw: text };
  }
}

async function* parseTable(
  { name: file }: SourceFile,
  text: AsyncIterable<string>,
  delimiter: string,
  { onHead }: ParseOptions,
): AsyncGenerator<Parsed> {
  for await (const line of readCsv(text, delimiter, (columns) => onHead?.(columns, file))) {
    const place = { file, row: line.row };
    if ('reason' in line) yield { ...place, reason: line.reason, raw: showWrongBytes(line.raw) };
    else if (Object.values(line.cells).some(hasWrongBytes)) {
      const raw = Object.fromEntries(
        Object.entries(line.cells).map(([column, cell]) => [column, showWrongBytes(cell)]),
      );
      yield { ...place, reason: WRONG_ENCODING, raw };
    } else yield { ...place, value: line.cells, isText: true };
  }
}

async function* readWhole(
  { name: file }: SourceFile,
  text: AsyncIterable<string>,
  reader: NonNullable<Kind['readers']>[string],
): AsyncGenerator<Parsed> {
  const place = { file, row: 1 };
  let whole = '';
  for await (const part of text) {
    whole += part;
    if (whole.length > MAX_RECORD) {
      yield {
        ...place,
        reason: 'too long: the file has more than 64 million characters',
        raw: whole.slice(0, 200),
      };
      return;
    }
  }
  if (hasWrongBytes(whole)) {
    yield { ...place, reason: WRONG_ENCODING, raw: showWrongBytes(whole) };
    return;
  }
  const reading = reader(whole, file);
  if ('reason' in reading) yield { ...place, reason: reading.reason, raw: whole };
  else yield { ...place, value: reading.record, raw: whole, warnings: reading.warnings };
}

const WRONG_ENCODING = 'wrong encoding: the row has bytes that are not text in the encoding of the load';

/** What a text without a telling name is: JSON in one piece, JSON by the line, or a table. */
function formatOf(head: string): Format {
  const start = head.trimStart();
  if (start.startsWith('[')) return 'json';
  if (!start.startsWith('{')) return 'csv';
  // By the line when the first line is whole in itself.
  const first = start.split('\n', 1)[0]!;
  return first.length < start.length && first.trimEnd().endsWith('}') ? 'ndjson' : 'json';
}

async function peek(text: AsyncIterable<string>): Promise<{ head: string; all: AsyncIterable<string> }> {
  const parts = text[Symbol.asyncIterator]();
  let head = '';
  let isDone = false;
  // Only of JSON objects must the first line be seen, to tell one from many.
  while (!isDone && (head.trim() === '' || (/^\s*\{[^\n]*$/.test(head) && head.length < MAX_RECORD))) {
    const part = await parts.next();
    isDone = part.done === true;
    if (!part.done) head += part.value;
  }
  return {
    head,
    all: (async function* () {
      yield head;
      if (!isDone) yield* { [Symbol.asyncIterator]: () => parts };
    })(),
  };
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: ((count: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}
