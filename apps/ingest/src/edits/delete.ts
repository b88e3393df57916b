import type { SearchEngine } from '@dossier/search';
import type { FoundToDelete } from '@dossier/shared';
import { write, type Db, type Trx } from '@dossier/store';
import { requireRecord } from './find-record.ts';
import type { Kind } from '../kinds/kind.ts';
import { goesWith, removeRecords } from '../ledger/remove.ts';
import { readNames } from '../stored/storage.ts';
import { syncIndex, type Synced } from '../index/sync.ts';

/** A record that was deleted. */
export type Deleted = FoundToDelete & Synced;

/** Finds a record by its natural key. @throws like `deleteRecord` */
async function find(db: Db, kind: Kind, given: string[]): Promise<FoundToDelete> {
  const id = await requireRecord(db, kind, given);
  const { key } = (await readNames(db, kind.storage, [id])).get(id)!;
  return { kind: kind.name, id, key, with: (await goesWith(db, kind, [id])).get(id)! };
}

/** Returns what `deleteRecord` would delete. @throws like `deleteRecord` */
export const previewDeletion = (db: Db, kind: Kind, key: string[]): Promise<FoundToDelete> =>
  find(db, kind, key);

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
    const found = await find(trx, kind, given);
    await removeRecords(trx, kind, [found.id], now);
    return found;
  };
  const deleted = await write(db, work, run);
  return { ...deleted, ...(await syncIndex(db, search)) };
}
