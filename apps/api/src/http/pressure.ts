/** Requests that wait longer than this are late, in milliseconds. */
const TARGET_MS = 5;
/** A slow response, such as a large PDF, makes one turn of the event loop late. Overload makes all of them late. */
const INTERVAL_MS = 100;

/** Whether requests have to wait, judged by each wait that was seen. Times are in milliseconds. */
export interface Pressure {
  /** Notes that a request waited for `delay`. */
  note(delay: number, now: number): void;
  /** Notes that there were no requests since a time. */
  rest(since: number, now: number): void;
  /** Returns whether a wait is too long. */
  isLate(delay: number): boolean;
  /** Returns whether all waits of an interval were too long, and since then not all of an interval were short. */
  isHigh(): boolean;
}

/**
 * Returns the state of a queue, as controlled delay (CoDel) judges it: a queue that empties within the interval absorbs a
 * burst, and one that does not only makes everybody wait.
 */
export function createPressure(now: number): Pressure {
  let shortAt = now;
  let lateAt = -Infinity;
  let high = false;
  const isLate = (delay: number) => delay > TARGET_MS;
  return {
    note: (delay, at) => {
      const again = lateAt > shortAt;
      if (isLate(delay)) lateAt = at;
      else shortAt = at;
      if (high) high = at - lateAt <= INTERVAL_MS;
      else high = again && at - shortAt > INTERVAL_MS;
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
