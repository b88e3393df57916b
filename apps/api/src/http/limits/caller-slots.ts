import { fail, type MaybePromise } from '@dossier/shared';
import { createShares } from './shares.ts';

/** How long a request waits for the caller's other requests, in milliseconds. */
const WAIT_MS = 1000;
/** How long the first `each` requests of a caller wait, in milliseconds. The caller may send that many at the same time. */
const PATIENT_MS = 10_000;
/** The longest time that a slot rests, in milliseconds. */
const REST_MS = 100;
const RETRY_AFTER_SECONDS = 2;
/** How many requests of one caller may wait. */
const WAITING = 100;

/** Limits the requests of each caller that run at the same time. */
export interface CallerSlots {
  /**
   * Takes a slot, and returns a function that releases it. Waits for up to a second while all slots of the caller are taken;
   * the first `each` requests wait for up to ten seconds.
   * @param isGone returns whether the client has disconnected, so that its turn goes to the next request
   * @throws 429 if no slot becomes free, or if too many requests wait already
   */
  take(caller: string, isGone: () => boolean): MaybePromise<() => void>;
  /** Adds the duration of a request to the time of its caller, without the wait for a slot. */
  spend(caller: string, milliseconds: number): void;
}

interface Turn {
  isGone: () => boolean;
  begin: (release: () => void) => void;
}
interface Line {
  running: number;
  waiting: Set<Turn>;
}

/**
 * Returns slots for `each` requests of every caller.
 * @param few the slots of a caller who takes much of the time while others send requests too. After each of its requests,
 *   the slot rests for as long as the request took, so that the caller takes at most half of the time.
 * @param clock returns milliseconds
 */
export function callerSlots(each: number, few = each, clock = () => performance.now()): CallerSlots {
  const lines = new Map<string, Line>();
  const shares = createShares();
  const slotsOf = (caller: string) => (shares.isLarge(caller, clock()) ? Math.min(few, each) : each);

  /** Returns a function that releases a slot, at once or after a rest. */
  function releaser(caller: string, line: Line): () => void {
    const began = clock();
    return once(() => {
      if (!shares.isLarge(caller, clock())) release(caller, line);
      else setTimeout(() => release(caller, line), Math.min(REST_MS, clock() - began));
    });
  }

  function release(caller: string, line: Line): void {
    line.running -= 1;
    const slots = slotsOf(caller);
    for (const turn of line.waiting) {
      if (line.running >= slots) return;
      line.waiting.delete(turn);
      if (turn.isGone()) continue;
      line.running += 1;
      turn.begin(releaser(caller, line));
    }
    if (line.running === 0) lines.delete(caller);
  }

  return {
    take: (caller, isGone) => {
      const line = lines.get(caller) ?? { running: 0, waiting: new Set() };
      lines.set(caller, line);
      shares.see(caller, clock());
      if (line.running < slotsOf(caller)) {
        line.running += 1;
        return releaser(caller, line);
      }
      if (line.waiting.size >= WAITING) throw tooMany(each);
      const isUsual = line.running + line.waiting.size < each;
      return new Promise((resolve, reject) => {
        const late = setTimeout(
          () => {
            line.waiting.delete(turn);
            reject(tooMany(each));
          },
          isUsual ? PATIENT_MS : WAIT_MS,
        );
        const turn: Turn = {
          isGone,
          begin: (free) => {
            clearTimeout(late);
            resolve(free);
          },
        };
        line.waiting.add(turn);
      });
    },
    spend: (caller, milliseconds) => shares.spend(caller, milliseconds, clock()),
  };
}

function tooMany(most: number) {
  const error = fail('too_many_in_flight', { most, seconds: RETRY_AFTER_SECONDS });
  error.headers['Retry-After'] = String(RETRY_AFTER_SECONDS);
  return error;
}

/** Returns a function that does the work at its first call only. */
function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
