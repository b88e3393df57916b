import { expect, it } from '@jest/globals';
import { growth } from './testing.ts';

const count = (steps: number) => {
  let sum = 0;
  for (let i = 0; i < steps; i++) sum += i % 7;
  return sum;
};

it('growth measures small and large linear work as linear', () => {
  for (const part of [1, 100]) expect(growth((size) => size / part, count)).toBeLessThan(40);
});

it('growth measures quadratic work as quadratic', () => {
  expect(growth((size) => (size / 200) ** 2, count)).toBeGreaterThan(40);
});
