import { itemsAt } from '../../rows/items-at.ts';
import { isReject, MAX_RECORD, type Parsed, type Row } from '../../rows/types.ts';
import { parseValue } from './json-value.ts';
import { NO_ROWS, type Format, type Source } from '../reader.ts';

/** NDJSON: one JSON record a line. Rows are numbered by their lines; empty lines are skipped. */
export const ndjson: Format = {
  extensions: ['.ndjson', '.jsonl'],
  begins: (head) => {
    const text = head.trimStart();
    const [first = ''] = text.split('\n', 1);
    return text.startsWith('{') && first.length < text.length && first.trimEnd().endsWith('}');
  },
  read,
};

async function* read({ name: file, text, rows }: Source): AsyncGenerator<Parsed> {
  for await (const line of lines(text)) {
    const place = { file, row: line.number };
    if (line.isTooLong) {
      yield { ...place, reason: 'too long: the line has more than 64 million characters', raw: line.text };
    } else if (line.text.trim() !== '') {
      const parsed = parseValue(place, line.text, line.isLast);
      if (rows === undefined || isReject(parsed)) yield parsed;
      else yield* rowsIn(parsed, rows, line.text);
    }
  }
}

/** The items of a line's value at a path, all numbered as their line. */
function* rowsIn({ value, file, row }: Row, path: string[], raw: string): Generator<Parsed> {
  const items = [...itemsAt(value, path)];
  for (const item of items) yield { file, row, value: item.value, around: item.around };
  if (items.length === 0) yield { file, row, reason: NO_ROWS, raw };
}

/** One line without its line end. `isLast` marks a line that no line end follows: the text may be cut off there. */
interface Line {
  text: string;
  number: number;
  isLast: boolean;
  isTooLong: boolean;
}

/** Splits a text at line ends of any kind. A line that is too long is cut, and the rest of it skipped. */
async function* lines(chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  const lineEnd = /\r\n?|\n/g;
  const emptyLines = /\n+/y;
  let rest = '';
  let number = 0;
  let isTooLong = false;
  let isAfterCr = false;
  for await (const chunk of chunks) {
    // This line feed belongs to the carriage return at the end of the last chunk.
    let start = isAfterCr && chunk.startsWith('\n') ? 1 : 0;
    if (chunk !== '') isAfterCr = chunk.endsWith('\r');
    for (lineEnd.lastIndex = start; ;) {
      const end = lineEnd.exec(chunk);
      if (!end) break;
      const text = rest + (isTooLong ? '' : chunk.slice(start, end.index));
      start = lineEnd.lastIndex;
      rest = '';
      number += 1;
      // Each line that is yielded takes as long as many empty ones.
      if (text === '' && !isTooLong) {
        emptyLines.lastIndex = start;
        const [more = ''] = emptyLines.exec(chunk) ?? [];
        number += more.length;
        start += more.length;
        lineEnd.lastIndex = start;
        continue;
      }
      yield { text, number, isLast: false, isTooLong };
      isTooLong = false;
      lineEnd.lastIndex = start;
    }
    if (isTooLong) continue;
    rest += chunk.slice(start);
    if (rest.length > MAX_RECORD) {
      rest = rest.slice(0, 200);
      isTooLong = true;
    }
  }
  if (rest !== '') yield { text: rest, number: number + 1, isLast: true, isTooLong };
}
