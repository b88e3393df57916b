import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { inTime, watchSilence } from './silence.ts';

describe('the watch of a silent server', () => {
  it('ends all work when a question stays unanswered, and new work at once, until the server answers', async () => {
    let answer = () => {};
    const silence = watchSilence(() => new Promise<void>((resolve) => (answer = resolve)));
    await Promise.all([1, 2].map(() => new Promise<void>((resolve) => silence.during(resolve))));
    expect(silence.isSilent()).toBe(true);
    let ended = false;
    silence.during(() => (ended = true));
    expect(ended).toBe(true);
    answer();
    while (silence.isSilent()) await sleep(5);
  });

  it('ends no work of a server that answers or rejects the question, however long the work takes', async () => {
    for (const question of [() => Promise.resolve(), () => Promise.reject(new Error('no'))]) {
      let asked = 0;
      const silence = watchSilence(() => (asked++, question()));
      let isLost = false;
      const ended = silence.during(() => (isLost = true));
      while (asked < 3) await sleep(5);
      ended();
      expect([isLost, silence.isSilent()]).toEqual([false, false]);
    }
  });

  it('asks nothing while no work waits', async () => {
    let asked = 0;
    const silence = watchSilence(async () => void (asked += 1));
    silence.during(() => {})();
    await sleep(300);
    expect(asked).toBe(0);
  });
});

it('returns the result of work, or undefined if it is late', async () => {
  expect(await inTime(Promise.resolve(7), 1000)).toBe(7);
  expect(await inTime(new Promise(() => {}), 1)).toBeUndefined();
  await expect(inTime(Promise.reject(new Error('failed')), 1000)).rejects.toThrow('failed');
});
