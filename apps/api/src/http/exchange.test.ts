import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { arrivals } from './exchange.ts';

it('requests share their arrival within a turn of the event loop only', async () => {
  const arrive = arrivals();
  const first = arrive();
  await Promise.resolve();
  expect(arrive()).toBe(first);
  await turn();
  expect(arrive()).not.toBe(first);
});

it('two servers of a process share no arrival', () => {
  expect(arrivals()()).not.toBe(arrivals()());
});
