import type { MaybePromise } from '@dossier/shared';
import { createLines, LATE_MS, overloaded } from './lines.ts';

/** A queue that empties within this time absorbs a burst. One that does not only makes everybody wait. In milliseconds. */
const INTERVAL_MS = 100;
/**
 * The gate sheds load until it has rejected nothing for this time, in milliseconds. Rejected callers are quiet for a while.
 * If the gate took that for the end of an overload, the queue would fill up again each time.
 */
const CALM_MS = 1000;
/** While the gate sheds load, it accepts this part of the requests in flight that it accepts otherwise. */
const SHED = 1 / 4;
/** With less than this part of that number in flight, the gate has room for more connections. */
const ROOM = 1 / 2;
/**
 * The longest time for which a turn of the event loop begins requests, in milliseconds. On SQLite, a request occupies the
 * event loop until it is answered, and new connections and health checks wait for it.
 */
const SLICE_MS = 10;
/** The shortest such time. What a turn costs besides, several requests then share. */
const MIN_SLICE_MS = 1;
/** While connections arrive, this many turns of the event loop only accept them, and the next one does other work too. */
const ACCEPTING_TURNS = 16;

/** Decides which requests the process accepts, and when each of them begins. */
export interface Gate {
  /** Returns whether to reject a request that a connection reads now. */
  rejects(connection: object): boolean;
  /**
   * Marks a connection that may hold a request that has waited for long. If it is read in the next turn of the event loop,
   * it is rejected, because its caller should have waited for longer.
   */
  markLate(connection: object): void;
  /** Returns whether requests of more connections would be accepted. */
  hasRoom(): boolean;
  /**
   * Waits until a request may begin. Returns a function that ends it. Repeated calls of that have no effect.
   * @param organization who sends it; undefined for anybody
   * @throws 429 if the organization has too many requests that wait, or if this one waited too long, and 503 if the gate
   * begins to shed load meanwhile
   */
  begin(organization: string | undefined): MaybePromise<() => void>;
  /**
   * Records that a connection was accepted. While the gate has no room, one that may have waited for long is late: its
   * client has probably sent a request meanwhile.
   */
  accept(connection: object): void;
  /** Returns how many requests in flight the process accepts now. */
  allowed(): number;
  /** Returns how many requests `rejects` has rejected since the start. Observers see those that `begin` rejects. */
  rejected(): number;
}

/**
 * Opens a gate. The requests in flight are those that run or wait, but of one organization at most `each`. The gate sheds
 * load once they have been more than `most` for a tenth of a second. It then keeps and accepts a quarter of that, until it
 * has rejected nothing for a second. It counts requests and does not measure their waits: a neighbour on the machine makes
 * each wait longer, but only requests that nobody answers add up.
 * @param each the requests in flight of one organization
 * @param clock returns milliseconds
 */
export function openGate(most: number, each = 8, clock: () => number = () => performance.now()): Gate {
  const few = Math.max(1, Math.ceil(most * SHED));
  const lines = createLines(each, clock);
  /** The requests in flight of nobody. */
  let others = 0;
  const inFlight = () => others + lines.count();
  let isShedding = false;
  let rejected = 0;
  /** When the gate last rejected a request, and when it last had room. */
  let rejectedAt = clock();
  let roomAt = clock();
  /** The requests that wait for their turn, in the order of their arrival. */
  const waiting: { begin: () => void; reject: () => void }[] = [];
  /** When the slice of this turn began, its length, and when the last one ended, if requests waited then. */
  let sliceAt: number | undefined;
  let slice = 0;
  let endedAt: number | undefined;
  const late = new WeakSet<object>();
  let hasAccepted = false;
  /** Since when every turn of the event loop has accepted a connection: those accepted now may have waited since then. */
  let acceptingSince: number | undefined;
  let acceptingTurns = 0;

  const isAccepting = () => hasAccepted && acceptingTurns % (ACCEPTING_TURNS + 1) < ACCEPTING_TURNS;
  // A turn begins requests for a millisecond, and longer if the process has accepted connections, read and rejected for
  // longer since the last slice. So neither takes most of the time from the other.
  const isUsed = (now: number) => sliceAt !== undefined && now - sliceAt >= slice;
  const use = (now: number) => {
    if (sliceAt !== undefined) return;
    sliceAt = now;
    slice = Math.min(SLICE_MS, Math.max(MIN_SLICE_MS, now - (endedAt ?? now)));
    endedAt = undefined;
    setImmediate(() => (sliceAt = undefined));
  };
  /** Begins one request, now or in a later turn. Each waiting request has one step. */
  function step(): void {
    if (waiting.length === 0) return;
    const now = clock();
    if (isUsed(now) || isAccepting()) {
      endedAt ??= now;
      setImmediate(step);
      return;
    }
    use(now);
    waiting.shift()!.begin();
  }

  /** Waits for a turn of the event loop, and returns the function that ends the request. */
  function start(free: () => void): MaybePromise<() => void> {
    let left = false;
    const leave = () => {
      if (!left) free();
      left = true;
    };
    const now = clock();
    if (waiting.length === 0 && !isUsed(now)) {
      use(now);
      return leave;
    }
    return new Promise((resolve, reject) => {
      waiting.push({ begin: () => resolve(leave), reject: () => (leave(), reject(overloaded())) });
      setImmediate(step);
    });
  }

  /** Begins to shed load. Those that wait behind the first few would be answered late, so they are rejected too. */
  function shed(): void {
    isShedding = true;
    rejectedAt = clock();
    lines.rejectWaiting();
    for (const { reject } of waiting.splice(few)) reject();
  }

  function isFull(): boolean {
    const now = clock();
    if (inFlight() < most) roomAt = now;
    if (isShedding && now - rejectedAt > CALM_MS) isShedding = false;
    else if (!isShedding && now - roomAt > INTERVAL_MS) shed();
    return isShedding && inFlight() >= few;
  }

  const hasRoom = () => !isShedding || inFlight() < few * ROOM;
  function markLate(connection: object): void {
    late.add(connection);
    setImmediate(() => setImmediate(() => late.delete(connection)));
  }

  return {
    rejects: (connection) => {
      const isLate = late.delete(connection);
      if (!isFull() && !isLate) return false;
      rejectedAt = clock();
      rejected += 1;
      return true;
    },
    markLate,
    hasRoom,
    begin: (organization) => {
      if (organization === undefined) {
        others += 1;
        return start(() => (others -= 1));
      }
      const leave = lines.enter(organization);
      return leave instanceof Promise ? leave.then(start) : start(leave);
    },
    accept: (connection) => {
      const now = clock();
      acceptingSince ??= now;
      if (!hasRoom() && now - acceptingSince > LATE_MS) markLate(connection);
      if (hasAccepted) return;
      hasAccepted = true;
      setImmediate(() => {
        hasAccepted = false;
        acceptingTurns += 1;
        setImmediate(() => {
          if (!hasAccepted) acceptingSince = undefined;
        });
      });
    },
    allowed: () => (isShedding ? few : most),
    rejected: () => rejected,
  };
}
