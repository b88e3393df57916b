import { showWrongBytes, hasWrongBytes, reread } from './decode.ts';
import { MAX_RECORD } from '../rows/types.ts';

/** A whole text, or why it cannot be read, with its beginning. */
export type Whole = { text: string } | { reason: string; raw: string };

/** Reads a text that is parsed as a whole. */
export async function readAll(parts: AsyncIterable<string>): Promise<Whole> {
  let text = '';
  for await (const part of parts) {
    text += part;
    if (text.length > MAX_RECORD) {
      return { reason: 'too long: the file has more than 64 million characters', raw: text.slice(0, 200) };
    }
  }
  if (!hasWrongBytes(text)) return { text };
  const named = encodingInHtml(text);
  const again = named === undefined ? text : reread(text, named);
  if (!hasWrongBytes(again)) return { text: again };
  return { reason: WRONG_ENCODING, raw: showWrongBytes(text) };
}

export const WRONG_ENCODING =
  'wrong encoding: the row has bytes that are not text in the encoding of the load';

/** Returns the encoding that HTML or an XML declaration names in the first 4 KB. */
function encodingInHtml(text: string): string | undefined {
  const name = /<meta\b[^>]*\bcharset\s*=\s*["']?([\w-]+)|<\?xml\b[^>]*\bencoding\s*=\s*["']([\w-]+)/i.exec(
    text.slice(0, 4096),
  );
  const encoding = name?.[1] ?? name?.[2];
  try {
    return encoding === undefined ? undefined : new TextDecoder(encoding).encoding;
  } catch {
    return undefined;
  }
}
