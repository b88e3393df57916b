import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joinedPage, twoIndexPage, type Slice } from './paging.ts';

const size = fc.integer({ min: 0, max: 60 });
const cut = <T>(list: T[], { offset, limit }: Slice) => list.slice(offset, offset + limit);

describe('a page of two lists', () => {
  it('is a slice of the joined lists', () => {
    fc.assert(
      fc.property(size, size, size, size, (documents, explore, offset, limit) => {
        const first = Array.from({ length: documents }, (_, index) => `d${index}`);
        const second = Array.from({ length: explore }, (_, index) => `e${index}`);
        const page = twoIndexPage({ offset, limit }, documents);
        expect([...cut(first, page.first), ...cut(second, page.second)]).toEqual(
          cut([...first, ...second], { offset, limit }),
        );
      }),
    );
  });

  it('reads only as much of each list as the page needs', () => {
    fc.assert(
      fc.property(size, size, size, (documents, offset, limit) => {
        const { first, second } = twoIndexPage({ offset, limit }, documents);
        expect(first.limit + second.limit).toBe(limit);
        expect(first.offset + first.limit).toBeLessThanOrEqual(documents);
        expect(Math.min(first.limit, second.limit, first.offset, second.offset)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it('a page of any lists is a slice of the joined lists', () => {
  fc.assert(
    fc.property(fc.array(size, { maxLength: 4 }), size, size, (sizes, offset, limit) => {
      const lists = sizes.map((length, list) => Array.from({ length }, (_, index) => `${list} ${index}`));
      const slices = joinedPage({ offset, limit }, sizes.slice(0, -1));
      const page = lists.flatMap((list, place) => cut(list, slices[place]!));
      expect(page).toEqual(cut(lists.flat(), { offset, limit }));
    }),
  );
});
