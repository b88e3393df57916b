import { MAX_RECORD } from '../rows/types.ts';

/** One line without its end. The last is one that no line end follows: the text may be cut off there. */
export interface Line {
  text: string;
  number: number;
  isLast: boolean;
  isTooLong: boolean;
}

/**
 * The lines of a text, one at a time, with any kind of line end. A line that is too long is cut, and the rest of it
 * skipped.
 */
export async function* lines(chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  const lineEnd = /\r\n?|\n/g;
  let rest = '';
  let number = 0;
  let isTooLong = false;
  let isAfterCr = false;
  for await (const chunk of chunks) {
    // A line feed at the beginning belongs to the carriage return that the last chunk ends with.
    let start = isAfterCr && chunk.startsWith('\n') ? 1 : 0;
    if (chunk !== '') isAfterCr = chunk.endsWith('\r');
    for (lineEnd.lastIndex = start; ;) {
      const end = lineEnd.exec(chunk);
      if (!end) break;
      const text = rest + (isTooLong ? '' : chunk.slice(start, end.index));
      start = lineEnd.lastIndex;
      rest = '';
      yield { text, number: ++number, isLast: false, isTooLong };
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
