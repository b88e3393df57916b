import type { Condition } from '../sql/filters.ts';

/** Counters of the rows of a list: one for each combination of the values of columns. */
export interface ListCounters {
  /** The beginning of their names. */
  name: string;
  /** The columns in the order of the names, each with all its values; undefined if only a filter names values. */
  columns: Record<string, readonly string[] | undefined>;
}

/** More counters take longer to read than the rows take to count. */
const MAX_COUNTERS = 256;

/**
 * Returns the counters whose sum is the number of rows that match all filters; undefined if there are none, so that the
 * rows are counted. Repeats a name until their number is a power of two, so that few statements are prepared.
 */
export function countersFor(lists: ListCounters[], where: Condition[]): string[] | undefined {
  if (!where.every(({ allowed }) => allowed !== undefined)) return undefined;
  for (const { name, columns } of lists) {
    const isFiltered = (column: string) => where.some((condition) => condition.column === column);
    const filtered = Object.keys(columns).filter(isFiltered);
    // A filter of another column, or a second filter of one column, leaves rows out that these counters contain.
    if (filtered.length !== where.length) continue;
    const values = Object.entries(columns).map(
      ([column, all]) => where.find((condition) => condition.column === column)?.allowed ?? all,
    );
    if (values.some((each) => each === undefined)) continue;
    const count = values.reduce((product, each) => product * new Set(each).size, 1);
    if (count === 0 || count > MAX_COUNTERS) continue;
    const names = values.reduce<string[]>(
      (begins, each) => begins.flatMap((begin) => [...new Set(each)].map((value) => `${begin} ${value}`)),
      [name],
    );
    while (!Number.isInteger(Math.log2(names.length))) names.push(names[0]!);
    return names;
  }
  return undefined;
}
