import type { KeyValue, Listing, Page, PageRequest } from '@dossier/shared';
import type { Db, Query } from './open.ts';

/** A list query with its filters and columns, without an order. */
export interface KeysetQuery {
  query: Query;
  /** The column of each key of the listing whose name differs: `{ id: 'd.id' }`. */
  columns?: Record<string, string>;
  /** When to find rows by the filters and sort them, instead of following an index of the order: never by default. */
  sorts?: 'few' | 'all';
}

/** Sorting this many index entries takes no noticeable time. */
const FEW = 2000;
/** Expressions that equal a key but that no index contains. */
const unindexed = { text: "(?? || '')", integer: '(?? + 0)', number: '(?? + 0)' };

/**
 * Reads one page of a list by keyset: an index range from the cursor on, never an offset. It reads one row more than the
 * page to learn whether a next page exists. Only the first page counts all rows; later cursors carry the count.
 */
export async function keysetPage<Row extends object>(
  list: Listing,
  request: PageRequest,
  { query, columns = {}, sorts }: KeysetQuery,
): Promise<Page<Row>> {
  const { place, size } = request;
  const backward = place.at === 'end' || (place.at === 'cursor' && place.side === 'before');
  const keyColumns = Object.keys(list.keys).map((key) => columns[key] ?? key);
  const descending = (list.direction === 'desc') !== backward;

  const counted = place.at === 'cursor' && place.filter === request.filter ? place.total : undefined;
  const total =
    counted ?? Number((await query.clone().clearSelect().count({ n: '*' }).first<{ n: number }>()).n);

  // The estimate of a database may be far off: Postgres takes the last hour of years for a hundredth of all rows, and would
  // look for its few rows along the whole index of the list.
  const sorted = sorts === 'all' || (sorts === 'few' && (await isFew(query, counted === undefined, total)));
  const keys = Object.values(list.keys).map((type) => (sorted ? unindexed[type] : '??'));
  const ordered = query.clone();
  if (place.at === 'cursor') {
    const operator = `${descending ? '<' : '>'}${place.inclusive ? '=' : ''}`;
    const values = place.keys.map(() => '?').join(', ');
    // Both databases answer a row comparison from an index.
    ordered.whereRaw(`(${keys.join(', ')}) ${operator} (${values})`, [...keyColumns, ...place.keys]);
  }
  const direction = descending ? 'desc' : 'asc';
  ordered.orderByRaw(keys.map((key) => `${key} ${direction}`).join(', '), keyColumns);
  // The last page has the rest after full pages, so that paging back meets the same page borders as paging forward.
  const limit = place.at === 'end' ? total % size || size : size;
  const found = (await ordered.limit(limit + 1)) as Row[];

  const more = found.length > limit;
  const rows = found.slice(0, limit);
  if (backward) rows.reverse();
  return {
    rows,
    total,
    hasNext: backward ? place.at === 'cursor' : more,
    hasPrevious: backward ? more : place.at === 'cursor',
    request,
  };
}

/** Looks at most FEW rows ahead, because the count of a cursor may be old or forged. */
const isFew = async (query: Query, fresh: boolean, total: number) =>
  fresh ? total <= FEW : ((await query.clone().offset(FEW).limit(1)) as unknown[]).length === 0;

/**
 * Reads a page of a table with an `id` in two statements: one index answers the filters and the order, then only the
 * rows of the page are read. A list of a thousand companies costs a walk over index entries, not over rows, and the
 * changes of a day cost as many rows as changed, however large the table.
 */
export async function keysetRows<Row extends { id: KeyValue }>(
  db: Db,
  table: string,
  list: Listing,
  request: PageRequest,
  filter: (query: Query) => void,
): Promise<Page<Row>> {
  const query = db(table).select(Object.keys(list.keys));
  filter(query);
  const page = await keysetPage<{ id: KeyValue }>(list, request, { query, sorts: 'few' });
  const rows = await rowsOfIds<Row>(
    db,
    table,
    page.rows.map(({ id }) => id),
  );
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  // A deleted row is left out of the page, but paging goes on from its place.
  return { ...page, rows, ends: first && last && { first, last } };
}

/** Returns the rows of these ids in that order, without rows that were deleted meanwhile. */
export async function rowsOfIds<Row extends { id: KeyValue }>(
  db: Db,
  table: string,
  ids: KeyValue[],
): Promise<Row[]> {
  const rows = (ids.length > 0 ? await db(table).whereIn('id', ids) : []) as Row[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
