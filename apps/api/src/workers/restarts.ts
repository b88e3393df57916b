/** Decides when to replace a worker that exited. */
export interface Restarts {
  /** Returns how long to wait before the next start, in milliseconds; undefined if there were too many exits. */
  next(): number | undefined;
}

/** This many exits within this time are a crash loop. */
const MOST_EXITS = 5;
const WITHIN_MS = 60_000;
const FIRST_WAIT_MS = 100;

/** Describes a crash loop. */
export const CRASH_LOOP = `Workers exited ${MOST_EXITS} times within a minute, so the service stopped. The lines above state the reason.`;

/** Waits a tenth of a second after the first exit of a minute, and twice as long after each further one. */
export function createRestarts(clock: () => number = () => performance.now()): Restarts {
  let exits: number[] = [];
  return {
    next: () => {
      const now = clock();
      exits = [...exits.filter((at) => now - at < WITHIN_MS), now];
      return exits.length >= MOST_EXITS ? undefined : FIRST_WAIT_MS * 2 ** (exits.length - 1);
    },
  };
}
