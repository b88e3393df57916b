import type { Database } from '@dossier/sqlite';

/** The most queries that are kept. A page has up to 50 results with their snippets, so this is a few megabytes. */
const MAX_QUERIES = 100;

/** Keeps what recent queries found until any process changes the index, because a common word has all its matches ranked. */
export interface Kept<Found> {
  /** Returns what is kept for a query, or finds it. Call it in a transaction, so that both see one state. */
  find(query: object, find: () => Found): Found;
  /** Forgets everything. Call it before this connection writes: `data_version` shows only the commits of others. */
  drop(): void;
}

/** Returns an empty cache of queries. */
export function keptIn<Found>(db: Database): Kept<Found> {
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  // A map lists its entries in the order in which they were set: the first one is the oldest.
  const kept = new Map<string, Found>();
  let seen: number | undefined;
  return {
    find: (query, find) => {
      const now = version.get();
      if (now !== seen) kept.clear();
      seen = now;
      const key = JSON.stringify(query);
      const found = kept.get(key) ?? find();
      kept.delete(key);
      kept.set(key, found);
      if (kept.size > MAX_QUERIES) kept.delete(kept.keys().next().value!);
      return found;
    },
    drop: () => kept.clear(),
  };
}
