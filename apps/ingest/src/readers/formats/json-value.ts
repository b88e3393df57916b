import { hasWrongBytes, showWrongBytes } from '../../files/decode.ts';
import { WRONG_ENCODING } from '../../files/read-whole.ts';
import type { Parsed, Place } from '../../rows/types.ts';

const CUT_OFF = 'truncated file: it ends in the middle of this record';
const MAX_DEPTH = 500;
const TOO_DEEP = `invalid record: it is nested more than ${MAX_DEPTH} levels deep`;

/**
 * Parses the JSON text of one record.
 * @param isLast whether nothing follows the text: the file may be cut off there
 */
export function parseValue(place: Place, text: string, isLast: boolean): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const raw = showWrongBytes(text);
    const problem = (error as Error).message.replace(/, ("|\.\.\.)[^]*$/, '');
    const isCut = isLast && /end of JSON input|unterminated/i.test(problem);
    if (isCut) return { ...place, reason: CUT_OFF, raw, hidesRows: true };
    const reason = `wrong format: the record is not JSON: ${problem}`;
    return { ...place, reason: hasWrongBytes(text) ? WRONG_ENCODING : reason, raw };
  }
  if (hasWrongBytes(text))
    return { ...place, reason: WRONG_ENCODING, raw: showWrongBytes(text), given: [value] };
  // JSON.stringify, which writes the rejects file, calls itself for each level.
  if (text.length > MAX_DEPTH && isDeeper(value, MAX_DEPTH)) return { ...place, reason: TOO_DEEP, raw: text };
  const repeated = repeatedKey(text.trim(), value);
  if (repeated === undefined) return { ...place, value };
  return {
    ...place,
    value,
    warnings: [`repeated field: "${repeated}" occurs twice; the last value is used`],
  };
}

const isDeeper = (value: unknown, levels: number): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));

/**
 * Returns a key that an object of the JSON text has twice, as it is written, or undefined. JSON.parse keeps the last
 * one without an error.
 * @param value the parsed text
 */
function repeatedKey(text: string, value: unknown): string | undefined {
  // Most texts are compact. Without a repeated key, such a text is as long as its value written again.
  return JSON.stringify(value).length === text.length ? undefined : findRepeated(text);
}

function findRepeated(text: string): string | undefined {
  /** The keys of the objects that are open; a list has none. */
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') open.push(new Set());
    else if (character === '}' || character === ']') open.pop();
    if (character !== '"') continue;
    const start = at + 1;
    for (at = start; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    const written = text.slice(start, at);
    const isKey = /^\s*:/.test(text.slice(at + 1, at + 100));
    if (isKey && open.at(-1)!.has(written)) return written;
    if (isKey) open.at(-1)!.add(written);
  }
  return undefined;
}
