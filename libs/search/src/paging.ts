/** Where to cut one of the two lists: `limit` may be 0. */
export interface Slice {
  offset: number;
  limit: number;
}

/**
 * A page of two lists joined: which part of each list it takes, given how long the first is. Documents come
 * first, then explore.
 */
export function twoIndexPage(page: Slice, firstTotal: number): { first: Slice; second: Slice } {
  const firstOffset = Math.min(page.offset, firstTotal);
  const firstLimit = Math.min(page.limit, firstTotal - firstOffset);
  return {
    first: { offset: firstOffset, limit: firstLimit },
    second: { offset: Math.max(0, page.offset - firstTotal), limit: page.limit - firstLimit },
  };
}
