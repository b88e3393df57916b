/** How quickly time that was spent is forgotten, and how long a caller counts as active, in milliseconds. */
const MEMORY_MS = 1000;
/** A caller's share of the time is large above this. */
const LARGE = 1 / 4;
/** Less time than this, in milliseconds of the last second, is no large share. */
const LITTLE_MS = 100;
/** From so many callers on, those that have spent nothing lately are forgotten. */
const MANY = 1000;

/** Who has spent how much of the time of the process lately. Times are in milliseconds. */
export interface Shares {
  /** Notes that a caller has sent a request. */
  see(caller: string, now: number): void;
  spend(caller: string, milliseconds: number, now: number): void;
  /** Returns whether a caller takes so much time that others, who also send requests, would wait. */
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
