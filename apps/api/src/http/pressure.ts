/** Requests that wait longer than this are late, in milliseconds. */
const TARGET_MS = 15;
/** A slow response, such as a large PDF, makes one turn of the event loop late. Overload makes all of them late. */
const INTERVAL_MS = 100;

/** Shows whether all requests wait too long. Times are in milliseconds. */
export interface Pressure {
  /** Records that a request waited for `delay`. */
  note(delay: number, now: number): void;
  /** Records that there were no requests since a time. */
  rest(since: number, now: number): void;
  /** Returns whether a wait is too long. */
  isLate(delay: number): boolean;
  /** Returns whether all waits of an interval were too long, and at least half of each later interval was late. */
  isHigh(): boolean;
}

/**
 * Returns the state of a queue as in controlled delay (CoDel). A queue that empties within the interval absorbs a burst. A
 * queue that does not empty only makes everybody wait. On a machine with other work, single waits are long without a queue.
 */
export function createPressure(now: number): Pressure {
  let shortAt = now;
  let lateAt = -Infinity;
  let high = false;
  let notedAt = now;
  /** When the interval began, and how much of it was late. */
  let intervalAt = now;
  let late = 0;
  const isLate = (delay: number) => delay > TARGET_MS;
  return {
    note: (delay, at) => {
      const again = lateAt > shortAt;
      if (isLate(delay)) {
        lateAt = at;
        late += Math.min(delay, at - notedAt);
      } else shortAt = at;
      notedAt = at;
      const length = at - intervalAt;
      const begins = !high && again && at - shortAt > INTERVAL_MS;
      if (!begins && length < INTERVAL_MS) return;
      high = begins || (high && late >= length / 2);
      intervalAt = at;
      late = 0;
    },
    rest: (since, at) => {
      if (at - since <= INTERVAL_MS) return;
      shortAt = at;
      high = false;
    },
    isLate,
    isHigh: () => high,
  };
}
