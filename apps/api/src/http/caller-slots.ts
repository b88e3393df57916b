import { fail } from '@dossier/shared';

/** How long a request waits for the caller's other requests, in milliseconds. */
const WAIT_MS = 1000;
const RETRY_AFTER_SECONDS = 2;
/** How many requests of one caller may wait. */
const WAITING = 100;

/** Limits the requests of each caller that run at the same time. */
export interface CallerSlots {
  /**
   * Returns a function that gives the slot back. Waits for up to a second while all slots of the caller are taken.
   * @param isGone returns whether the client has disconnected, so that its turn goes to the next request
   * @throws 429 if no slot becomes free, or if too many requests wait already
   */
  take(caller: string, isGone: () => boolean): Promise<() => void>;
}

interface Turn {
  isGone: () => boolean;
  begin: (release: () => void) => void;
}
interface Line {
  running: number;
  waiting: Set<Turn>;
}

/** Returns slots for `each` requests of every caller. */
export function callerSlots(each: number): CallerSlots {
  const lines = new Map<string, Line>();

  function release(caller: string, line: Line): void {
    for (const turn of line.waiting) {
      line.waiting.delete(turn);
      if (turn.isGone()) continue;
      turn.begin(once(() => release(caller, line)));
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(caller);
  }

  return {
    take: async (caller, isGone) => {
      const line = lines.get(caller) ?? { running: 0, waiting: new Set() };
      lines.set(caller, line);
      if (line.running < each) {
        line.running += 1;
        return once(() => release(caller, line));
      }
      if (line.waiting.size >= WAITING) throw tooMany(each);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          line.waiting.delete(turn);
          reject(tooMany(each));
        }, WAIT_MS);
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
