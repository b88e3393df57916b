import { createPressure } from './pressure.ts';

/**
 * While it sheds load, the process still accepts this many requests: twice the slots of an organization, whose turn of the
 * event loop contains the requests that end and those that begin.
 */
const LEAST = 16;
/**
 * While it sheds load, the process has at most as many requests in flight as recently ended in this time, in milliseconds.
 * On Postgres, a request takes several turns of the event loop, and would wait in each of them.
 */
const STAY_MS = 20;
/** How often the rate of ended requests is measured, in milliseconds. */
const RATE_MS = 100;

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

/** Limits the requests in flight by how long they wait. */
export interface Gate {
  /** Returns a place, or undefined if the process has as many requests as it can answer in time. */
  enter(): Pass | undefined;
  /** Returns how many requests in flight the process accepts now, whatever their wait. */
  allowed(): number;
}

/**
 * Opens a gate for at most `most` requests in flight. Requests wait in two places: in the sockets, for the turn of the
 * event loop that reads them, and for a connection to the database. If every request of a tenth of a second has waited too
 * long, the gate rejects new requests that would wait too long, so that the accepted ones do not.
 *
 * A request counts until the end of the turn in which it ends. On SQLite, each request is answered before the next one is
 * read, so the requests of a turn are the queue.
 * @param waited returns how long the database has kept a request waiting, in milliseconds
 * @param clock returns milliseconds
 */
export function openGate(
  most: number,
  waited: () => number = () => 0,
  clock: () => number = () => performance.now(),
): Gate {
  const pressure = createPressure(clock());
  const least = Math.min(LEAST, most);
  let inFlight = 0;
  let ended = 0;
  /** When the turn began: the first time that a request began or ended in it. */
  let turn: number | undefined;
  const rate = createRate(clock());
  const delayAt = (now: number) => Math.max(now - (turn ?? now), waited());

  let endedAt = clock();
  const inTurn = (now: number) => {
    if (turn !== undefined) return;
    pressure.rest(endedAt, now);
    turn = now;
    setImmediate(() => {
      const end = clock();
      pressure.note(delayAt(end), end);
      endedAt = end;
      rate.add(ended, end);
      turn = undefined;
      inFlight -= ended;
      ended = 0;
    });
  };
  const isFull = (now: number) => {
    if (inFlight >= most) return true;
    if (inFlight < least || !pressure.isHigh()) return false;
    return inFlight >= rate.per(STAY_MS) || pressure.isLate(delayAt(now));
  };

  return {
    enter: () => {
      const now = clock();
      inTurn(now);
      if (isFull(now)) return undefined;
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
          if (counted && !left) {
            inTurn(clock());
            ended += 1;
          }
          left = true;
        },
      };
    },
    allowed: () => {
      if (turn === undefined) pressure.rest(endedAt, clock());
      return pressure.isHigh() ? least : most;
    },
  };
}

/** Returns the rate of ended requests in the last interval. */
function createRate(now: number) {
  let [began, count, perMs] = [now, 0, Infinity];
  return {
    add: (ended: number, at: number) => {
      count += ended;
      if (at - began < RATE_MS) return;
      perMs = count / (at - began);
      [began, count] = [at, 0];
    },
    /** Returns how many requests end in this time. */
    per: (milliseconds: number) => perMs * milliseconds,
  };
}
