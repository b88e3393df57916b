import { fail, type ApiError, type MaybePromise } from '@dossier/shared';

/** How long a request waits for the other requests of its organization, in milliseconds. */
const WAIT_MS = 5000;
/** How many requests of an organization may wait. */
const WAITING = 100;
const RETRY_AFTER_SECONDS = 2;
/** A request that takes longer is slow, in milliseconds. */
const SLOW_MS = 50;
/** The places that an organization begins with while others send requests too. */
const FIRST = 2;
/** For how long others count as active after their last request, in milliseconds. */
const ACTIVE_MS = 1000;

/** Limits the requests of each organization that are in flight. The others wait in a line. */
export interface Lines {
  /**
   * Waits for a place. Returns a function that frees it.
   * @throws 429 if too many requests wait already, or if no place becomes free in time
   */
  enter(organization: string): MaybePromise<() => void>;
}

interface Line {
  inFlight: number;
  /** The places of the organization while others send requests too. */
  places: number;
  waiting: Set<() => void>;
}

/**
 * Returns lines of `each` places. While several organizations send requests, each begins with a few places. A quick request
 * adds one, and a slow one halves them. So an organization with expensive requests has one of them in flight at a time,
 * and does not keep the database from the others.
 * @param clock returns milliseconds
 */
export function createLines(each: number, clock: () => number, waitMs = WAIT_MS): Lines {
  const lines = new Map<string, Line>();
  /** The organization of the last request, and when another one was last seen. */
  let last: string | undefined;
  let othersAt = -Infinity;
  const hasPlace = ({ inFlight, places }: Line) =>
    inFlight < (clock() - othersAt < ACTIVE_MS ? Math.min(places, each) : each);

  function take(organization: string, line: Line): () => void {
    line.inFlight += 1;
    const began = clock();
    return () => {
      line.places =
        clock() - began > SLOW_MS ? Math.max(1, line.places >> 1) : Math.min(each, line.places + 1);
      // Requests of others that have arrived meanwhile come first.
      setImmediate(free, organization, line);
    };
  }

  function free(organization: string, line: Line): void {
    line.inFlight -= 1;
    for (const begin of line.waiting) {
      if (!hasPlace(line)) return;
      line.waiting.delete(begin);
      begin();
    }
    if (line.inFlight === 0) lines.delete(organization);
  }

  return {
    enter: (organization) => {
      if (last !== undefined && last !== organization) othersAt = clock();
      last = organization;
      const line = lines.get(organization) ?? { inFlight: 0, places: FIRST, waiting: new Set() };
      lines.set(organization, line);
      if (hasPlace(line)) return take(organization, line);
      if (line.waiting.size >= WAITING) throw tooMany(each);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          line.waiting.delete(begin);
          reject(tooMany(each));
        }, waitMs);
        const begin = () => {
          clearTimeout(late);
          resolve(take(organization, line));
        };
        line.waiting.add(begin);
      });
    },
  };
}

function tooMany(most: number): ApiError {
  const error = fail('too_many_in_flight', { most, seconds: RETRY_AFTER_SECONDS });
  error.headers['Retry-After'] = String(RETRY_AFTER_SECONDS);
  return error;
}
