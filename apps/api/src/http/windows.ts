import type { AddedWindow, LimitWindow } from '@dossier/store';

/** What has been used in a window, and what other processes do not know yet. */
interface Window {
  end: number;
  used: number;
  unsent: number;
  /** The longest time until its end. */
  latest: number;
}

/** Counts of limits, by key. Each is in a window of time that begins with its first request. */
export interface Windows {
  /** Returns the window of a key: what is used, and in how many seconds it ends. */
  at(
    key: string,
    lengthMs: number,
    now: Date,
  ): { used: number; wait: number; add: (count: number) => number };
  /**
   * Sends what other processes do not know, and takes over the totals that `send` returns. What cannot be sent is kept
   * for the next time.
   */
  share(send: (windows: AddedWindow[]) => Promise<LimitWindow[]>, now: Date): Promise<void>;
}

/** The number of windows from which on ended ones are deleted, at most once a second. */
const MANY_WINDOWS = 10_000;
const SWEEP_EACH_MS = 1000;
/** The most windows. Then the oldest one is forgotten, so that strangers cannot fill the memory. */
const MAX_WINDOWS = 100_000;
/** How far the clocks of processes may differ. A window that ends later began before a clock was set back. */
const SKEW_MS = 60_000;

/** Returns counts in memory, which `share` joins with those of other processes. */
export function countedWindows(): Windows {
  const windows = new Map<string, Window>();
  let nextSweep = 0;
  const windowOf = (key: string, at: number, length: number): Window => {
    const known = windows.get(key);
    if (known && at < known.end && known.end <= at + length + SKEW_MS) return known;
    windows.delete(key);
    if (windows.size >= MANY_WINDOWS && at >= nextSweep) {
      nextSweep = at + SWEEP_EACH_MS;
      for (const [name, { end }] of windows) if (at >= end) windows.delete(name);
    }
    if (windows.size >= MAX_WINDOWS) windows.delete(windows.keys().next().value!);
    const begun = { end: at + length, used: 0, unsent: 0, latest: length + SKEW_MS };
    windows.set(key, begun);
    return begun;
  };
  return {
    at: (key, lengthMs, now) => {
      const window = windowOf(key, now.getTime(), lengthMs);
      return {
        used: window.used,
        wait: Math.max(1, Math.ceil((window.end - now.getTime()) / 1000)),
        add: (count) => {
          window.unsent += count;
          return (window.used += count);
        },
      };
    },
    share: async (send, now) => {
      const sent = [...windows].filter(([, { unsent, end }]) => unsent !== 0 && end > now.getTime());
      if (sent.length === 0) return;
      const rows = sent.map(([key, { end, unsent, latest }]) => ({
        key,
        endsMs: end,
        used: unsent,
        latestMs: now.getTime() + latest,
      }));
      for (const [, window] of sent) window.unsent = 0;
      try {
        for (const { key, endsMs, used } of await send(rows)) {
          const window = windows.get(key);
          if (!window) continue;
          window.end = endsMs;
          window.used = Math.max(0, used) + window.unsent;
        }
      } catch (error) {
        for (const [place, [, window]] of sent.entries()) window.unsent += rows[place]!.used;
        throw error;
      }
    },
  };
}
