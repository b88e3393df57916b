import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The event loop is late when its timers fire this many milliseconds after their time, on average. */
const LATE_MS = 15;
/** How often the limit is adjusted, and the resolution of the delay, in milliseconds. */
const SAMPLE_MS = 50;
const RESOLUTION_MS = 10;
/** One slow response, such as a large PDF, makes one sample late. Overload makes all of them late. */
const LATE_SAMPLES = 2;
/** The limit never falls below this, so that a late loop alone does not reject a handful of requests. */
const LEAST = 16;

/** The limit of requests in flight, and how many samples in a row were late. */
export interface Limit {
  allowed: number;
  late: number;
}

/**
 * Returns the next limit. While the event loop is late, it is the share of what was in flight that takes `LATE_MS`;
 * otherwise 10 % more than before.
 * @param delay the mean delay of the event loop since the last sample, in milliseconds
 * @param peak the most requests in flight since the last sample
 * @param most the highest limit
 */
export function nextLimit({ allowed, late }: Limit, delay: number, peak: number, most: number): Limit {
  if (delay <= LATE_MS) return { allowed: Math.min(most, Math.ceil(allowed * 1.1)), late: 0 };
  if (late + 1 < LATE_SAMPLES) return { allowed, late: late + 1 };
  const lower = Math.floor((Math.min(allowed, peak) * LATE_MS) / delay);
  return { allowed: Math.max(Math.min(LEAST, most), lower), late: late + 1 };
}

/** The place of a request in flight. */
export interface Pass {
  /** Stops counting the request while it waits for its caller's other requests, or for its body. */
  pause(): void;
  /** Counts the request again, even if the process has no place. */
  resume(): void;
  /** Counts the request again and returns true, or returns false if the process has no place. */
  reenter(): boolean;
  /** Gives the place back. Repeated calls have no effect. */
  leave(): void;
}

/** Limits the requests in flight by the delay of the event loop. */
export interface Gate {
  /** Returns a place, or undefined if the process has as many requests as it can answer in time. */
  enter(): Pass | undefined;
  /** Returns the current limit of requests in flight. */
  allowed(): number;
  /** Stops measuring. */
  close(): void;
}

/**
 * Opens a gate for at most `most` requests in flight, and fewer while the event loop is late. A request counts until the
 * end of the turn of the event loop in which it ends: on SQLite each is answered before the next one is read, so that the
 * requests of a turn are the queue.
 */
export function openGate(most: number): Gate {
  let limit: Limit = { allowed: most, late: 0 };
  let inFlight = 0;
  let peak = 0;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const timer = setInterval(() => {
    const delay = delays.mean / 1e6 - RESOLUTION_MS;
    delays.reset();
    limit = nextLimit(limit, Number.isNaN(delay) ? 0 : delay, peak, most);
    peak = inFlight;
  }, SAMPLE_MS).unref();
  const count = (change: 1 | -1) => {
    inFlight += change;
    peak = Math.max(peak, inFlight);
  };
  let ended = 0;
  const endWithTurn = () => {
    ended += 1;
    if (ended > 1) return;
    setImmediate(() => {
      inFlight -= ended;
      ended = 0;
    });
  };
  return {
    enter: () => {
      if (inFlight >= limit.allowed) return undefined;
      let counted = true;
      let left = false;
      const set = (wanted: boolean) => {
        if (left || counted === wanted) return;
        counted = wanted;
        count(wanted ? 1 : -1);
      };
      count(1);
      return {
        pause: () => set(false),
        resume: () => set(true),
        reenter: () => {
          if (!counted && inFlight >= limit.allowed) return false;
          set(true);
          return true;
        },
        leave: () => {
          if (counted && !left) endWithTurn();
          left = true;
        },
      };
    },
    allowed: () => limit.allowed,
    close: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}
