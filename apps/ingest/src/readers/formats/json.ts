import { showWrongBytes } from '../../files/decode.ts';
import { itemsAt } from '../../rows/items-at.ts';
import { isReject, MAX_RECORD, type Parsed } from '../../rows/types.ts';
import { parseValue } from './json-value.ts';
import { NO_ROWS, type Format, type Source } from '../reader.ts';

/** JSON: one record, an array of records, or records at a path. Rows are numbered from 1 in their order. */
export const json: Format = {
  extensions: ['.json'],
  begins: (head) => /^\s*[[{]/.test(head),
  read,
};

async function* read({ name: file, text, rows = [] }: Source): AsyncGenerator<Parsed> {
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
    else {
      const { value, ...rest } = parsed;
      for (const item of itemsAt(value, rows))
        yield { ...rest, row: ++row, value: item.value, around: item.around };
    }
  }
  if (row === 0 && pieces > 0) yield { file, row: 1, reason: NO_ROWS, raw: null };
}

/** A piece of JSON text: one record, or why there is none. */
type JsonPiece = { text: string } | { text: string; reason: string };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Cuts JSON text into the texts of its records, without parsing them: the elements of arrays, and objects outside of
 * arrays, one or many. Keeps one record in memory at a time. A record that the end of the file cuts off is a last piece with a
 * reason.
 */
export async function* cutJson(chunks: AsyncIterable<string>): AsyncGenerator<JsonPiece> {
  let text = '';
  let at = 0;
  /** Where the current record begins, or -1 between records. */
  let start = -1;
  let depth = 0;
  let inString = false;
  let inArray = false;

  for await (const chunk of chunks) {
    text = (start === -1 ? text.slice(at) : text.slice(start)) + chunk;
    at = start === -1 ? 0 : at - start;
    start = start === -1 ? -1 : 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (inString) {
        if (code === BACKSLASH) at++;
        else if (code === QUOTE) inString = false;
        if (inString || depth > 0) continue;
      } else if (start === -1) {
        if (BLANK.has(code) || (code === COMMA && inArray)) continue;
        if (code === 0x5b && !inArray) {
          inArray = true;
          continue;
        }
        if (code === 0x5d && inArray) {
          inArray = false;
          continue;
        }
        if (!inArray && code !== 0x7b) {
          yield { text: text.slice(at, at + 200), reason: 'wrong format: the file is not JSON from here on' };
          return;
        }
        start = at;
        if (OPENING.has(code)) depth = 1;
        else if (code === QUOTE) inString = true;
        continue;
      } else if (code === QUOTE) {
        inString = true;
        continue;
      } else if (OPENING.has(code)) {
        depth++;
        continue;
      } else if (depth > 0) {
        if (!CLOSING.has(code) || --depth > 0) continue;
      } else if (code !== COMMA && !CLOSING.has(code)) {
        // Part of a number, a word, or an invalid value.
        continue;
      }
      // The record ends here. A comma or bracket after a bare value is not part of it and is read again.
      const isBare = code === COMMA || (CLOSING.has(code) && !OPENING.has(text.charCodeAt(start)));
      yield { text: text.slice(start, isBare ? at : at + 1).trimEnd() };
      if (isBare) at--;
      start = -1;
    }
    if (start !== -1 && text.length - start > MAX_RECORD) {
      yield { text: text.slice(start, start + 200), reason: TOO_LONG };
      return;
    }
  }
  if (start !== -1) yield { text: text.slice(start), reason: CUT_OFF };
  else if (inArray) yield { text: '', reason: CUT_OFF };
}

const CUT_OFF = 'truncated file: it ends in the middle; the records before this one are whole';
const TOO_LONG =
  'too long: a record has more than 64 million characters, or its closing bracket is missing; the rest of the file is not read';
