import type { KeyValue, Listing, Page, PageRequest } from '@dossier/shared';
import type { Db, Query } from './open.ts';

/** A list query without its order: its filters are set, its columns are chosen. */
export interface KeysetQuery {
  query: Query;
  /** The column behind each key of the listing, where its name differs: `{ id: 'd.id' }`. */
  columns?: Record<string, string>;
  /** Which rows are found by the filters alone, and then sorted, rather than along an index of the order; none when absent. */
  sorts?: 'few' | 'all';
}

/** Up to so many index entries are sorted in no time. */
const FEW = 2000;
/** A key as a value of its own, which is the same and in no index. */
const unindexed = { text: "(?? || '')", integer: '(?? + 0)' };

/**
 * Reads one page of a list by keyset: an index range from the place on, never an offset. One row more than the
 * page holds tells whether there is a next. Only page one counts all; later pages carry the count in their cursor.
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

  // The guess of a database may be far off: Postgres takes the last hour of years for a hundredth of them, and would look
  // for its few rows all along the index of the list.
  const sorted = sorts === 'all' || (sorts === 'few' && (await isFew(query, counted === undefined, total)));
  const keys = Object.values(list.keys).map((type) => (sorted ? unindexed[type] : '??'));
  const ordered = query.clone();
  if (place.at === 'cursor') {
    const operator = `${descending ? '<' : '>'}${place.inclusive ? '=' : ''}`;
    const values = place.keys.map(() => '?').join(', ');
    // The row comparison, which both databases answer from an index.
    ordered.whereRaw(`(${keys.join(', ')}) ${operator} (${values})`, [...keyColumns, ...place.keys]);
  }
  const direction = descending ? 'desc' : 'asc';
  ordered.orderByRaw(keys.map((key) => `${key} ${direction}`).join(', '), keyColumns);
  // The last page holds what is left after full ones, so that a walk back meets the borders of a walk forward.
  const wanted = place.at === 'end' ? total % size || size : size;
  const found = (await ordered.limit(wanted + 1)) as Row[];

  const more = found.length > wanted;
  const rows = found.slice(0, wanted);
  if (backward) rows.reverse();
  return {
    rows,
    total,
    hasNext: backward ? place.at === 'cursor' : more,
    hasPrevious: backward ? more : place.at === 'cursor',
    request,
  };
}

/** A cursor may be old, or written by a caller: whether rows are few is not believed of it, and asked of FEW of them. */
const isFew = async (query: Query, fresh: boolean, total: number) =>
  fresh ? total <= FEW : ((await query.clone().offset(FEW).limit(1)) as unknown[]).length === 0;

/**
 * A page of a table with an `id`, found among index entries alone: the filters and the order are answered from one
 * index that holds their columns, and only the page's own rows are then read. So a list of a thousand companies
 * costs a walk over their index entries, not over their rows; and what changed in a day costs as many rows as it is,
 * however large the table.
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
  // From the place of a row that is left out the walk goes on too.
  return { ...page, rows, ends: first && last && { first, last } };
}

/** The rows of these ids, in their order; one that was deleted since its id was read is left out. */
export async function rowsOfIds<Row extends { id: KeyValue }>(
  db: Db,
  table: string,
  ids: KeyValue[],
): Promise<Row[]> {
  const rows = (ids.length > 0 ? await db(table).whereIn('id', ids) : []) as Row[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
