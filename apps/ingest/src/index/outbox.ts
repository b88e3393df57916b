import type { SearchEngine } from '@dossier/search';
import { acknowledge, needsIndex, takeOutbox, withIndexLock, type Db } from '@dossier/store';
import { findKind } from '../kinds/index.ts';
import { isSearched, STEP_ENTRIES, stepsOf } from './entries.ts';

/** The result of indexing. */
export interface Indexed {
  put: number;
  removed: number;
}

interface Indexing {
  db: Db;
  search: SearchEngine;
  /** Counts what is done, also when the rest fails. */
  indexed?: Indexed;
}

/**
 * Indexes the records that wait in the outbox, until it is empty.
 *
 * Nothing here holds the writer's lock, so loads commit while the search server is slow. A record that changes after it
 * was read has a newer row in the outbox, which stays there and is indexed next. The index lock keeps a second program
 * from putting an older entry after a newer one. A row is deleted only when searches find its entry, so a crash
 * means at most that a record is indexed twice.
 * @param options.wait how long to wait for another program that updates the index, in milliseconds
 * @throws SearchUnavailable when the engine cannot be used now, IndexLocked when another program is indexing; what is not
 *   indexed stays in the outbox
 */
export async function indexOutbox({
  wait,
  ...indexing
}: Indexing & { wait?: number | undefined }): Promise<Indexed> {
  return withIndexLock(indexing.db, (mustHold) => drainOutbox(indexing, mustHold), wait);
}

/** Does the work of `indexOutbox` for a caller that holds the index lock. */
export async function drainOutbox(
  { db, search, indexed = { put: 0, removed: 0 } }: Indexing,
  mustHold: () => Promise<void>,
): Promise<Indexed> {
  // A new index, and all records wait: the outbox fills it.
  if (!(await search.isFilled()) && !(await needsIndex(db))) await search.markFilled();
  while (await indexSome(db, search, indexed, mustHold));
  return indexed;
}

/** Indexes some of the waiting records, all of the kind that waits longest. Returns false when none waits. */
async function indexSome(
  db: Db,
  search: SearchEngine,
  indexed: Indexed,
  mustHold: () => Promise<void>,
): Promise<boolean> {
  const rows = await takeOutbox(db, STEP_ENTRIES);
  if (rows.length === 0) return false;
  const name = rows[0]!.kind;
  const kind = findKind(name);
  if (!kind)
    throw new Error(`The outbox names records of the kind "${name}", which this program does not know.`);
  const ofKind = rows.filter((row) => row.kind === name);
  if (!isSearched(kind)) {
    await acknowledge(db, ofKind);
    return true;
  }
  const ids = [...new Set(ofKind.map((row) => row.record_id))];
  for await (const step of stepsOf(db, kind, ids)) {
    const found = new Set(step.documents.map(({ id }) => id));
    const deleted = step.ids.filter((id) => !found.has(id)).map((id) => ({ type: kind.name, id }));
    await mustHold();
    if (step.documents.length > 0) await search.put(step.documents);
    if (deleted.length > 0) await search.remove(deleted);
    const taken = new Set(step.ids);
    await acknowledge(
      db,
      ofKind.filter((row) => taken.has(row.record_id)),
    );
    indexed.put += step.documents.length;
    indexed.removed += deleted.length;
  }
  return true;
}
