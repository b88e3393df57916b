import { storeLastUses, type Db } from '@dossier/store';
import type { FinishedRequest, RequestObserver } from './observe.ts';

/** Remembers when keys were used. */
interface KeyUses extends RequestObserver {
  /** Stores the uses since the last call. No request waits for it. If storing fails, the next call tries again. */
  store(now: Date): Promise<void>;
}

const EACH_MS = 60_000;
/** Far more than any service has partners. */
const MAX_KEYS = 10_000;

/** Returns an observer that stores the last use of each key at most once a minute. */
export function keyUses(db: Db, clock: () => Date): KeyUses {
  const stored = new Map<string, number>();
  const used = new Set<string>();
  const note = ({ caller }: FinishedRequest) => {
    if (caller?.key === undefined) return;
    if (clock().getTime() - (stored.get(caller.key) ?? 0) >= EACH_MS) used.add(caller.key);
  };
  return {
    begin: () => note,
    store: async (now) => {
      if (used.size === 0) return;
      const keys = [...used];
      await storeLastUses(db, keys, now.getTime());
      if (stored.size > MAX_KEYS) stored.clear();
      for (const key of keys) {
        stored.set(key, now.getTime());
        used.delete(key);
      }
    },
  };
}
