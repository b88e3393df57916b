import type { SearchEngine } from '@dossier/search';
import { write, type Db, type Trx } from '@dossier/store';
import { findRecord, keyForm } from '../../kinds/find-record.ts';
import type { Kind } from '../../kinds/kind.ts';
import { goesWith, removeRecords } from '../../kinds/remove.ts';
import { readStates } from '../../kinds/storage.ts';
import { syncIndex, type Synced } from '../../index/sync.ts';
import { LoadError } from '../../rows/types.ts';

/** A record that was deleted. */
export interface Deleted extends Synced {
  kind: string;
  id: string | number;
  key: string[];
  /** The numbers of a company's records that were deleted with it: `{"filings": 2}`. */
  with: Record<string, number>;
}

/**
 * Deletes one record by its natural key, with its children, and updates the search index.
 * @throws LoadError when no record has the key; UsageError when the key has too few or too many parts
 */
export async function deleteRecord(options: {
  db: Db;
  search?: SearchEngine;
  kind: Kind;
  key: string[];
  /** The ingest run, which the change log names. */
  run?: number;
}): Promise<Deleted> {
  const { db, search, kind, key: given, run } = options;
  const work = async (trx: Trx, now: string) => {
    const id = await findRecord(trx, kind, given);
    if (id === undefined) {
      throw new LoadError(`There is no ${kind.name} ${given.join(' ')}. The key is ${keyForm(kind)}.`);
    }
    const { key } = (await readStates(trx, kind.storage, [id])).get(id)!;
    const children = (await goesWith(trx, kind, [id])).get(id)!;
    await removeRecords(trx, kind, [id], now);
    return { kind: kind.name, id, key, with: children };
  };
  const deleted = await write(db, work, run);
  return { ...deleted, ...(await syncIndex(db, search)) };
}
