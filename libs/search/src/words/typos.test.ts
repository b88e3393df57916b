import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countTypos, nearestWords, typosAllowed } from './typos.ts';

describe('typos', () => {
  it.each([
    ['bank', 0],
    ['banks', 1],
    ['payments', 1],
    ['financial', 2],
    ['2024', 0],
    ['20242024', 0],
    ['fiscal2024', 0],
  ])('are allowed in %s: %i', (word, allowed) => {
    expect(typosAllowed(word)).toBe(allowed);
  });

  it.each([
    ['market', 'market', 0],
    ['market', 'markets', 1],
    ['market', 'maket', 1],
    ['market', 'merket', 1],
    ['market', 'mraket', 1],
    ['market', 'mraekt', 2],
    ['kitten', 'sitting', 3],
  ])('are counted from %s to %s: %i', (a, b, typos) => {
    expect(countTypos(a, b, 5)).toBe(typos);
    expect(countTypos(b, a, 5)).toBe(typos);
  });

  it('have the same count with and without a limit, up to the limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
        const typos = countTypos(a, b, 100);
        if (typos <= most) expect(countTypos(a, b, most)).toBe(typos);
        else expect(countTypos(a, b, most)).toBeGreaterThan(most);
      }),
      { numRuns: 2_000 },
    );
  });

  it('match only the nearest indexed words', () => {
    const words = ['infrastructure', 'infrastructures', 'infrastrukturs', 'instructor', 'enfrastructure'];
    expect(nearestWords('infrastructur', words, () => true)).toEqual(['infrastructure']);
    expect(nearestWords('infrastructur', words, (word) => word !== 'infrastructure')).toEqual([
      'infrastructures',
      'infrastrukturs',
    ]);
    expect(nearestWords('markxt', ['market', 'tarket'], () => true)).toEqual(['market']);
    expect(nearestWords('larket', ['market', 'larder'], () => true)).toEqual(['market']);
    expect(nearestWords('bnak', ['bank'], () => true)).toEqual([]);
    expect(nearestWords('fiscl', ['fisc1'], () => true)).toEqual([]);
  });
});
