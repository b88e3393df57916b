/** Decides when to replace a worker that exited. */
export interface Restarts {
  /** Records that a worker listens. */
  started(): void;
  /** Returns how long to wait before the next start, in milliseconds; undefined in a crash loop. */
  next(): number | undefined;
}

/** This many exits in a row are a crash loop. */
const MAX_EXITS = 5;
/** Exits are in a row if each one follows a start within this time. */
const WITHIN_MS = 60_000;
const FIRST_WAIT_MS = 100;

/** Describes a crash loop. */
export const CRASH_LOOP = `Workers exited ${MAX_EXITS} times, each within a minute of a start, so the service stops. The log states the reason.`;

/** Waits a tenth of a second after the first exit, and twice as long after each further one in a row. */
export function createRestarts(clock: () => number = () => performance.now()): Restarts {
  let startedAt = clock();
  let exits = 0;
  return {
    started: () => {
      startedAt = clock();
    },
    next: () => {
      if (clock() - startedAt > WITHIN_MS) exits = 0;
      exits += 1;
      return exits >= MAX_EXITS ? undefined : FIRST_WAIT_MS * 2 ** (exits - 1);
    },
  };
}
