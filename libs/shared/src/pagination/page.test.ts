import { describe, expect, it } from '@jest/globals';
import { decodeCursor } from './cursor.ts';
import { listing } from './listing.ts';
import { pageCursors, pageRequest, type Page } from './page.ts';

const list = listing({
  name: 'items',
  keys: { at: 'text', id: 'integer' },
  direction: 'desc',
  pageSize: { default: 10, max: 50 },
});
const request = pageRequest(list, { page_size: 2 }, {});
const row = (at: string, id: number) => ({ at, id });
const page = (fields: Partial<Page<ReturnType<typeof row>>>) => ({
  rows: [],
  total: 9,
  hasNext: true,
  hasPrevious: true,
  request,
  ...fields,
});
const keys = (cursor: string | null, side: 'after' | 'before') => decodeCursor(list, side, cursor!)!.keys;

describe('the cursors of a page', () => {
  it('point forward from its last row and back from its first row', () => {
    const cursors = pageCursors(list, page({ rows: [row('c', 3), row('b', 2)] }));
    expect(keys(cursors.next, 'after')).toEqual(['b', 2]);
    expect(keys(cursors.previous, 'before')).toEqual(['c', 3]);
  });
});
