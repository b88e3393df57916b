import { MAX_RECORD } from './types.ts';

/** One line without its end. The last is one that no line end follows: the text may be cut off there. */
export interface Line {
  text: string;
  number: number;
  isLast: boolean;
  isTooLong: boolean;
}

/** The lines of a text, one at a time. A line that is too long is cut, and the rest of it skipped. */
export async function* lines(chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = '';
  let number = 0;
  let isTooLong = false;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const text = rest + (isTooLong ? '' : chunk.slice(start, end));
      yield { text: text.replace(/\r$/, ''), number: ++number, isLast: false, isTooLong };
      rest = '';
      isTooLong = false;
      start = end + 1;
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
