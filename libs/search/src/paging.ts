/** A part of one of the two lists. `limit` may be 0. */
export interface Slice {
  offset: number;
  limit: number;
}

/** Returns the parts of two joined lists that make up a page, given the length of the first. */
export function twoIndexPage(page: Slice, firstTotal: number): { first: Slice; second: Slice } {
  const firstOffset = Math.min(page.offset, firstTotal);
  const firstLimit = Math.min(page.limit, firstTotal - firstOffset);
  return {
    first: { offset: firstOffset, limit: firstLimit },
    second: { offset: Math.max(0, page.offset - firstTotal), limit: page.limit - firstLimit },
  };
}
