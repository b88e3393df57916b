import { describe, expect, it } from '@jest/globals';
import { byDocument, measure, paired } from './measure.ts';
import { plainBm25 } from './plain.ts';

const answers = new Map([
  ['a', 1],
  ['b', 1],
  ['c', 2],
]);

describe('the measures of relevance', () => {
  it('are 1 for the best list and 0 for a list without answers', () => {
    expect(measure(['c', 'a', 'b', 'x'], answers)).toEqual({ ndcg10: 1, recall50: 1 });
    expect(measure(['x', 'y'], answers)).toEqual({ ndcg10: 0, recall50: 0 });
    expect(measure([], answers)).toEqual({ ndcg10: 0, recall50: 0 });
  });

  it('count later results for less', () => {
    const ideal = 3 + 1 / Math.log2(3) + 1 / 2;
    expect(measure(['x', 'c'], answers).ndcg10).toBeCloseTo(3 / Math.log2(3) / ideal);
    expect(measure([...Array.from({ length: 10 }, (_, index) => `x${index}`), 'c'], answers)).toEqual({
      ndcg10: 0,
      recall50: 1 / 3,
    });
    expect(measure([...Array.from({ length: 50 }, (_, index) => `x${index}`), 'c'], answers).recall50).toBe(
      0,
    );
  });
});

describe('plain BM25', () => {
  const texts = [
    { id: 'long', text: 'amber and much else that is said of other things at some length' },
    { id: 'twice', text: 'Amber, amber' },
    { id: 'once', text: 'amber basalt' },
    { id: 'none', text: 'cobalt dolomite' },
  ];
  const search = plainBm25(texts);

  it('ranks texts by the frequency of a word, then shorter texts first', () => {
    expect(search('AMBER', 10)).toEqual(['twice', 'once', 'long']);
    expect(search('amber', 1)).toEqual(['twice']);
  });

  it('weighs rare words higher', () => {
    expect(search('amber basalt', 10)[0]).toBe('once');
  });

  it('finds other forms of a word', () => {
    expect(search('basalts and ambers', 10)[0]).toBe('once');
  });
});

describe('the comparison of two methods', () => {
  it('counts wins, losses and ties question by question', () => {
    expect(paired([1, 0.5, 0.2, 0.3], [0.5, 1, 0.2, 0.3 + 1e-12])).toEqual({ wins: 1, losses: 1, ties: 2 });
  });

  it('counts a document once, with the grade of its best section', () => {
    const sections = new Map([
      ['/research/a#one', 1],
      ['/research/a#two', 2],
      ['/research/b', 1],
    ]);
    expect([...byDocument(sections)]).toEqual([
      ['/research/a', 2],
      ['/research/b', 1],
    ]);
    expect(measure(['c', 'c', 'a'], new Map([['a', 1]])).ndcg10).toBeCloseTo(1 / Math.log2(3));
  });
});
