import {
  SearchOutdated,
  SearchTaken,
  type EntryType,
  type SearchEngine,
  type StandbyIndex,
} from '@dossier/search';
import { outboxDepth, withIndexLock, type Db } from '@dossier/store';
import { LoadError } from '../rows/types.ts';
import { countSearched, recordIds, searchedKinds, stepsOf } from './entries.ts';
import { drainOutbox } from './outbox.ts';
import { attempt, type Synced } from './sync.ts';

/** What a reindex did. */
export interface Reindexed extends Synced {
  /** Entries of the new index, before those that changed meanwhile. */
  put: number;
  /** Whether the index was filled already and nothing was done, as `ifNeeded` allows. */
  isFilled?: true;
  /** Whether the previous index belonged to another database, which cannot use the index any more. */
  tookOver: boolean;
  seconds: number;
}

export interface Reindex {
  db: Db;
  standby: StandbyIndex;
  /** Opens the current index. */
  open: () => Promise<SearchEngine>;
  onProgress?: (done: number, total: number) => void;
  /** Does nothing if the index is filled, and never takes over the index of another database. */
  ifNeeded?: boolean;
}

type Counts = Partial<Record<EntryType, number>>;

/**
 * Builds a standby index from all records, checks that it contains every entry, swaps it in and removes the previous
 * index. Searches use the previous index until the swap.
 *
 * It holds the index lock to the end. Records that loads change meanwhile wait in the outbox and are indexed after the swap. So a
 * reindex that is killed at any step has lost nothing, and the next one starts over.
 * @throws LoadError when the new index lacks entries
 * @throws SearchUnavailable when the engine cannot be used now, IndexLocked when another program updates the index; the
 *   current index stays in use
 */
export async function reindex({
  db,
  standby,
  open,
  onProgress,
  ifNeeded = false,
}: Reindex): Promise<Reindexed> {
  const startedAt = performance.now();
  return withIndexLock(db, async (mustHold) => {
    // Another program may have filled it while this one waited for the lock.
    if (ifNeeded && (await isFilled(open))) {
      return {
        put: 0,
        tookOver: false,
        isFilled: true,
        indexed: 0,
        waiting: await outboxDepth(db),
        seconds: 0,
      };
    }
    const tookOver = await belongsToAnother(open);
    let put: number;
    try {
      put = await build(db, standby, mustHold, onProgress);
      await mustHold();
      await standby.swap();
    } catch (error) {
      // The first error is the cause. A standby that cannot be dropped now is dropped by the next reindex.
      await standby.drop().catch(() => {});
      throw error;
    }
    const indexed = { put: 0, removed: 0 };
    const synced = await attempt(db, indexed, async () => {
      const search = await open();
      await drainOutbox({ db, search, indexed }, mustHold).finally(() => search.close());
    });
    const seconds = Math.round((performance.now() - startedAt) / 10) / 100;
    return { put, tookOver, ...synced, seconds };
  });
}

/** Returns whether the index is filled. @throws SearchTaken when it belongs to another database */
async function isFilled(open: () => Promise<SearchEngine>): Promise<boolean> {
  try {
    const search = await open();
    return await search.isFilled().finally(() => search.close());
  } catch (error) {
    if (error instanceof SearchOutdated) return false;
    throw error;
  }
}

async function belongsToAnother(open: () => Promise<SearchEngine>): Promise<boolean> {
  try {
    const search = await open();
    // A server reports the owner of its index only in response to a request.
    await search.hashes([]).finally(() => search.close());
    return false;
  } catch (error) {
    return error instanceof SearchTaken;
  }
}

/** Returns the number of entries of the new index. */
async function build(
  db: Db,
  standby: StandbyIndex,
  mustHold: () => Promise<void>,
  onProgress: Reindex['onProgress'],
): Promise<number> {
  const search = await standby.build();
  try {
    const total = await countSearched(db);
    const counts: Counts = {};
    let done = 0;
    for (const kind of searchedKinds()) {
      for await (const ids of recordIds(db, kind)) {
        for await (const step of stepsOf(db, kind, ids)) {
          // Also keeps the session of the lock from being idle for so long that it is closed.
          await mustHold();
          await search.put(step.documents);
          count(counts, step.documents);
          done += step.ids.length;
          onProgress?.(done, total);
        }
      }
    }
    await mustContain(search, counts);
    await search.markFilled();
    return Object.values(counts).reduce((sum, n) => sum + n, 0);
  } finally {
    await search.close();
  }
}

function count(counts: Counts, entries: { type: EntryType }[]): void {
  for (const { type } of entries) counts[type] = (counts[type] ?? 0) + 1;
}

async function mustContain(search: SearchEngine, put: Counts): Promise<void> {
  const found: Counts = {};
  for await (const keys of search.keys()) count(found, keys);
  for (const { name: type } of searchedKinds()) {
    if (found[type] === put[type]) continue;
    throw new LoadError(
      `The new index contains ${found[type] ?? 0} of ${put[type] ?? 0} entries of the type ${type}. ` +
        'The current index stays in use. Run reindex again; if it fails again, read the log of the search server.',
    );
  }
}
