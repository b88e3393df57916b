import type { SearchEngine } from '@dossier/search';
import { outboxDepth, type Db } from '@dossier/store';
import { messageOf } from '../report/shorten.ts';
import { indexOutbox } from './outbox.ts';

/** How much of the outbox was indexed. */
export interface Synced {
  indexed: number;
  waiting: number;
  /** Why some of it still waits. */
  problem?: string;
}

/** A program that is indexing also indexes what others queue, so a load need not wait long for it. */
const WAIT = 10_000;

/**
 * Indexes what waits in the outbox. The records are stored already, so a failure is returned as a problem and not thrown:
 * the outbox keeps what is not indexed.
 */
export async function syncIndex(db: Db, search: SearchEngine | undefined): Promise<Synced> {
  const indexed = { put: 0, removed: 0 };
  if (!search) return counted(db, indexed);
  return attempt(db, indexed, () => indexOutbox({ db, search, indexed, wait: WAIT }));
}

/** Does the work that indexes, and returns its failure as a problem. */
export async function attempt(
  db: Db,
  indexed: { put: number; removed: number },
  work: () => Promise<unknown>,
): Promise<Synced> {
  try {
    await work();
  } catch (error) {
    return { ...(await counted(db, indexed)), problem: messageOf(error) };
  }
  return counted(db, indexed);
}

const counted = async (db: Db, { put, removed }: { put: number; removed: number }): Promise<Synced> => ({
  indexed: put + removed,
  waiting: await outboxDepth(db),
});
