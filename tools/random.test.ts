import { expect, it } from '@jest/globals';
import { randomOf } from './random.ts';

it('repeats no number, and has as many small as large ones', () => {
  const random = randomOf(7);
  const numbers = Array.from({ length: 100_000 }, random);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.min(...numbers)).toBeGreaterThan(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  const tenths = Array.from({ length: 10 }, (_, i) => numbers.filter((n) => Math.floor(n * 10) === i).length);
  for (const tenth of tenths) expect(Math.abs(tenth - 10_000)).toBeLessThan(500);
});
