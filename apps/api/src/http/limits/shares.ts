/** The time constant of the decay of spent time, and how long a caller counts as active, in milliseconds. */
const MEMORY_MS = 1000;
/** A caller's share of the time is large above this. */
const LARGE = 1 / 4;
/** A caller with less time than this in the last second has no large share. In milliseconds. */
const LITTLE_MS = 100;
/** Above this number of callers, each caller without a recent request is removed. */
const MANY = 1000;

/** The recent share of each caller in the time of the process. Times are in milliseconds. */
export interface Shares {
  /** Records that a caller has sent a request. */
  see(caller: string, now: number): void;
  spend(caller: string, milliseconds: number, now: number): void;
  /** Returns whether a caller takes a large share of the time while others send requests too. */
  isLarge(caller: string, now: number): boolean;
}

/** An amount that decays. */
class Spent {
  private amount = 0;
  private at = 0;

  of(now: number): number {
    return this.amount * Math.exp((this.at - now) / MEMORY_MS);
  }

  add(more: number, now: number): void {
    this.amount = this.of(now) + more;
    this.at = now;
  }
}

export function createShares(): Shares {
  const callers = new Map<string, Spent>();
  const all = new Spent();
  /** The last caller, and when another one was last seen. */
  let last: string | undefined;
  let otherAt = -Infinity;
  return {
    see: (caller, now) => {
      if (last !== undefined && caller !== last) otherAt = now;
      last = caller;
    },
    spend: (caller, milliseconds, now) => {
      all.add(milliseconds, now);
      let spent = callers.get(caller);
      if (!spent) {
        if (callers.size >= MANY)
          for (const [name, known] of callers) if (known.of(now) < 1) callers.delete(name);
        callers.set(caller, (spent = new Spent()));
      }
      spent.add(milliseconds, now);
    },
    isLarge: (caller, now) => {
      const spent = callers.get(caller)?.of(now) ?? 0;
      return spent > LITTLE_MS && now - otherAt < MEMORY_MS && spent > all.of(now) * LARGE;
    },
  };
}
