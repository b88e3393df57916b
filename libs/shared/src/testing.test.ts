import { expect, it } from '@jest/globals';
import { growth, until } from './testing.ts';

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

it('until asks again after other values and errors, and then reports the last one', async () => {
  let asked = 0;
  const third = () => {
    asked += 1;
    if (asked === 1) throw new Error('not yet');
    return asked;
  };
  expect(await until(third, { holds: (value) => value === 3 })).toBe(3);
  const about = () => 'as the program printed';
  const never = () => until(() => 503, { holds: (status) => status === 200, about, longestMs: 0 });
  await expect(never()).rejects.toThrow('Still 503 after 0 ms. as the program printed');
  const failing = () => Promise.reject(new Error('refused'));
  await expect(until(failing, { longestMs: 0 })).rejects.toThrow('refused');
});
