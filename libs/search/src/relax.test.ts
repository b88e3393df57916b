import { describe, expect, it } from '@jest/globals';
import { mayRelax, relax } from './relax.ts';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const word = (...keys: number[]) => ({ keys, exact: false });
const exact = (...keys: number[]) => ({ keys, exact: true });
const sorted = (keys: number[]) => keys.toSorted((a, b) => a - b);

describe('relaxing', () => {
  it('is for questions of more than three terms that find fewer than ten', () => {
    expect([mayRelax(3, 0), mayRelax(4, 0), mayRelax(4, 9), mayRelax(4, 10)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('asks for the most words with which a hundred are found', () => {
    const terms = [
      word(...range(0, 60)),
      word(...range(0, 70)),
      word(...range(0, 90)),
      word(...range(60, 100)),
    ];
    // Three of four are 60 entries, two of four 90, one of four 100.
    expect(sorted(relax(terms, 10_000))).toEqual(range(0, 100));
    const enough = [word(...range(0, 100)), word(...range(0, 100)), word(...range(0, 50)), word(200)];
    expect(sorted(relax(enough, 10_000))).toEqual(range(0, 100));
  });

  it('does not count words that a tenth of the entries have', () => {
    const the = word(...range(0, 1_500));
    expect(sorted(relax([the, the, word(1, 2), word(2, 9_000)], 10_000))).toEqual([1, 2, 9_000]);
    expect(relax([the, the, the, the], 10_000)).toHaveLength(1_500);
  });

  it('never drops a phrase or a number', () => {
    expect(sorted(relax([exact(1, 2, 3), exact(2, 3, 4), word(3, 5), word(2, 6)], 10))).toEqual([2, 3]);
    expect(relax([exact(1, 2), exact(), word(1), word(2)], 10)).toEqual([]);
    expect(sorted(relax([exact(1, 2), word(), word(), word()], 10))).toEqual([1, 2]);
  });

  it('finds nothing when nothing has any of the words', () => {
    expect(relax([word(), word(), word(), word()], 10)).toEqual([]);
  });
});
