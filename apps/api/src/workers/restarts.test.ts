import { describe, expect, it } from '@jest/globals';
import { createRestarts } from './restarts.ts';

describe('restarts of workers', () => {
  it('wait longer after each exit in a row, and stop at the fifth', () => {
    let now = 0;
    const restarts = createRestarts(() => now);
    const next = () => {
      now += 59_000;
      const wait = restarts.next();
      restarts.started();
      return wait;
    };
    expect(Array.from({ length: 5 }, next)).toEqual([100, 200, 400, 800, undefined]);
  });

  it('have the shortest wait again a minute after the last start', () => {
    let now = 0;
    const restarts = createRestarts(() => now);
    expect([restarts.next(), restarts.next()]).toEqual([100, 200]);
    now = 10_000;
    restarts.started();
    now = 70_001;
    expect(restarts.next()).toBe(100);
  });
});
