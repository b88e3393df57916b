import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces requests. All hosts share one pacer, since EDGAR counts their requests together. */
interface Pacer {
  /** Resolves when the next request may be sent. */
  next(): Promise<void>;
  /** Delays all requests by some milliseconds. */
  pause(ms: number): void;
}

/**
 * Leaves the same gap before every request. A token bucket would exceed the limit after a quiet second.
 * @param signal aborts all waiting with an AbortError
 */
export function pacer(perSecond: number, signal?: AbortSignal): Pacer {
  const gap = 1000 / perSecond;
  let last = -Infinity;
  let pausedUntil = -Infinity;
  let turn = Promise.resolve();
  const waitTurn = async () => {
    for (;;) {
      const wait = Math.max(last + gap, pausedUntil) - performance.now();
      if (wait <= 0) break;
      await sleep(Math.ceil(wait), undefined, { signal });
    }
    last = performance.now();
  };
  return {
    next: () => (turn = turn.then(waitTurn)),
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
    },
  };
}
