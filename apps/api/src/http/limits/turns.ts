/**
 * For how long one turn of the event loop begins requests, in milliseconds. Between these limits, it is as long
 * as the process has read and rejected other requests since the previous turn. So these never take most of the time.
 */
const SLICE_MS = { least: 1, most: 5 };
/**
 * The event loop accepts one connection in each turn. While connections arrive, at most this many turns only accept and
 * read, so that a health check on a new connection does not wait for the requests of all others.
 */
const ACCEPTING_TURNS = 8;

/** The order in which requests begin. */
export interface Turns {
  /**
   * Returns undefined if a request may begin at once. Otherwise returns a promise that resolves when it may, to how long it
   * waited, in milliseconds.
   */
  begin(): Promise<number> | undefined;
  /** Records that a connection was accepted. */
  accept(): void;
  /** Returns how long the oldest waiting request has waited, in milliseconds; 0 if none waits. */
  waited(): number;
}

interface Waiting {
  since: number;
  begin: (waited: number) => void;
}

/**
 * Returns turns for requests. On SQLite, a request occupies the event loop until it is answered, and new connections and
 * health checks wait for it. So each turn of the event loop begins at least one request, and others for a few milliseconds.
 * The rest wait here in the order of their arrival.
 * @param clock returns milliseconds
 */
export function createTurns(clock: () => number = () => performance.now()): Turns {
  const waiting: Waiting[] = [];
  /** When the first request of this turn began, and for how many milliseconds others may follow. */
  let sliceAt: number | undefined;
  let slice = SLICE_MS.least;
  /** When the last turn with waiting requests ended. */
  let endedAt: number | undefined;
  let isAccepting = false;
  let acceptingTurns = 0;

  const isUsed = (now: number) => sliceAt !== undefined && now - sliceAt >= slice;
  const run = (now: number) => {
    acceptingTurns = 0;
    if (sliceAt !== undefined) return;
    sliceAt = now;
    slice = Math.min(SLICE_MS.most, Math.max(SLICE_MS.least, now - (endedAt ?? now)));
    endedAt = undefined;
    setImmediate(() => (sliceAt = undefined));
  };

  /** Begins one request, now or in a later turn. Each waiting request has one step. */
  function step(): void {
    const now = clock();
    if (isUsed(now) || (isAccepting && acceptingTurns < ACCEPTING_TURNS)) {
      endedAt ??= now;
      setImmediate(step);
      return;
    }
    run(now);
    const { since, begin } = waiting.shift()!;
    begin(now - since);
  }

  return {
    begin: () => {
      const now = clock();
      if (waiting.length === 0 && !isUsed(now)) {
        run(now);
        return undefined;
      }
      return new Promise((begin) => {
        waiting.push({ since: now, begin });
        setImmediate(step);
      });
    },
    accept: () => {
      if (isAccepting) return;
      isAccepting = true;
      setImmediate(() => {
        isAccepting = false;
        acceptingTurns += 1;
      });
    },
    waited: () => (waiting.length === 0 ? 0 : clock() - waiting[0]!.since),
  };
}
