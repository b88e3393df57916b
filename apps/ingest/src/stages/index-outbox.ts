import { groupBy, searchResultType } from '@dossier/shared';
import type { SearchDocument, SearchEngine, SearchKey } from '@dossier/search';
import { acknowledge, takeOutbox, write, type Db, type OutboxRow, type Trx } from '@dossier/store';
import { findKind } from '../kinds/index.ts';

/** Entries of one step: long documents are held in memory while they are put. */
const STEP = 100;

/** What was brought up to date in the index. */
export interface Indexed {
  put: number;
  removed: number;
}

/**
 * Brings the index up to date with the outbox, until that is empty. The records are read as they are now, so order
 * and repetition do not matter; a crash before the acknowledgement only means that they are indexed again.
 *
 * Each step runs as the only writer: an entry can then not be overtaken by that of another program which read the
 * record earlier.
 * @throws SearchUnavailable when the engine cannot be used now; what is not indexed stays in the outbox
 */
export async function indexOutbox(options: {
  db: Db;
  search: SearchEngine;
  onProgress?: (indexed: Indexed) => void;
}): Promise<Indexed> {
  const { db, search, onProgress } = options;
  const indexed: Indexed = { put: 0, removed: 0 };
  for (;;) {
    const taken = await write(db, async (trx) => {
      const rows = await takeOutbox(trx, STEP);
      if (rows.length === 0) return false;
      const { put, remove } = await readEntries(trx, rows);
      if (put.length > 0) await search.put(put);
      if (remove.length > 0) await search.remove(remove);
      await acknowledge(trx, rows);
      indexed.put += put.length;
      indexed.removed += remove.length;
      return true;
    });
    if (!taken) return indexed;
    onProgress?.(indexed);
  }
}

/** The entries of the records that outbox rows name; those that are gone are to be removed. */
async function readEntries(
  trx: Trx,
  rows: OutboxRow[],
): Promise<{ put: SearchDocument[]; remove: SearchKey[] }> {
  const put: SearchDocument[] = [];
  const remove: SearchKey[] = [];
  for (const [name, ofKind] of groupBy(rows, (row) => row.kind)) {
    const kind = findKind(name);
    if (!kind) throw new Error(`The outbox names records of the kind "${name}", which is not known here.`);
    if (!kind.searchDocuments) continue;
    const type = searchResultType.parse(kind.name);
    const ids = [...new Set(ofKind.map((row) => row.record_id))];
    const found = await kind.searchDocuments(trx, ids);
    const foundIds = new Set(found.map((document) => document.id));
    put.push(...found);
    remove.push(...ids.filter((id) => !foundIds.has(id)).map((id) => ({ type, id })));
  }
  return { put, remove };
}
