import { z } from 'zod';
import { fail } from '../errors.ts';
import { decodeCursor, encodeCursor, fingerprint, type Cursor } from './cursor.ts';
import type { KeyValue, Listing } from './listing.ts';

/** Where a page begins: an end of the list, or a cursor. */
export type Place = { at: 'start' } | { at: 'end' } | ({ at: 'cursor' } & Cursor);

export interface PageRequest {
  size: number;
  place: Place;
  /** A hash of the filters. A total that was counted with other filters is counted again. */
  filter: string;
  /** The time of page one, for a list whose rules depend on the current time; otherwise empty. */
  asOf: string;
}

/** A page from the store: its rows in the order of the list, and whether there are pages before and after it. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  hasNext: boolean;
  hasPrevious: boolean;
  request: PageRequest;
}

const PAGING_FIELDS = new Set(['page_after', 'page_before', 'page_size', 'page', 'cursor']);

/**
 * Turns the paging parameters of a request into a page request.
 * @param filters all other parameters of the request, to notice a cursor that comes with other filters
 * @param options `asOf`: the time of the request, for a list whose rules depend on it; `fields`: the names of the cursor
 *   parameters, by default `page_after` and `page_before`
 * @throws 400 for two cursors, or a cursor of another list
 */
export function pageRequest(
  list: Listing,
  input: { page_after?: string; page_before?: string; page_size: number },
  filters: object,
  { asOf = '', fields = { after: 'page_after', before: 'page_before' } } = {},
): PageRequest {
  const { page_after: after, page_before: before, page_size: size } = input;
  if (after !== undefined && before !== undefined) throw fail('both_cursors');
  const place = readPlace(list, after, before, fields);
  const relevant = Object.entries(filters).filter(
    ([name, value]) => !PAGING_FIELDS.has(name) && value !== undefined,
  );
  const filter = fingerprint(JSON.stringify(relevant.sort(([a], [b]) => (a < b ? -1 : 1))));
  return { size, place, filter, asOf: place.at === 'cursor' ? place.asOf : asOf };
}

function readPlace(
  list: Listing,
  after: string | undefined,
  before: string | undefined,
  fields: { after: string; before: string },
): Place {
  if (after === undefined && before === undefined) return { at: 'start' };
  if (after !== undefined && /^start$/i.test(after)) return { at: 'start' };
  if (before !== undefined && /^end$/i.test(before)) return { at: 'end' };
  const cursor =
    after !== undefined ? decodeCursor(list, 'after', after) : decodeCursor(list, 'before', before!);
  if (!cursor) throw fail('invalid_cursor', { field: after !== undefined ? fields.after : fields.before });
  return { at: 'cursor', ...cursor };
}

/** The cursors of a page. `next` or `previous` is null if there is no such page. */
interface PageCursors {
  /** The cursor of this page itself. */
  here: string;
  next: string | null;
  previous: string | null;
}

/** Returns the cursors of a page, made from its first and last row. */
export function pageCursors<Row extends object>(list: Listing, page: Page<Row>): PageCursors {
  const { request, rows, total } = page;
  const known = { total, filter: request.filter, asOf: request.asOf };
  const keysOf = (row: object) =>
    Object.keys(list.keys).map((key) => (row as Record<string, KeyValue>)[key]!);
  const cursor = (side: Cursor['side'], keys: KeyValue[], inclusive = false) =>
    encodeCursor(list, { side, keys, inclusive, ...known });

  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) {
    // All rows were deleted since the cursor was made, so the way back includes its place.
    const { place } = request;
    if (place.at !== 'cursor') return { here: 'Start', next: null, previous: null };
    if (place.side === 'after') {
      return {
        here: encodeCursor(list, place),
        next: null,
        previous: cursor('before', place.keys, true),
      };
    }
    return { here: 'Start', next: cursor('after', place.keys, true), previous: null };
  }
  return {
    here: page.hasPrevious ? cursor('after', keysOf(first), true) : 'Start',
    next: page.hasNext ? cursor('after', keysOf(last)) : null,
    previous: page.hasPrevious ? cursor('before', keysOf(first)) : null,
  };
}

const number = (example: number) => z.int().meta({ examples: [example] });
const cursor = z
  .string()
  .nullable()
  .meta({ examples: ['WyJkb2N1bWVudHMi'] });
const link = (field: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [`https://dossier.example/api/v1/documents?${field}=WyJkb2N1bWVudHMi`] });

/** The `pagination` of documents, news, metrics, events and company sync. */
export const cursorPagination = z
  .object({
    page_size: number(30).describe('The most items of a page'),
    current_page_items: number(30).describe('The items of this page'),
    total_items: number(82).describe('The items of all pages, counted for page one'),
    next_link: link('page_after').describe('The address of the next page; null on the last page'),
    prev_link: link('page_before').describe('The address of the page before; null on page one'),
    after_cursor: cursor
      .meta({ examples: ['Start'] })
      .describe('Sent as `page_after`, it returns this page again'),
    before_cursor: cursor.describe('Sent as `page_before`, it returns the page before'),
    next_cursor: cursor.describe('The cursor of `next_link`'),
    prev_cursor: cursor.describe('The cursor of `prev_link`'),
  })
  .meta({ id: 'CursorPagination', description: 'The place of the page in the list' });
type CursorPagination = z.infer<typeof cursorPagination>;

/** Returns the URL of this list with the given paging parameters. */
export type LinkTo = (paging: Record<string, string | undefined>) => string;

/** Returns the `pagination` of a page. */
export function viewCursorPagination<Row extends object>(
  list: Listing,
  page: Page<Row>,
  linkTo: LinkTo,
): CursorPagination {
  const cursors = pageCursors(list, page);
  return {
    page_size: page.request.size,
    current_page_items: page.rows.length,
    total_items: page.total,
    next_link: cursors.next && linkTo({ page_after: cursors.next, page_before: undefined }),
    prev_link: cursors.previous && linkTo({ page_before: cursors.previous, page_after: undefined }),
    after_cursor: cursors.here,
    before_cursor: cursors.previous,
    next_cursor: cursors.next,
    prev_cursor: cursors.previous,
  };
}
