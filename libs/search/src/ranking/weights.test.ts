import { expect, it } from '@jest/globals';
import { STEPS } from '../entries/stem-counts.ts';
import { LAYOUT, OFTEN, SEARCHED, storedEntry } from '../meilisearch/meilisearch-entry.ts';
import { NAME_WEIGHT, OFTEN_FROM, TITLE_WEIGHT } from './weights.ts';

it('the LAYOUT of the Meilisearch index increases with every change of a weight', () => {
  // When a weight changes, raise LAYOUT and put both here: indexes contain the weights with which they were built.
  expect({ LAYOUT, OFTEN_FROM, STEPS }).toEqual({
    STEPS: [
      { from: 1, times: 1 },
      { from: 2, times: 3 },
      { from: 5, times: 7 },
    ],
    LAYOUT: 8,
    OFTEN_FROM: [1_000, 5, 3, 2],
  });
});

it('a Meilisearch entry weighs a word by its place in names, title and body', () => {
  const entry = storedEntry({
    type: 'document',
    id: 'a',
    names: ['Named'],
    title: 'Titled',
    excerpt: '',
    url: '/a',
    date: '2024-01-01T00:00:00.000Z',
    passages: [{ title: 'Twice', text: 'twice once' }],
  });
  const { [`words${LAYOUT}`]: words } = entry as unknown as Record<string, Record<string, string[]>>;
  const lists = OFTEN_FROM.map((from) => [from, words![`often${from}`]!.toSorted()]);
  expect(lists).toEqual([
    [NAME_WEIGHT, ['named']],
    [TITLE_WEIGHT, ['named', 'titled']],
    [3, ['named', 'titled']],
    [2, ['named', 'titled', 'twice']],
  ]);
});

it('Meilisearch ranks the lists of frequent words by descending weight', () => {
  const often = SEARCHED.filter((attribute) => attribute.startsWith(OFTEN));
  expect(often.map((attribute) => Number(attribute.slice(OFTEN.length)))).toEqual(
    [...OFTEN_FROM].sort((a, b) => b - a),
  );
});
