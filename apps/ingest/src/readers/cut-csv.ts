import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { MAX_RECORD } from '../rows/types.ts';

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

interface Parsed {
  record: string[];
  raw: string;
  /** `records` counts those before this one and itself. */
  info: { records: number };
}

/** What ends the file: a quote that is never closed, or a row without end. */
interface Broken {
  recordsBefore: number;
  code: string | undefined;
  raw: string;
}

/**
 * Cuts CSV text into rows and cells. A cell that begins with a quote goes on to the one that closes it, over line ends;
 * in other cells quotes are like any other character. Where a closing quote is followed by anything but the end of the
 * cell, it was opened by mistake: the lines from there to here are one wrong row, since nobody knows where its cells
 * end. Only one row is held at a time.
 */
export async function* cutCsv(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvPiece> {
  let broken: Broken | undefined;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Else quotes inside unquoted cells were errors: 5" disk.
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
    info: true,
    raw: true,
    // At once, while the rows before are still on their way.
    on_skip: (error, raw) => {
      if (!broken) {
        broken = { recordsBefore: Number(error?.['records']), code: error?.code, raw: raw ?? '' };
        // What comes after a row without end is not read.
        source.unpipe(parser);
        parser.end();
      }
      return undefined;
    },
  });
  const source = Readable.from(chunks);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let line = 1;
  try {
    for await (const { record, raw, info } of parser as AsyncIterable<Parsed>) {
      if (broken && broken.recordsBefore < info.records) break;
      const text = raw.replace(/\r\n$|[\r\n]$/, '');
      const hasQuotes = text.includes('"');
      const lines = hasQuotes ? countLines(text) : 1;
      const wrong = hasQuotes ? misquoted(record, text) : -1;
      yield wrong === -1
        ? { cells: record, raw: text, lines }
        : {
            cells: record.slice(0, wrong),
            raw: text,
            lines,
            reason: wrongQuotes(line, line + lines - 1),
            ...(lines > 1 && { hidesRows: true }),
          };
      line += lines;
    }
    if (broken) yield lastPiece(broken, line);
  } finally {
    source.destroy();
  }
}

/** The cell whose quote is closed before its end, which the parser takes as it stands: -1 when there is none. */
function misquoted(cells: string[], raw: string): number {
  let at = 0;
  return cells.findIndex((cell) => {
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    const isQuoted = raw.startsWith(quoted, at);
    if (!isQuoted && raw[at] === '"') return true;
    at += (isQuoted ? quoted : cell).length + 1;
    return false;
  });
}

function lastPiece({ code, raw }: Broken, line: number): CsvPiece {
  const lines = countLines(raw);
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return { cells: [], raw, lines, reason: neverClosed(line, line + lines - 1), hidesRows: true };
  }
  return { cells: [], raw: raw.slice(0, 200), lines: 1, reason: TOO_LONG, hidesRows: true };
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
