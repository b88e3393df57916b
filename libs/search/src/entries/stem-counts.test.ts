import { expect, it } from '@jest/globals';
import { countStems } from './stem-counts.ts';

it('counts stems in steps; names and titles count more than texts', () => {
  const body = [
    ['measur', 'measuring', 'measured', 'measurement'],
    ['2024', 'odd'],
  ];
  const counts = countStems({ names: [['amber']], title: ['odd'], body, forms: [['50000000']] });
  expect(Object.fromEntries(counts.times)).toEqual({ amber: 7, odd: 3, measur: 3, 2024: 1, 50000000: 1 });
  expect(counts.length).toBe(15);
});
