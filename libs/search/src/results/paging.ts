/** A part of a list. `limit` may be 0. */
export interface Slice {
  offset: number;
  limit: number;
}

/** Returns the parts of joined lists that make up a page, given the length of each list but the last. */
export function joinedPage(page: Slice, totals: number[]): Slice[] {
  let { offset, limit } = page;
  const slices = totals.map((total) => {
    const slice = { offset: Math.min(offset, total), limit: Math.min(limit, Math.max(0, total - offset)) };
    offset = Math.max(0, offset - total);
    limit -= slice.limit;
    return slice;
  });
  return [...slices, { offset, limit }];
}

/** Returns the parts of two joined lists that make up a page, given the length of the first. */
export function twoIndexPage(page: Slice, firstTotal: number): { first: Slice; second: Slice } {
  const [first, second] = joinedPage(page, [firstTotal]) as [Slice, Slice];
  return { first, second };
}
