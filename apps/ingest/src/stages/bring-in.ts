import { SearchUnavailable, type SearchEngine } from '@dossier/search';
import { outboxDepth, type Db } from '@dossier/store';
import { indexOutbox } from './index-outbox.ts';

/** What became of the outbox. */
export interface BroughtIn {
  indexed: number;
  waiting: number;
  /** Why the search cannot be used now. */
  problem?: string;
}

/** Indexes what waits. A search that cannot be used now stops nothing: the outbox keeps it. */
export async function bringIn(db: Db, search: SearchEngine | undefined): Promise<BroughtIn> {
  let indexed = 0;
  let problem: string | undefined;
  if (search) {
    try {
      const { put, removed } = await indexOutbox({ db, search });
      indexed = put + removed;
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error;
      problem = error.message;
    }
  }
  return { indexed, waiting: await outboxDepth(db), ...(problem !== undefined && { problem }) };
}

/** Indexes what waits in an index that is opened for it. */
export async function bringInto(db: Db, open: () => Promise<SearchEngine>): Promise<BroughtIn> {
  const search = await open();
  try {
    return await bringIn(db, search);
  } finally {
    await search.close();
  }
}
