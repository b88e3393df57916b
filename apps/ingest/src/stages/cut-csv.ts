import { MAX_RECORD } from './types.ts';

/** A row of CSV text as it stands: its cells, or as many as come before what is wrong with it. */
export interface CsvPiece {
  cells: string[];
  /** Without its line end. */
  raw: string;
  /** How many lines it takes. */
  lines: number;
  reason?: string;
  /** See `Reject`. */
  hidesRows?: true;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Cuts CSV text into rows and cells. A cell that begins with a quote goes on to the one that closes it, over line ends;
 * in other cells quotes are like any other character. Where a closing quote is followed by anything but the end of the
 * cell, it was opened by mistake: the lines from there to here are one wrong row, since nobody knows where its cells
 * end. Only one row is held at a time.
 */
export async function* cutCsv(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvPiece> {
  const mark = delimiter.charCodeAt(0);
  let text = '';
  let at = 0;
  /** Where the row and the cell begin that are being read. */
  let start = 0;
  let cell = 0;
  let cells: string[] = [];
  /** What a quoted cell holds that was closed just now. */
  let closed: string | undefined;
  let isQuoted = false;
  /** Where a quote was closed in the middle of a cell. */
  let wrong = -1;
  let hasQuotes = false;
  let line = 1;

  const piece = (end: number): CsvPiece => {
    const raw = text.slice(start, end);
    const lines = hasQuotes ? countLines(raw) : 1;
    const from = line;
    line += lines;
    if (wrong === -1) return { cells, raw, lines };
    const to = from + countLines(text.slice(start, wrong)) - 1;
    const isMany = to > from ? ({ hidesRows: true } as const) : {};
    return { cells, raw, lines, reason: wrongQuotes(from, to), ...isMany };
  };

  for await (const chunk of endingWith(undefined, chunks)) {
    const isEnd = chunk === undefined;
    text = text.slice(start) + (chunk ?? '');
    at -= start;
    cell -= start;
    if (wrong !== -1) wrong -= start;
    start = 0;
    while (at < text.length) {
      if (isQuoted) {
        const quote = text.indexOf('"', at);
        at = quote === -1 ? text.length : quote;
        const next = text.charCodeAt(at + 1);
        // The next chunk tells whether the quote is doubled.
        if (quote === -1 || (Number.isNaN(next) && !isEnd)) break;
        isQuoted = next === QUOTE;
        at += isQuoted ? 2 : 1;
        if (isQuoted) continue;
        if (next === mark || next === LF || next === CR || Number.isNaN(next))
          closed = text.slice(cell + 1, quote).replaceAll('""', '"');
        else wrong = quote;
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE && at === cell && wrong === -1) {
        isQuoted = hasQuotes = true;
        at++;
      } else if (code === LF || code === CR || code === mark) {
        if (code === CR && at + 1 === text.length && !isEnd) break;
        if (wrong === -1) cells.push(closed ?? text.slice(cell, at));
        closed = undefined;
        const end = at++;
        if (code === CR && text.charCodeAt(at) === LF) at++;
        cell = at;
        if (code === mark) continue;
        yield piece(end);
        start = at;
        cells = [];
        wrong = -1;
        hasQuotes = false;
      } else at++;
    }
    if (text.length - start > MAX_RECORD) {
      yield { cells, raw: text.slice(start, start + 200), lines: 1, reason: TOO_LONG, hidesRows: true };
      return;
    }
  }
  if (start === text.length) return;
  if (isQuoted) {
    const raw = text.slice(start);
    const lines = countLines(raw);
    yield { cells, raw, lines, reason: neverClosed(line, line + lines - 1), hidesRows: true };
    return;
  }
  if (wrong === -1) cells.push(closed ?? text.slice(cell));
  yield piece(text.length);
}

async function* endingWith<T, End>(end: End, items: AsyncIterable<T>): AsyncGenerator<T | End> {
  yield* items;
  yield end;
}

/** The line end after the last line begins no other. */
const countLines = (text: string): number => text.replace(/\r\n?$|\n$/, '').split(/\r\n?|\n/).length;

const spans = (from: number, to: number) =>
  to > from ? `the row spans lines ${from} to ${to}` : `the row is line ${from}`;

const wrongQuotes = (from: number, to: number) =>
  `wrong quotes: ${spans(from, to)}, where a quote is closed in the middle of a cell; close each quote at the end of its cell, and double those inside`;

const neverClosed = (from: number, to: number) =>
  `truncated file: a quote is opened and never closed; ${spans(from, to)}, the end of the file`;

const TOO_LONG =
  'too long: a row has more than 64 million characters, or a quote is never closed; the rest of the file is not read';
