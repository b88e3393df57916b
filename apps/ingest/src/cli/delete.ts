import type { SearchEngine } from '@dossier/search';
import { write, type Db } from '@dossier/store';
import { findRecord, keyForm } from '../kinds/find-record.ts';
import type { Kind } from '../kinds/kind.ts';
import { goesWith, removeRecords } from '../kinds/remove.ts';
import { readStates } from '../kinds/storage.ts';
import { syncIndex, type Synced } from '../index/sync.ts';
import { LoadError } from '../rows/types.ts';

/** A record that was deleted. */
export interface Deleted extends Synced {
  kind: string;
  id: string | number;
  key: string[];
  /** Of a company: how many records of other kinds went with it, by their plurals. */
  with: Record<string, number>;
}

/**
 * Deletes one record by its natural key, with everything that is its own, and brings the search up to date.
 * @throws LoadError when no record has the key, or the key has not its parts
 */
export async function deleteRecord(options: {
  db: Db;
  search?: SearchEngine;
  kind: Kind;
  key: string[];
}): Promise<Deleted> {
  const { db, search, kind, key: given } = options;
  const deleted = await write(db, async (trx, now) => {
    const id = await findRecord(trx, kind, given);
    if (id === undefined) {
      throw new LoadError(`There is no ${kind.name} ${given.join(' ')}. The key is ${keyForm(kind)}.`);
    }
    const { key } = (await readStates(trx, kind.storage, [id])).get(id)!;
    const also = (await goesWith(trx, kind, [id])).get(id)!;
    await removeRecords(trx, kind, [id], now);
    return { kind: kind.name, id, key, with: also };
  });
  return { ...deleted, ...(await syncIndex(db, search)) };
}
