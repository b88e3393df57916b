/** Requests that wait longer than this are late, in milliseconds. */
const TARGET_MS = 15;
/** A slow response, such as a large PDF, makes a few requests late. Overload makes all of them late. */
const INTERVAL_MS = 100;
/** The pressure stays high while more than this share of the requests of an interval is rejected. */
const REJECTED = 1 / 10;

/** Shows whether all requests wait too long. Times are in milliseconds. */
export interface Pressure {
  /** Records that a request arrived when others had waited for `delay`. */
  note(delay: number, now: number): void;
  /** Records that the request was rejected. */
  reject(): void;
  /** Returns whether all waits of an interval were too long, and no later one had short waits and few rejections. */
  isHigh(now: number): boolean;
  /** Returns whether the pressure is high and a request was rejected in the same interval. */
  isRejecting(now: number): boolean;
}

/**
 * Returns the state of a queue as in controlled delay (CoDel). A queue that empties within the interval absorbs a burst. A
 * queue that does not empty only makes everybody wait. Rejections keep the queue short, so its length cannot show that the
 * overload is over; the share of rejections does.
 */
export function createPressure(now: number): Pressure {
  let shortAt = now;
  let notedAt = now;
  let high = false;
  let intervalAt = now;
  let [arrived, rejected] = [0, 0];
  const begin = (at: number) => {
    intervalAt = at;
    [arrived, rejected] = [0, 0];
  };
  /** Ends the pressure after an interval without requests, because nothing waits then. */
  const rest = (at: number) => {
    if (at - notedAt <= INTERVAL_MS) return;
    high = false;
    shortAt = at;
  };
  return {
    note: (delay, at) => {
      rest(at);
      notedAt = at;
      if (high && at - intervalAt >= INTERVAL_MS) {
        high = shortAt < intervalAt || rejected > arrived * REJECTED;
        begin(at);
      }
      if (delay <= TARGET_MS) shortAt = at;
      if (!high && at - shortAt > INTERVAL_MS) {
        high = true;
        begin(at);
      }
      arrived += 1;
    },
    reject: () => (rejected += 1),
    isHigh: (at) => {
      rest(at);
      return high;
    },
    isRejecting: (at) => {
      rest(at);
      return high && rejected > 0;
    },
  };
}
