import { isUtf8 } from 'node:buffer';
import { plainHtml, TAG } from '../texts/convert.ts';
import { htmlTree } from '../texts/markdown.ts';
import { rawText } from '../texts/nodes.ts';
import { isReject, type Parsed } from '../rows/types.ts';
import { cut } from '../rows/cut.ts';

/**
 * Reads the texts of records as plain text: decodes HTML entities once, and removes the tags of HTML, with a warning.
 * Warns of text that was decoded in a wrong encoding. Addresses, and the content of documents, stay as they are.
 */
export async function* plainTexts(rows: AsyncIterable<Parsed>): AsyncGenerator<Parsed> {
  for await (const row of rows) {
    if (isReject(row) || !isAffected(row.value)) {
      yield row;
      continue;
    }
    const warnings: string[] = [];
    const value = plain(row.value, '', warnings);
    const raw = row.raw === undefined ? row.value : row.raw;
    yield warnings.length === 0
      ? row
      : { ...row, value, raw, warnings: [...(row.warnings ?? []), ...warnings] };
  }
}

/** The content of a document has its own markup. */
const MARKED_UP = new Set(['content', 'html', 'markdown']);
const MAX_DEPTH = 20;

/** Returns whether a value has a text that may not be plain. Most rows have none, and are not copied. */
function isAffected(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return /[&<\u0080-\uffff]/.test(value);
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return false;
  return Object.values(value).some((item) => isAffected(item, depth + 1));
}

function plain(value: unknown, path: string, warnings: string[], depth = 0): unknown {
  if (typeof value === 'string') return plainText(value, path, warnings);
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item, i) => plain(item, `${path}[${i}]`, warnings, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      MARKED_UP.has(key) ? item : plain(item, path === '' ? key : `${path}.${key}`, warnings, depth + 1),
    ]),
  );
}

const ADDRESS = /^\s*(?:https?:\/\/|www\.)\S*\s*$/i;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

function plainText(text: string, path: string, warnings: string[]): string {
  if (ADDRESS.test(text)) return text;
  const meant = text.replaceAll(MISREAD, (run) => decodedAgain(run) ?? run);
  if (meant !== text)
    warnings.push(`mojibake: ${path} is ${shown(text)}; it may be ${shown(meant)}, read in a wrong encoding`);
  if (TAG.test(text)) {
    const read = plainHtml(text);
    warnings.push(`html tags: ${path} is read as ${shown(read)}, not ${shown(text)}`);
    return read;
  }
  if (!ENTITY.test(text)) return text;
  // The tree keeps line ends. Without "<" it has no elements.
  const read = rawText(htmlTree(text.replaceAll('<', '&lt;')));
  if (read === text) return text;
  const twice = ENTITY.test(read) ? '; it was encoded twice: correct the source' : '';
  warnings.push(`html entities: ${path} is read as ${shown(read)}, not ${shown(text)}${twice}`);
  return read;
}

const shown = (text: string): string => JSON.stringify(cut(text, 80));

/** The characters of bytes 80 to 9f in windows-1252; the other bytes have the numbers of their characters. */
const WINDOWS = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, i) => [
    character,
    0x80 + i,
  ]),
);
const FOLLOWING = `[\\u0080-\\u00bf${[...WINDOWS.keys()].join('')}]`;
/** Characters of UTF-8 of two to four bytes that were read as windows-1252: `Ã©`, `â€™`. */
const MISREAD = new RegExp(`(?:[ÂÃÄÅÎÏÐÑØÙ]${FOLLOWING}|[âãàä-é]${FOLLOWING}{2}|ð${FOLLOWING}{3})+`, 'gu');

function decodedAgain(run: string): string | undefined {
  const bytes = Buffer.from([...run].map((character) => WINDOWS.get(character) ?? character.codePointAt(0)!));
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
