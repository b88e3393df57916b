import { createPressure } from './pressure.ts';

/**
 * While it sheds load, the process has at most as many requests in flight as recently ended in this time, in milliseconds.
 * A request then waits for about this time, whether on the event loop or for the database.
 */
const STAY_MS = 5;
/** While others are rejected, a request is late if it waited longer than this for its turn, in milliseconds. */
const LATE_MS = 20;
/** How often the rate of ended requests is measured, in milliseconds. */
const RATE_MS = 100;

/** The place of a request in flight. */
export interface Permit {
  /** Stops counting the request while it waits for its caller's other requests, or for its body. */
  pause(): void;
  /** Counts the request again, even if the process has no place. */
  resume(): void;
  /** Counts the request again and returns true, or returns false if the process has no place. */
  reenter(): boolean;
  /** Frees the place. Repeated calls have no effect. */
  leave(): void;
}

/** Limits the requests in flight by how long they wait. */
export interface Gate {
  /** Returns a place, or undefined if the process has as many requests as it can answer in time. */
  enter(): Permit | undefined;
  /**
   * Returns whether to reject an accepted request because it waited too long for its turn. Its time then goes to requests
   * that arrived later and can still be answered quickly. Returns false if the process rejects no others. So an organization
   * that has the process to itself never has a late request, because the process always accepts those in its slots.
   */
  isLate(waited: number): boolean;
  /** Returns how many requests in flight the process accepts now, whatever their wait. */
  allowed(): number;
}

/**
 * Opens a gate for at most `most` requests in flight. The gate begins to shed load when waits were too long for a tenth of a
 * second. It then accepts only as many requests as the process answers in time.
 * @param few the requests in flight that are always accepted: enough for an organization that has the process to itself,
 *   and for all connections to the database
 * @param waited returns how long the oldest waiting request has waited for its turn or for the database, in milliseconds
 * @param clock returns milliseconds
 */
export function openGate(
  most: number,
  few = 8,
  waited: () => number = () => 0,
  clock: () => number = () => performance.now(),
): Gate {
  const pressure = createPressure(clock());
  const least = Math.min(few, most);
  const rate = createRate(clock());
  let inFlight = 0;

  const limit = (now: number) =>
    pressure.isHigh(now) ? Math.min(most, Math.max(least, rate.per(STAY_MS))) : most;
  const isFull = (now: number) => {
    pressure.note(waited(), now);
    if (inFlight < limit(now)) return false;
    pressure.reject();
    return true;
  };

  return {
    enter: () => {
      if (isFull(clock())) return undefined;
      let counted = true;
      let left = false;
      const set = (wanted: boolean) => {
        if (left || counted === wanted) return;
        counted = wanted;
        inFlight += wanted ? 1 : -1;
      };
      inFlight += 1;
      return {
        pause: () => set(false),
        resume: () => set(true),
        reenter: () => {
          if (!counted && isFull(clock())) return false;
          set(true);
          return true;
        },
        leave: () => {
          // A request that its caller's limit rejected was never in flight.
          if (counted && !left) rate.add(clock());
          set(false);
          left = true;
        },
      };
    },
    isLate: (waited) => waited > LATE_MS && pressure.isRejecting(clock()),
    allowed: () => Math.floor(limit(clock())),
  };
}

/** Returns the rate of ended requests in the last interval. */
function createRate(now: number) {
  let [began, count, perMs] = [now, 0, Infinity];
  return {
    add: (at: number) => {
      count += 1;
      if (at - began < RATE_MS) return;
      perMs = count / (at - began);
      [began, count] = [at, 0];
    },
    /** Returns how many requests end in this time. */
    per: (milliseconds: number) => perMs * milliseconds,
  };
}
