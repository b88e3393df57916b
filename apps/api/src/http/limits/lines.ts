import { fail, type ApiError, type MaybePromise } from '@dossier/shared';

/** How long a request waits for the other requests of its organization, in milliseconds. */
export const WAIT_MS = 5000;
/** How many requests of an organization may wait. */
export const WAITING = 100;
/** The time after which a rejected caller should send again. */
export const RETRY_SECONDS = 2;
/** A request that has waited for longer is late, in milliseconds. */
export const LATE_MS = 25;
/** For how long others count as active after their last request, in milliseconds. */
const ACTIVE_MS = 250;
/** A request that takes longer keeps the one place from no other request of its organization, in milliseconds. */
const LONG_MS = 1000;

/** Limits the requests of each organization that are in flight. The others wait in a line. */
export interface Lines {
  /**
   * Waits for a place. Returns a function that frees it.
   * @throws 429 if too many requests wait already, or if no place becomes free in time
   */
  enter(organization: string): MaybePromise<() => void>;
  /** Rejects all requests that wait for a place. */
  rejectWaiting(): void;
  /** Returns how many requests have a place or wait for one, but of each organization at most as many as have places. */
  count(): number;
}

interface Line {
  organization: string;
  /** When each of its requests in flight got its place. */
  inFlight: Set<{ since: number }>;
  waiting: Set<Waiting>;
}

/** Lets a request that waits go on, or ends it with an error. */
type Waiting = (error?: ApiError) => void;

/**
 * Returns lines of `each` places. While several organizations send requests, each has one place. So one with many expensive
 * requests does not keep the database or the event loop from the others. A long request, such as a download, leaves that
 * place to the next one, but is still one of `each`.
 * @param clock returns milliseconds
 */
export function createLines(each: number, clock: () => number, waitMs = WAIT_MS): Lines {
  const lines = new Map<string, Line>();
  /** The organization of the last request, when that came, and when the last one of another organization came. */
  let last: string | undefined;
  let lastAt = -Infinity;
  let otherAt = -Infinity;
  let count = 0;
  /** How many requests wait, and what looks for places that became free in other ways than by the end of a request. */
  let waits = 0;
  let watch: NodeJS.Timeout | undefined;
  function hasPlace({ organization, inFlight }: Line): boolean {
    const now = clock();
    const isAlone = now - (organization === last ? otherAt : lastAt) >= ACTIVE_MS;
    return inFlight.size < each && (isAlone || [...inFlight].every(({ since }) => now - since >= LONG_MS));
  }
  /** Changes the requests of a line, and their number. */
  function change(line: Line, work: () => void): void {
    const counted = () => Math.min(each, line.inFlight.size + line.waiting.size);
    count -= counted();
    work();
    count += counted();
  }

  function take(line: Line): () => void {
    const request = { since: clock() };
    change(line, () => line.inFlight.add(request));
    // Requests of others that have arrived meanwhile come first.
    return () => setImmediate(free, line, request);
  }

  function free(line: Line, request: { since: number }): void {
    change(line, () => line.inFlight.delete(request));
    letIn(line);
    if (line.inFlight.size === 0) lines.delete(line.organization);
  }

  function letIn(line: Line): void {
    for (const next of line.waiting) {
      if (!hasPlace(line)) return;
      next();
    }
  }

  return {
    enter: (organization) => {
      const line = lines.get(organization) ?? { organization, inFlight: new Set(), waiting: new Set() };
      lines.set(organization, line);
      if (last !== organization) otherAt = lastAt;
      last = organization;
      lastAt = clock();
      letIn(line);
      if (line.waiting.size === 0 && hasPlace(line)) return take(line);
      if (line.waiting.size >= WAITING) throw tooMany();
      return new Promise((resolve, reject) => {
        const waiting: Waiting = (error) => {
          clearTimeout(late);
          change(line, () => line.waiting.delete(waiting));
          if (--waits === 0) clearInterval(watch);
          if (error) reject(error);
          else resolve(take(line));
        };
        const late = setTimeout(() => waiting(tooMany()), waitMs);
        change(line, () => line.waiting.add(waiting));
        if (waits++ === 0) watch = setInterval(() => lines.forEach(letIn), ACTIVE_MS);
      });
    },
    rejectWaiting: () => {
      for (const { waiting } of lines.values()) for (const end of waiting) end(overloaded());
    },
    count: () => count,
  };
}

/** Returns the error of a request beyond those that may be in progress. */
const tooMany = (): ApiError => retried(fail('too_many_in_flight', { seconds: RETRY_SECONDS }));

/** Returns the error of a request that the process cannot answer in time. */
export const overloaded = (): ApiError => retried(fail('overloaded', { seconds: RETRY_SECONDS }));

function retried(error: ApiError): ApiError {
  error.headers['Retry-After'] = String(RETRY_SECONDS);
  return error;
}
