import { toTimestamp, type MaybePromise } from '@dossier/shared';
import { findCaller, type Caller, type Committed, type Db, type KeyCaller } from '@dossier/store';

/** Far more than any service has partners. */
const MAX_CALLERS = 10_000;

/** Returns the callers of keys. */
export interface KeptCallers {
  /**
   * Returns the caller of a key, or undefined when the key is unknown, revoked or expired.
   * @param committed what is committed when the request begins
   */
  find(key: string, now: Date, committed: Committed): MaybePromise<Caller | undefined>;
}

/**
 * Reads callers from the database, and caches them until any process commits.
 * @param isTest whether the callers are those of test keys, which nothing else accepts
 */
export function keptCallers(db: Db, isTest = false): KeptCallers {
  const kept = new Map<string, { caller: Caller; expires: string | null }>();
  let mark: Committed['mark'] | undefined;
  const read = async (key: string, now: Date, at: Committed['mark']) => {
    const found = await findCaller(db, key, toTimestamp(now));
    if (!found || (found.testStep !== undefined) !== isTest) return undefined;
    const caller = callerOf(found);
    // Something may have been committed meanwhile.
    if (at === mark && kept.size < MAX_CALLERS) kept.set(key, { caller, expires: found.expires_at });
    return caller;
  };
  return {
    find: (key, now, committed) => {
      if (committed.mark !== mark) {
        kept.clear();
        mark = committed.mark;
      }
      const known = kept.get(key);
      if (known && (known.expires === null || known.expires > toTimestamp(now))) return known.caller;
      return read(key, now, committed.mark);
    },
  };
}

const callerOf = ({ expires_at: _ends, ...caller }: KeyCaller): Caller => caller;
