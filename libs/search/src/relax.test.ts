import { describe, expect, it } from '@jest/globals';
import { mayRelax, tellingWords } from './relax.ts';

const counts = (counts: number[], entries: number) =>
  tellingWords(
    counts.map((count) => ({ count })),
    entries,
  ).map((word) => word.count);

describe('relaxing a query', () => {
  it('applies to more than three terms that find fewer than ten entries, and to more than ten terms', () => {
    expect([mayRelax(3, 0), mayRelax(4, 0), mayRelax(4, 9), mayRelax(4, 10)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([mayRelax(10, 10), mayRelax(11, 10)]).toEqual([false, true]);
  });

  it('ignores words that more than 30% of entries contain, and words that no entry contains', () => {
    expect(counts([0, 1, 3_000, 3_001], 10_000)).toEqual([1, 3_000]);
  });

  it('uses every word when there are few entries', () => {
    expect(counts([100, 101], 120)).toEqual([100]);
  });

  it('uses common words when there are no rare ones', () => {
    expect(counts([0, 9_000, 9_500], 10_000)).toEqual([9_000, 9_500]);
    expect(counts([0], 10_000)).toEqual([]);
  });
});
