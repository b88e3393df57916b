import { expect } from '@jest/globals';

/** What the specification says that a field holds. Read from the specification, and not from our own schemas. */
export const kinds = {
  text: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  uuid: (value: unknown) => matches(value, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  date: (value: unknown) => matches(value, /^\d{4}-\d\d-\d\d$/),
  time: (value: unknown) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/),
  decimal: (value: unknown) => matches(value, /^\d+(\.\d+)?$/),
  url: (value: unknown) => matches(value, /^https?:\/\/\S+$/),
  nothing: (value: unknown) => value === null,
};
export type Kind = keyof typeof kinds;

const matches = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);

/** Fields and their kinds, as text: `id integer, slug text, cik text|nothing`. */
export function expectFields(value: unknown, fields: string): void {
  const wanted = new Map(fields.split(', ').map((field) => field.split(' ') as [string, string]));
  const found = value as Record<string, unknown>;
  expect(Object.keys(found).sort()).toEqual([...wanted.keys()].sort());
  for (const [name, allowed] of wanted) {
    const fits = allowed.split('|').some((kind) => kinds[kind as Kind](found[name]));
    expect([name, found[name], fits]).toEqual([name, found[name], true]);
  }
}
