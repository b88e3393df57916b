import { describe, expect, it } from '@jest/globals';
import { parseQuery } from './query.ts';
import { isStrict, joinFew, relaxed, roomBeforeCompany, rankingWords, type Few } from './relax.ts';

const indexes = (text: string, documents: number, explore: number, isNamed = false) => {
  const of = relaxed(parseQuery(text).terms, { documents, explore }, isNamed);
  return Object.entries(of).flatMap(([index, isRelaxed]) => (isRelaxed ? [index] : []));
};
const both = ['documents', 'explore'];

describe('relaxing a query', () => {
  it.each([
    ['amber', 0, 0, []],
    ['amber basalt', 0, 0, both],
    ['amber basalt', 9, 0, both],
    ['amber basalt', 10, 0, []],
    ['amber basalt', 0, 1, ['explore']],
    ['amber basalt cobalt', 4, 6, []],
    ['amber basalt cobalt erbium', 9, 0, both],
    ['amber basalt cobalt erbium', 10, 0, ['explore']],
    ['amber basalt cobalt erbium', 10, 10, []],
    ['amber basalt cobalt erbium', 0, 3, ['explore']],
    ['amber basalt cobalt erbium gallium', 0, 3, both],
    ['2024', 0, 0, []],
    ['0000320193-24-000123 2024', 0, 0, []],
    ['cik 320194', 0, 0, []],
    ['form 10-J', 0, 0, []],
    ['amber 10-J', 0, 0, both],
    ['"amber basalt" "cobalt"', 0, 0, []],
    ['"amber basalt" cobalt', 0, 0, both],
    ['e-commerce', 0, 0, both],
    ['amber.com', 0, 0, []],
    ['https://www.amber.com/about', 0, 0, []],
    ['amber.com basalt', 0, 0, both],
  ])('%s, with %i documents and %i other matches, relaxes %j', (text, documents, explore, expected) => {
    expect(indexes(text, documents, explore)).toEqual(expected);
  });

  it('is not done for a name', () => {
    expect(indexes('amber basalt cobalt', 0, 1, true)).toEqual([]);
  });

  it('is always done for more than ten terms', () => {
    const terms = (count: number) =>
      parseQuery(Array.from({ length: count }, (_, index) => 'x'.repeat(index + 1)).join(' ')).terms;
    expect([isStrict(terms(10)), isStrict(terms(11))]).toEqual([true, false]);
    const numbers = Array.from({ length: 11 }, (_, index) => 2_000 + index).join(' ');
    expect(isStrict(parseQuery(numbers).terms)).toBe(true);
  });
});

describe('the words that rank a relaxed query', () => {
  const counts = (counts: number[], entries: number) =>
    rankingWords(
      counts.map((count) => ({ count })),
      entries,
    ).map((word) => word.count);

  it('are in at most 30% of the entries', () => {
    expect(counts([0, 1, 3_000, 3_001], 10_000)).toEqual([1, 3_000]);
  });

  it('are all words that occur when there are few entries', () => {
    expect(counts([100, 101], 120)).toEqual([100]);
  });

  it('are the rarest when all are common', () => {
    expect(counts([0, 9_500, 9_000], 10_000)).toEqual([9_000]);
    expect(counts([0], 10_000)).toEqual([]);
  });

  it('are the rarest when they occur very often', () => {
    expect(counts([30_000, 10_000, 25_000], 400_000)).toEqual([10_000, 25_000]);
  });
});

it('whole matches come before loose ones, and names among them first', () => {
  const few: Omit<Few<string>, 'isNearFirst'> = {
    strict: ['a', 'b', 'c'],
    near: ['x', 'c'],
    about: [],
    loose: ['y', 'b', 'a', 'z'],
  };
  expect(joinFew({ ...few, isNearFirst: false })).toEqual({
    listed: ['c', 'b', 'a', 'x', 'y', 'z'],
    partial: ['x', 'y', 'z'],
  });
  expect(joinFew({ ...few, isNearFirst: true })).toEqual({
    listed: ['x', 'c', 'b', 'a', 'y', 'z'],
    partial: ['y', 'z'],
  });
  expect(joinFew({ ...few, about: ['i'], isNearFirst: true })).toEqual({
    listed: ['x', 'c', 'i', 'b', 'a', 'y', 'z'],
    partial: ['y', 'z'],
  });
});

it('a company that a long query is about comes after more documents, on the first page', () => {
  const roomOf = (text: string, strict: number) => roomBeforeCompany(strict, parseQuery(text).terms);
  expect(roomOf('Amber chief executive', 0)).toBe(5);
  expect(roomOf('Amber chief executive', 7)).toBe(0);
  expect(roomOf('How much cash did the operations of Amber provide in fiscal year 2024?', 2)).toBe(7);
});
