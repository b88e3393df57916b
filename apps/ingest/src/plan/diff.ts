import { isDeepStrictEqual } from 'node:util';
import { beginningOf } from '../rows/cut.ts';
import { isObject } from '../rows/types.ts';

/** A field before and after, each shortened to fit a line. */
export type FieldChange = [before: unknown, after: unknown];

/** Longest value that is shown whole, in UTF-16 code units. */
const SHOWN = 120;

/**
 * Returns the fields that differ, by dotted name. Of lists it shows only the items that the other one lacks; lists that
 * differ only in their order are shown whole.
 */
export function diff(before: object, after: object, path = ''): Record<string, FieldChange> {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const fields = new Set([...Object.keys(old!), ...Object.keys(now!)]);
  const changes: [string, FieldChange][] = [];
  for (const field of fields) {
    const name = path === '' ? field : `${path}.${field}`;
    const [a, b] = [old![field], now![field]];
    // The times of children follow from other changes.
    if (field === 'updated_at' || isDeepStrictEqual(a, b)) continue;
    if (isObject(a) && isObject(b)) changes.push(...Object.entries(diff(a, b, name)));
    else if (Array.isArray(a) && Array.isArray(b)) {
      const change = changeOfLists(a, b);
      if (change) changes.push([name, change]);
    } else changes.push([name, [shorten(a), shorten(b)]]);
  }
  return Object.fromEntries(changes);
}

function changeOfLists(before: unknown[], after: unknown[]): FieldChange | undefined {
  const [a, b] = [before, after].map((list) => list.map((item) => JSON.stringify(withoutTimes(item))));
  if (isDeepStrictEqual(a, b)) return undefined;
  const removed = before.filter((_item, i) => !b!.includes(a![i]!));
  const added = after.filter((_item, i) => !a!.includes(b![i]!));
  if (removed.length === 0 && added.length === 0) return [shorten(before), shorten(after)];
  return [shorten(removed), shorten(added)];
}

/** Returns a value without `updated_at`, at any depth. */
export function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([field]) => field !== 'updated_at');
  return Object.fromEntries(fields.map(([field, item]) => [field, withoutTimes(item)]));
}

/** Returns a short value as it is, and the beginning of a long one. */
function shorten(value: unknown): unknown {
  if (value === undefined) return null;
  const json = JSON.stringify(value);
  if (json.length <= SHOWN) return value;
  const text = typeof value === 'string' ? value : json;
  return `${beginningOf(text, SHOWN)}… (${text.length} characters)`;
}
