/**
 * Removes null members of objects, as a reviver of `JSON.parse`: typed clients send null for a field that is not set. A
 * null in a list stays.
 */
export function withoutNull(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value;
}

/** Returns the value of JSON, or undefined for other text. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns JSON as a line. Since version 24, `readline` of Node ends lines also at U+2028 and U+2029, so these are escaped. */
export const jsonLine = (value: object): string =>
  `${JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;
