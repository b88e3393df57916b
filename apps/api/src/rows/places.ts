/** The rows that are read at once. */
const BATCH = 200;

/** The paging fields of lists, as the first page of a batch has them. What a file costs depends on the number of its rows. */
const FIRST: Record<string, unknown> = {
  pagination: 'cursor',
  page: undefined,
  page_after: 'Start',
  page_before: undefined,
  cursor: undefined,
  offset: 0,
  page_size: BATCH,
  limit: BATCH,
  count: 'exact',
};

/** The paging parameters, which a file does not need. */
export const PAGING = Object.keys(FIRST);

/** Returns the paging fields of the first batch of a list, of those that its input has. */
export const firstPlace = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(FIRST).filter(([name]) => name in fields));

/** The names of the paging fields that lead to a page of a list. */
export const PLACE = ['page_after', 'page_before', 'cursor', 'offset'];
/** These fields with their values. */
export type Place = Record<string, string | number>;

/** Returns the paging fields of the next page and of the previous one, from cursors, offsets or links. */
export function placesOf(pagination: unknown): { next: Place | undefined; previous: Place | undefined } {
  const { next_cursor, prev_cursor, next_offset, offset, limit, next, previous } = (pagination ??
    {}) as Record<string, string | number | null>;
  const link = (url: string | number | null | undefined): Place | undefined => {
    const cursor = url == null ? null : new URL(String(url)).searchParams.get('cursor');
    return cursor === null ? undefined : { cursor };
  };
  const back = Number(offset) > 0 ? { offset: Math.max(0, Number(offset) - Number(limit)) } : undefined;
  return {
    next:
      next_cursor != null
        ? { page_after: next_cursor }
        : next_offset != null
          ? { offset: next_offset }
          : link(next),
    previous: prev_cursor != null ? { page_before: prev_cursor } : (back ?? link(previous)),
  };
}
