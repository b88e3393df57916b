import { setTimeout as sleep } from 'node:timers/promises';

/** Lets requests go one at a time, spaced: one pacer serves all hosts, since EDGAR counts them together. */
export interface Pacer {
  /** Answers when the next request may go. */
  next(): Promise<void>;
  /** Lets none go for so many milliseconds. */
  pause(ms: number): void;
}

/**
 * A pacer that leaves the same gap before every request. Saved-up turns, as a token bucket has, would burst over the
 * limit after a quiet second.
 * @param signal ends all waiting with an AbortError
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
