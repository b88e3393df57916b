import { isObject } from './types.ts';

/** An item of a structure and the objects around it, nearest first. */
export interface ItemAt {
  value: unknown;
  around: Record<string, unknown>[];
  /** The keys and positions that lead to it. */
  steps: (string | number)[];
}

/**
 * Yields the items at a path such as `landscape.*.subcategories.*.items.*`: a name is a field, `*` is every item of a
 * list or every value of an object. Yields nothing where a part of the path is missing.
 */
export function* itemsAt(value: unknown, path: string[]): Generator<ItemAt> {
  yield* walk(value, path, [], []);
}

/** Splits a path into its parts. */
export const pathParts = (path: string): string[] => path.split('.');

function* walk(
  value: unknown,
  [part, ...rest]: string[],
  around: Record<string, unknown>[],
  steps: ItemAt['steps'],
): Generator<ItemAt> {
  if (part === undefined) {
    yield { value, around, steps };
    return;
  }
  if (value === null || typeof value !== 'object') return;
  const isList = Array.isArray(value);
  const outer = isList ? around : [value as Record<string, unknown>, ...around];
  if (part !== '*') {
    if (!isList && Object.hasOwn(value, part)) {
      yield* walk((value as Record<string, unknown>)[part], rest, outer, [...steps, part]);
    }
    return;
  }
  const entries: [string | number, unknown][] = isList ? [...value.entries()] : Object.entries(value);
  for (const [key, item] of entries) yield* walk(item, rest, outer, [...steps, key]);
}

/** How deep a list of records may be: `response.data.items`. */
const MAX_LIST_DEPTH = 3;

/** Returns the shortest path to a list of objects that is not empty, which may be the records of a file. */
export function listOfObjects(value: unknown): string | undefined {
  let level = isObject(value) ? Object.entries(value) : [];
  for (let depth = 1; depth <= MAX_LIST_DEPTH; depth += 1) {
    const list = level.find(([, at]) => Array.isArray(at) && at.length > 0 && at.every(isObject));
    if (list) return list[0];
    level = level.flatMap(([path, at]) =>
      isObject(at)
        ? Object.entries(at).map(([key, inner]): [string, unknown] => [`${path}.${key}`, inner])
        : [],
    );
  }
  return undefined;
}

/** Returns the names of the fields of items and of the objects around them, as `cellAt` takes them. */
export function columnsIn(items: Pick<ItemAt, 'value' | 'around'>[]): string[] {
  const columns = new Set<string>();
  const add = (value: unknown, prefix: string): void => {
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      columns.add(prefix + key);
      add(inner, `${prefix}${key}.`);
    }
  };
  for (const { value, around } of items) {
    add(value, '');
    around.forEach((outer, index) => {
      for (const key of Object.keys(outer)) columns.add(`${'../'.repeat(index + 1)}${key}`);
    });
  }
  return [...columns];
}

/**
 * Returns the value of a row in a column. If no column has the name, `a.b` is the field b of the field a, `a.0` the first
 * item of the list a, `a.-1` its last one, and `../a` the field a of the object around the row.
 */
export function cellAt(
  row: Record<string, unknown>,
  column: string,
  around: Record<string, unknown>[] = [],
): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  const [, ups, name] = /^((?:\.\.\/)*)(.*)$/s.exec(column)!;
  const level = ups!.length / 3;
  const holder = level === 0 ? row : around[level - 1];
  if (holder === undefined || Object.hasOwn(holder, name!)) return holder?.[name!];
  return name!.split('.').reduce<unknown>(partOf, holder);
}

function partOf(at: unknown, key: string): unknown {
  if (Array.isArray(at)) return /^-?\d+$/.test(key) ? (at as unknown[]).at(Number(key)) : undefined;
  return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
}
