import { isObject, isReject, type Parsed } from '../rows/types.ts';
import type { Reader } from './reader.ts';

/** What a value looks like, before any mapping. */
export type ValueType = 'number' | 'date' | 'boolean' | 'text' | 'list' | 'object';

/** How the values of a column look. */
export interface ColumnProfile {
  /** Rows that have the column, filled or empty. */
  present: number;
  filled: number;
  types: Partial<Record<ValueType, number>>;
}

/** What the rows of a load look like. It contains counts and the names of columns, but no values. */
export interface SourceProfile {
  rows: number;
  columns: Record<string, ColumnProfile>;
  /** Set when the rows have more columns than are counted: their keys are data. */
  isCut?: true;
}

/** Counts the columns of a load while its rows are read. */
export interface Profiler {
  /** Notes a file that was read completely. Without it, a file without rows is unknown and not empty. */
  complete(): void;
  /** Sets the name of the source, which its mapping states. */
  names(source: string | undefined): void;
  source(): string | undefined;
  /** Adds the header row of a table. */
  columns(names: string[]): void;
  row(value: unknown, isText: boolean): void;
  /** Returns the profile; undefined if nothing could be read. */
  profile(): SourceProfile | undefined;
}

/** Most columns that are counted, so that memory does not grow with the data. */
const MAX_COLUMNS = 500;
const MAX_NAME = 200;

/** Begins the profile of a load. */
export function newProfiler(): Profiler {
  const columns = new Map<string, ColumnProfile>();
  let isComplete = false;
  let source: string | undefined;
  let rows = 0;
  let isCut = false;
  const columnOf = (name: string): ColumnProfile | undefined => {
    const key = name.slice(0, MAX_NAME);
    const known = columns.get(key);
    if (known || columns.size >= MAX_COLUMNS) {
      isCut ||= !known;
      return known;
    }
    const column = { present: 0, filled: 0, types: {} };
    columns.set(key, column);
    return column;
  };
  const add = (record: Record<string, unknown>, prefix: string, isText: boolean): void => {
    for (const [name, value] of Object.entries(record)) {
      // The parts of an object are columns, as in the rules of a mapping.
      if (isObject(value) && Object.keys(value).length > 0) {
        add(value, `${prefix}${name}.`, isText);
        continue;
      }
      const column = columnOf(prefix + name);
      if (!column) continue;
      column.present++;
      const type = typeOf(value, isText);
      if (type === undefined) continue;
      column.filled++;
      column.types[type] = (column.types[type] ?? 0) + 1;
    }
  };
  return {
    names: (name) => (source = name),
    source: () => source,
    complete: () => (isComplete = true),
    columns: (names) => names.forEach(columnOf),
    row: (value, isText) => {
      rows++;
      if (isObject(value)) add(value, '', isText);
    },
    profile: () =>
      rows === 0 && columns.size === 0 && !isComplete
        ? undefined
        : { rows, columns: Object.fromEntries(columns), ...(isCut && { isCut }) },
  };
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const DATE = /^\d{4}-\d\d(-\d\d([T ]\d\d:\d\d\S*)?)?$/;
const BOOLEAN = /^(true|false)$/i;

/** Returns the type of a value; undefined for an empty one. @param isText whether the source has only text */
function typeOf(value: unknown, isText: boolean): ValueType | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length > 0 ? 'list' : undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'string') return Object.keys(value).length > 0 ? 'object' : undefined;
  const text = value.length > 100 ? 'text' : value.trim();
  if (text === '') return undefined;
  if (DATE.test(text)) return 'date';
  // Quotes around a number of JSON change its type.
  if (isText && NUMBER.test(text)) return 'number';
  return isText && BOOLEAN.test(text) ? 'boolean' : 'text';
}

/** Counts the rows of a reader as they pass. */
export const profiledReader = (reader: Reader, profiler: Profiler): Reader => ({
  read: (source) =>
    profiledRows(
      reader.read({
        ...source,
        onColumns: (columns) => {
          profiler.columns(columns);
          return source.onColumns?.(columns);
        },
      }),
      profiler,
    ),
});

/** Counts rows as they pass. */
export async function* profiledRows(rows: AsyncIterable<Parsed>, profiler: Profiler): AsyncGenerator<Parsed> {
  let isReadable = true;
  for await (const row of rows) {
    if (isReject(row)) isReadable = false;
    else profiler.row(row.value, row.isText === true);
    yield row;
  }
  if (isReadable) profiler.complete();
}
