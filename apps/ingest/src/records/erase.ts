import { deleteUnusedBodies, eraseRecords, type Db, type Trx } from '@dossier/store';
import { inOne } from '../guards/transaction.ts';
import { findRecord, keyForm } from '../kinds/find-record.ts';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { readNames, type RecordId } from '../kinds/storage.ts';
import { LoadError } from '../rows/types.ts';

/** What was erased of deleted records. */
export interface Erased {
  versions: number;
  statements: number;
}

/**
 * Erases a deleted record from the history, with what its sources stated and, for a company, with the records that were
 * deleted with it. The change log keeps the deletion: its id and natural key. The deletion can then no longer be undone.
 * @throws LoadError if the record is stored, or no such record was deleted
 */
export async function eraseRecord(options: {
  db: Db;
  kind: Kind;
  key: string[];
  run?: number;
  dryRun?: boolean;
}): Promise<Erased> {
  const { db, kind, key, run, dryRun = false } = options;
  const erased: Erased = { versions: 0, statements: 0 };
  const work = async (trx: Trx) => {
    const ids = await deletedIds(trx, kind, key);
    const add = async (of: Kind, which: Parameters<typeof eraseRecords>[2]) => {
      const done = await eraseRecords(trx, of.name, which);
      erased.versions += done.versions;
      erased.statements += done.statements;
    };
    await add(kind, { ids });
    if (kind.name === 'company')
      for (const child of kinds.filter(({ storage }) => storage.ofCompany)) {
        await add(child, { companies: ids.map(Number) });
        await add(child, { ids: await statedOf(trx, child, key[0]!) });
      }
    await deleteUnusedBodies(trx);
  };
  await inOne(db, !dryRun, (inTransaction) => inTransaction(work), run);
  return erased;
}

/** Returns the ids of deleted records with a key. */
async function deletedIds(trx: Trx, kind: Kind, key: string[]): Promise<RecordId[]> {
  const name = `${kind.name} ${key.join(' ')}`;
  const natural_key = JSON.stringify(kind.storage.table === 'companies' ? key.map(lower) : key);
  const found = (await trx('deletions')
    .where({ kind: kind.name, natural_key })
    .distinct('record_id')
    .pluck('record_id')) as string[];
  const all = found.map((id): RecordId => (kind.storage.ofCompany ? id : Number(id)));
  const stored = await readNames(trx, kind.storage, all);
  const ids = all.filter((id) => !stored.has(id));
  if (ids.length > 0) return ids;
  if ((await findRecord(trx, kind, key)) !== undefined)
    throw new LoadError(
      `The ${name} is stored. Delete it first: npm run ingest -- delete ${kind.plural} ${key.join(' ')}`,
    );
  throw new LoadError(`No ${name} was deleted. The key is ${keyForm(kind)}.`);
}

const lower = (text: string) => text.toLowerCase();

/** Returns the records of a company with statements that are no longer stored. */
async function statedOf(trx: Trx, { name, storage }: Kind, domain: string): Promise<RecordId[]> {
  const company = `%"company":${JSON.stringify(lower(domain))}%`;
  const found = (await trx('statements')
    .where({ kind: name })
    .whereLike('content_json', company)
    .distinct('record_id')
    .pluck('record_id')) as string[];
  const stored = await readNames(trx, storage, found);
  return found.filter((id) => !stored.has(id));
}
