import { isUtf8 } from 'node:buffer';

/**
 * Bytes that are not UTF-8 become private characters of plane 16, U+10FE00 plus the byte. No text uses these, so the
 * file is read to its end, and only the rows with such characters are rejected.
 */
const WRONG = 0x10fe00;
const WRONG_BYTES = /[\u{10FE00}-\u{10FEFF}]/u;
const EACH_WRONG_BYTE = /[\u{10FE00}-\u{10FEFF}]/gu;

/** Returns whether the text has bytes that are wrong in its encoding. */
export const hasWrongBytes = (text: string): boolean => WRONG_BYTES.test(text);

/** Writes wrong bytes as `\xNN`. */
export const showWrongBytes = (text: string): string =>
  text.replace(
    EACH_WRONG_BYTE,
    (character) => `\\x${(character.codePointAt(0)! - WRONG).toString(16).padStart(2, '0')}`,
  );

/** Decodes a text with wrong bytes again, in another encoding. */
export function reread(text: string, encoding: string): string {
  const pieces = text.split(/([\u{10FE00}-\u{10FEFF}])/u);
  const bytes = pieces.map((piece) =>
    WRONG_BYTES.test(piece) ? Buffer.from([piece.codePointAt(0)! - WRONG]) : Buffer.from(piece),
  );
  const decoder = otherDecoder(encoding);
  return decoder.write(Buffer.concat(bytes)) + decoder.end();
}

/**
 * Decodes bytes and drops the byte order mark. The mark overrides the encoding.
 * @param encoding a name that TextDecoder knows, such as `windows-1252` or `macintosh`; UTF-8 when absent
 */
export async function* decode(bytes: AsyncIterable<Uint8Array>, encoding?: string): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (decoder) {
      yield decoder.write(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < 3) continue;
    decoder = decoderFor(head, encoding);
    yield decoder.write(head);
  }
  decoder ??= decoderFor(head, encoding);
  const rest = head.length < 3 ? decoder.write(head) : '';
  yield rest + decoder.end();
}

interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

function decoderFor(head: Uint8Array, encoding = 'utf-8'): Decoder {
  const mark =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf
          ? 'utf-8'
          : '';
  const name = new TextDecoder(mark || encoding).encoding;
  return name === 'utf-8' ? utf8Decoder() : otherDecoder(name);
}

function otherDecoder(name: string): Decoder {
  const decoder = new TextDecoder(name);
  const marked = (text: string) => text.replaceAll('\uFFFD', String.fromCodePoint(WRONG + 0xff));
  return {
    write: (bytes) => marked(decoder.decode(bytes, { stream: true })),
    end: () => marked(decoder.decode()),
  };
}

function utf8Decoder(): Decoder {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  const read = (bytes: Buffer) => {
    const text = isUtf8(bytes) ? bytes.toString('utf8') : decodeMarking(bytes);
    const start = isFirst && text.startsWith('\uFEFF') ? 1 : 0;
    isFirst = false;
    return text.slice(start);
  };
  return {
    write: (bytes) => {
      const all =
        rest.length > 0
          ? Buffer.concat([rest, bytes])
          : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const end = all.length - unfinished(all);
      rest = Buffer.from(all.subarray(end));
      return read(all.subarray(0, end));
    },
    end: () => read(rest),
  };
}

/** Counts the bytes at the end, 0 to 3, of a character that the next chunk completes. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

const lengthOf = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1);

/** Decodes valid lines at once, and only the others character by character. */
function decodeMarking(bytes: Buffer): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    const line = bytes.subarray(start, end);
    parts.push(isUtf8(line) ? line.toString('utf8') : decodeLine(line));
    start = end;
  }
  return parts.join('');
}

function decodeLine(line: Buffer): string {
  let text = '';
  for (let at = 0; at < line.length;) {
    const length = lengthOf(line[at]!);
    const character = line.subarray(at, at + length);
    const isWhole = character.length === length && isUtf8(character);
    text += isWhole ? character.toString('utf8') : String.fromCodePoint(WRONG + line[at]!);
    at += isWhole ? length : 1;
  }
  return text;
}
