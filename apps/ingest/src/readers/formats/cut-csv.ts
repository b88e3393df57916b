import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { MAX_CSV_ROW } from '../../rows/types.ts';

/** A row of CSV: its cells, or those before an error. */
interface CsvPiece {
  cells: string[];
  /** Without its line end. */
  raw: string;
  /** How many lines it has. */
  lines: number;
  reason?: string;
  /** See `Reject`. */
  hidesRows?: true;
}

interface Parsed {
  record: string[];
  raw: string;
  /** `records` counts this record and those before it. */
  info: { records: number };
}

/** An error that ends the file: a quote that is never closed, or a row that is too long. */
interface Broken {
  recordsBefore: number;
  code: string | undefined;
  raw: string;
}

/**
 * Cuts CSV text into rows and cells. A cell that begins with a quote ends at the closing quote, over line ends; in other
 * cells a quote is an ordinary character. If a closing quote is not at the end of its cell, it was opened by mistake: the
 * lines from there to here are one wrong row, since its cells are ambiguous. Keeps one row in memory at a time.
 */
export async function* cutCsv(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvPiece> {
  let broken: Broken | undefined;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Allows quotes inside of unquoted cells: 5" disk.
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_CSV_ROW,
    info: true,
    raw: true,
    // Called at once, before the previous rows are yielded.
    on_skip: (error, raw) => {
      if (!broken) {
        broken = { recordsBefore: Number(error?.['records']), code: error?.code, raw: raw ?? '' };
        // The rest of the file is not read.
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

/** Returns the index of a cell whose quote closes before its end, or -1. The parser accepts such cells. */
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

/** Counts lines; a final line end begins no other. */
const countLines = (text: string): number => text.replace(/\r\n?$|\n$/, '').split(/\r\n?|\n/).length;

const spans = (from: number, to: number) =>
  to > from ? `the row spans lines ${from} to ${to}` : `the row is line ${from}`;

const wrongQuotes = (from: number, to: number) =>
  `wrong quotes: ${spans(from, to)}, where a quote is closed in the middle of a cell; close each quote at the end of its cell, and double those inside`;

const neverClosed = (from: number, to: number) =>
  `truncated file: a quote is opened and never closed; ${spans(from, to)}, the end of the file`;

const TOO_LONG =
  'too long: a row has more than 8 million characters, or a quote is never closed; the rest of the file is not read';
