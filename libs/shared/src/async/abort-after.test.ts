import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { abortAfter } from './abort-after.ts';

it('aborts in time after garbage collections, or with the other signal', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const stop = new AbortController();
  const late = abortAfter(300, stop.signal);
  const aborted = once(late, 'abort');
  const stopped = abortAfter(60_000, stop.signal);
  for (let i = 0; i < 3; i++) {
    collect();
    await new Promise((done) => setImmediate(done));
  }
  // The timers of signals do not keep the process running.
  const running = setInterval(() => {}, 1000);
  await aborted;
  clearInterval(running);
  expect((late.reason as Error).name).toBe('TimeoutError');
  expect(stopped.aborted).toBe(false);
  stop.abort();
  expect(stopped.aborted).toBe(true);
});
