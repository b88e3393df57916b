import { expect, it } from '@jest/globals';
import { countStems } from './stem-counts.ts';

it('a bag counts stems in steps; names and titles count more than texts', () => {
  const body = [
    ['measur', 'measuring', 'measured', 'measurement'],
    ['2024', 'odd'],
  ];
  const bag = countStems({ names: [['amber']], title: ['odd'], body, forms: [['50000000']] });
  expect(Object.fromEntries(bag.times)).toEqual({ amber: 7, odd: 3, measur: 3, 2024: 1, 50000000: 1 });
  expect(bag.length).toBe(15);
});
