import type { SearchEngine } from '@dossier/search';
import { outboxDepth, type Db } from '@dossier/store';
import { messageOf } from '../report/shorten.ts';
import { indexOutbox } from './outbox.ts';

/** What became of the outbox. */
export interface BroughtIn {
  indexed: number;
  waiting: number;
  /** Why not all of it could be brought in. */
  problem?: string;
}

/**
 * Indexes what waits. The records are stored already, so whatever goes wrong here is told as a problem and not thrown:
 * the outbox keeps what is not indexed.
 */
export async function bringIn(db: Db, search: SearchEngine | undefined): Promise<BroughtIn> {
  const indexed = { put: 0, removed: 0 };
  try {
    if (search) await indexOutbox({ db, search, indexed });
  } catch (error) {
    return { ...(await told(db, indexed)), problem: messageOf(error) };
  }
  return told(db, indexed);
}

/** Indexes what waits in an index that is opened for it. */
export async function bringInto(db: Db, open: () => Promise<SearchEngine>): Promise<BroughtIn> {
  let search: SearchEngine;
  try {
    search = await open();
  } catch (error) {
    return { ...(await bringIn(db, undefined)), problem: messageOf(error) };
  }
  try {
    return await bringIn(db, search);
  } finally {
    await search.close();
  }
}

const told = async (db: Db, { put, removed }: { put: number; removed: number }): Promise<BroughtIn> => ({
  indexed: put + removed,
  waiting: await outboxDepth(db),
});
