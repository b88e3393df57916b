import { DAY_MS, type KeyValue } from '@dossier/shared';
import { readCounters } from '../ledger/counters.ts';
import type { Counted, Sum } from '../ledger/day-counts.ts';
import { toSql, type Condition } from '../sql/filters.ts';
import { countersFor, type ListCounters } from './list-counters.ts';
import { isPostgres, type Db } from '../sql/open.ts';
import { ask, preparedQueries, type Value } from '../sql/prepared-query.ts';

/** Sorting this many index entries takes no noticeable time. */
const FEW = 2000;
/** The limits of sorting. Each is part of a statement, so there are only three. */
const MAX_SORTED = [FEW, 2 * FEW, 4 * FEW];

/** The longest list that is read if it is the only filter: the order of the list would be read for as long without it. */
const MAX_OF_ONE = 10_000;

/** The longest window whose index is read whatever the other filters are. */
const SHORT_MS = 31 * DAY_MS;

/**
 * Columns by which a list filters, and their table. Whether one has an index that finds few rows is measured, because SQLite
 * would read and sort all companies of a country for a page by valuation.
 */
export interface Measured {
  table: string;
  columns: readonly string[];
  /** The columns whose indexes are in the order of the list. */
  inOrder: readonly string[];
}

/** A list, and the filters of one request. */
interface Filtered {
  /** The first key of the list. */
  order: string;
  measured: Measured | undefined;
  /** The table of the list, if its rows are counted by day. */
  counted: Counted | undefined;
  where: Condition[];
  /** The sums that are totals of the windows; none if they are not counted. */
  sums: Sum[];
  counters: ListCounters[];
  /** The number of rows on a page. */
  size: number;
}

/** The choice of an index for a page. Its filters are SQL. */
interface WindowIndex {
  /** Filters that find all matches. */
  matches: string[];
  /** Whether the matches may be far apart in the order of the list. */
  isScattered: boolean;
  /** Filters for the first and the last page in the order of the list. */
  inOrder: string[];
  /** Filters that count matches until there are enough. */
  until: string[];
  /** Filters that look for more matches than are sorted. They read a list in `long` only if no other filter finds matches. */
  ahead: string[];
  /** Filters that find few matches: a long list only if there is no other, and a wide column only if no other is short. */
  few: string[];
  /** Filters that find many rows. Lists of ids among them are too long to be read before the first row. */
  long: ReadonlySet<Condition>;
  /** How many rows match at least, and at most, by the lengths of the lists. */
  bounds: { least: number; most: number };
  /** The most matches that are sorted wherever they are in the order of the list. */
  mostSorted: number;
  /** Returns whether to sort so many matches, instead of reading the list in its order until the page is full. */
  isSorted: (total: number) => boolean;
}

/**
 * Chooses the index of a request with windows. SQLite has no statistics: it could read a window of years to find the rows of
 * an hour, or all rows of a type.
 */
export async function chooseIndex(
  db: Db,
  { order, measured, counted, where, sums, counters, size }: Filtered,
): Promise<WindowIndex> {
  const others = where.filter(({ bound }) => bound === undefined);
  const kept = others.length > 0 ? countersFor(counters, others) : undefined;
  const all = counted && sums.length > 0 && !isPostgres(db) ? await sizeOf(db, counted, kept) : 0;
  const window = all > FEW ? shortWindow(sums) : undefined;
  // A window by the first key is a range of the index of the order.
  const isOrdered = ({ bound, column }: Condition) => bound !== undefined && column === order;
  const isScattered = window !== order && where.some((each) => each.isScattered && !isOrdered(each));
  // Of few rows, no more can match.
  const isLarge = all === 0 || all > FEW;
  const isSortable = isScattered || where.some((each) => each.isScattered && each.list !== undefined);
  const mostSorted = isLarge && isSortable ? await mostSortedOf(db, counters, size) : FEW;
  const { long, bounds, isRare } = await measureFilters(db, { where, measured, mostSorted });
  // The filter of the order finds matches if an index has the others too, or all others are longer.
  const isOfOrderFound = where.every(({ isOfOrder, allowed }) => isOfOrder || allowed !== undefined);
  const isFound = ({ column, isOfOrder = false }: Condition) =>
    isRare ? isOfOrder : isOfOrder ? isOfOrderFound : window === undefined || column === window;
  // No other filter could find the rows of a long list.
  const isAlone = where.filter(({ isOfOrder, isImplied }) => !isOfOrder && !isImplied).length === 1;
  const isLongList = (each: Condition) => each.list !== undefined && long.has(each);
  const isUntil = (each: Condition) =>
    !isLongList(each) && (all <= FEW || each.bound === undefined || isOrdered(each));
  const matches = toSql(where, isFound);
  const until = toSql(where, isUntil);
  return {
    matches,
    isScattered,
    inOrder: toSql(where, (each) => isUntil(each) && isInOrder(db, measured, each)),
    until,
    ahead: long.size > 0 && !isAlone ? until : matches,
    few: toSql(
      where,
      (each) => isFound(each) && (isAlone || !(bounds.most < Infinity ? long.has(each) : isLongList(each))),
    ),
    long,
    bounds,
    mostSorted,
    // If dates follow the order of the list, all rows that do not match may come before the page of an old window.
    isSorted: (total) => total <= mostSorted || total < all - total,
  };
}

/** Returns whether the index of a filter may be read for a page in the order of the list. */
const isInOrder = (db: Db, measured: Measured | undefined, { column = '' }: Condition): boolean =>
  isPostgres(db) || measured?.columns.includes(column) !== true || measured.inOrder.includes(column);

/** How many times as many rows are read if matches are not spread evenly. */
const UNEVEN = 8;

/**
 * Returns up to how many matches are sorted. If n of the N rows of a list match, a page of p rows reads about p·N/n rows in
 * the order of the list, and several times as many if the matches are not spread evenly.
 */
async function mostSortedOf(db: Db, counters: ListCounters[], size: number): Promise<number> {
  const names = countersFor(counters, []);
  const rows = names ? await readCounters(db, names) : 0;
  return MAX_SORTED.findLast((most) => most ** 2 <= UNEVEN * size * rows) ?? FEW;
}

const hasMore = preparedQueries<{ list: string; most: number }, Record<string, Value>, object>(
  (db, param, { list, most }) => {
    const values = [...list.matchAll(/\?/g)].map((_, i) => param(String(i)));
    // A list may contain an id several times.
    return db(db.raw(`(${list}) as listed`, values))
      .distinct()
      .offset(most)
      .limit(1);
  },
);

/**
 * Finds the filters that keep many rows. SQLite would read a whole list of ids before the first row, and sort all rows of a
 * wide column, even if another filter or the order finds the rows of a page at once. Postgres chooses itself. `isRare` is
 * true if the other filters all keep many rows, but few rows have a value in the column of the order.
 */
async function measureFilters(
  db: Db,
  { where, measured, mostSorted }: Pick<Filtered, 'where' | 'measured'> & { mostSorted: number },
): Promise<Pick<WindowIndex, 'long' | 'bounds'> & { isRare: boolean }> {
  const long = new Set<Condition>();
  const bounds = { least: 0, most: Infinity };
  if (isPostgres(db)) return { long, bounds, isRare: false };
  // Both ends of a range of a column are one filter.
  const ofColumns = (measured?.columns ?? []).map((column) => where.filter((each) => each.column === column));
  const ofLists = where
    .filter(({ list, isOfOrder }) => list !== undefined && !isOfOrder)
    .map((each) => [each]);
  const filters = [...ofLists, ...ofColumns.filter((each) => each.length > 0)];
  const isOnly =
    where.filter(({ isImplied }) => !isImplied).length === filters.flat().length && filters.length === 1;
  const most = isOnly ? MAX_OF_ONE : mostSorted;
  const isShort = async (filter: Condition[]) => {
    const { list = `select id from ${measured?.table} where ${toSql(filter, () => true).join(' and ')}` } =
      filter[0]!;
    const values = filter.flatMap((each) => each.values);
    const listed = Object.fromEntries(values.map((value, i) => [String(i), value]));
    const is = (await ask(db, hasMore({ list, most }), listed)).length === 0;
    if (is) bounds.most = most;
    return is;
  };
  for (const filter of filters) {
    if (await isShort(filter)) continue;
    for (const each of filter) long.add(each);
    if (isOnly) bounds.least = most + 1;
  }
  const ofOrder = where.find(({ isOfOrder }) => isOfOrder);
  const isRare =
    ofOrder !== undefined && long.size > 0 && long.size === where.length - 1 && (await isShort([ofOrder]));
  return { long, bounds, isRare };
}

/**
 * Returns the filters of a page behind a cursor. SQLite uses only one bound at each end of a range. Unless the cursor is
 * forged, it is nearer to the page than the end of the window that it has passed, so that end is hidden from the index.
 * @param key the first key of the cursor
 */
export function beginAtCursor(
  db: Db,
  {
    order,
    measured,
    where,
    long,
    key,
    direction,
  }: Pick<Filtered, 'order' | 'measured' | 'where'> &
    Pick<WindowIndex, 'long'> & { key: KeyValue; direction: 'asc' | 'desc' },
): string[] {
  const isPassed = ({ column, bound, values: [end] }: Condition) =>
    column === order &&
    (direction === 'desc' ? bound === 'to' && key <= end! : bound === 'from' && key >= end!);
  const isHidden = (each: Condition) =>
    (each.list !== undefined && long.has(each)) || !isInOrder(db, measured, each);
  return toSql(where, (each) => !isHidden(each) && (isPostgres(db) || !isPassed(each)));
}

const lastRow = preparedQueries<Counted, object, { n: number | null }>((db, _param, table) =>
  db(table).max({ n: 'rowid' }),
);

/**
 * Returns about how many rows pass the filters that are not windows. Without counters, the number includes all
 * rows of the table, and perhaps deleted ones.
 */
const sizeOf = async (db: Db, table: Counted, filtered: string[] | undefined): Promise<number> =>
  filtered ? readCounters(db, filtered) : ((await ask(db, lastRow(table), {}))[0]!.n ?? 0);

/** Returns the column of the shortest window; undefined if that window is long. */
function shortWindow(sums: Sum[]): string | undefined {
  const { form, length } = sums.reduce((one, other) => (other.length < one.length ? other : one));
  return length <= SHORT_MS ? form.column : undefined;
}
