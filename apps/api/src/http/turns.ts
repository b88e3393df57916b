/**
 * How long requests go on beginning in one turn of the event loop, in milliseconds: at least as long as the turn took to
 * read and reject others, so that rejections never take most of the time.
 */
const SLICE_MS = { least: 1, most: 5 };
/**
 * The event loop accepts one connection in each turn. While connections arrive, at most this many turns only accept and
 * read, so that a health check on a new connection does not wait for the requests of all others.
 */
const ACCEPTING_TURNS = 8;
/** With this many callers, who was served last is forgotten. */
const MANY = 10_000;

/** The order in which requests begin. */
export interface Turns {
  /** Returns undefined if a request of a caller may begin at once, otherwise a promise that resolves when it may. */
  begin(caller: string): Promise<void> | undefined;
  /** Records that a connection was accepted. */
  accept(): void;
  /** Returns how long the oldest waiting request has waited, in milliseconds; 0 if none waits. */
  waited(): number;
}

interface Waiting {
  since: number;
  begin: () => void;
}

/**
 * Returns turns for requests. On SQLite, a request occupies the event loop until it is answered. If the requests of all
 * sockets that are ready were answered first, connections and health checks would wait for all of them. So each turn of the
 * event loop begins requests for a few milliseconds, at least one, and the others wait here. The next one is of the caller
 * whose last request began the longest ago.
 * @param clock returns milliseconds
 */
export function createTurns(clock: () => number = () => performance.now()): Turns {
  const lines = new Map<string, Waiting[]>();
  /** The number of each caller's last request. */
  const served = new Map<string, number>();
  let begun = 0;
  /** When requests began in this turn, and for how long they may. */
  let sliceAt: number | undefined;
  let slice = SLICE_MS.least;
  /** When the last turn with waiting requests ended. */
  let endedAt: number | undefined;
  let isAccepting = false;
  let acceptingTurns = 0;

  const isUsed = (now: number) => sliceAt !== undefined && now - sliceAt >= slice;
  const run = (caller: string, now: number) => {
    if (served.size >= MANY) served.clear();
    served.set(caller, (begun += 1));
    acceptingTurns = 0;
    if (sliceAt !== undefined) return;
    sliceAt = now;
    slice = Math.min(SLICE_MS.most, Math.max(SLICE_MS.least, now - (endedAt ?? now)));
    endedAt = undefined;
    setImmediate(() => (sliceAt = undefined));
  };

  function next(): { caller: string; line: Waiting[] } | undefined {
    let [found, least]: [ReturnType<typeof next>, number] = [undefined, Infinity];
    for (const [caller, line] of lines) {
      const last = served.get(caller) ?? 0;
      if (last < least) [found, least] = [{ caller, line }, last];
    }
    return found;
  }

  /** Begins one request, now or in a later turn. There is one step for each waiting request. */
  function step(): void {
    const now = clock();
    if (isUsed(now) || (isAccepting && acceptingTurns < ACCEPTING_TURNS)) {
      endedAt ??= now;
      setImmediate(step);
      return;
    }
    const { caller, line } = next()!;
    const { begin } = line.shift()!;
    if (line.length === 0) lines.delete(caller);
    run(caller, now);
    begin();
  }

  return {
    begin: (caller) => {
      const now = clock();
      if (lines.size === 0 && !isUsed(now)) {
        run(caller, now);
        return undefined;
      }
      return new Promise((begin) => {
        const waiting = { since: now, begin };
        const line = lines.get(caller);
        if (line) line.push(waiting);
        else lines.set(caller, [waiting]);
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
    waited: () => {
      let oldest: number | undefined;
      for (const [first] of lines.values()) oldest = Math.min(oldest ?? Infinity, first!.since);
      return oldest === undefined ? 0 : clock() - oldest;
    },
  };
}
