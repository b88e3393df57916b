import { isDeepStrictEqual } from 'node:util';

/** A field before and after, each shortened to what fits a line. */
export type FieldChange = [before: unknown, after: unknown];

/** About how much of a value is shown, in UTF-16 code units. */
const SHOWN = 120;

/**
 * The fields that differ, by their dotted names. Of two lists, only the items that one of them lacks are shown; lists
 * that only differ in their order are shown whole.
 */
export function diff(before: object, after: object, path = ''): Record<string, FieldChange> {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const fields = new Set([...Object.keys(old!), ...Object.keys(now!)]);
  const changes: [string, FieldChange][] = [];
  for (const field of fields) {
    const name = path === '' ? field : `${path}.${field}`;
    const [a, b] = [old![field], now![field]];
    // The times of parts are those of their last change: they follow, they do not change by themselves.
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
  const gone = before.filter((_item, i) => !b!.includes(a![i]!));
  const come = after.filter((_item, i) => !a!.includes(b![i]!));
  if (gone.length === 0 && come.length === 0) return [shorten(before), shorten(after)];
  return [shorten(gone), shorten(come)];
}

/** A value without the times of the changes of its parts, at any depth. */
export function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([field]) => field !== 'updated_at');
  return Object.fromEntries(fields.map(([field, item]) => [field, withoutTimes(item)]));
}

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The value itself when it is short, else the beginning of its JSON. */
function shorten(value: unknown): unknown {
  if (value === undefined) return null;
  const json = JSON.stringify(value);
  if (json.length <= SHOWN) return value;
  const text = typeof value === 'string' ? value : json;
  return `${text.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, '')}… (${text.length} characters)`;
}
