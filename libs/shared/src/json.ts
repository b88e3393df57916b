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
