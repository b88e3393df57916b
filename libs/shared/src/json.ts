/**
 * For `JSON.parse`: a member of an object that is null is as one that was not sent. Typed clients send null for what is
 * not set. In a list null stays what it is: a value, and mostly a wrong one.
 */
export function withoutNull(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value;
}
