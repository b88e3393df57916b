import { deleteUnusedBodies, eraseRecords, historyOf, type Db, type Trx } from '@dossier/store';
import { inOne } from '../guards/transaction.ts';
import { findRecord, keyForm } from '../kinds/find-record.ts';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { rowsWhere } from '../kinds/rows.ts';
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
    const add = async (of: Kind, those: RecordId[]) => {
      const done = await eraseRecords(trx, of.name, those);
      erased.versions += done.versions;
      erased.statements += done.statements;
    };
    await add(kind, ids);
    if (kind.name === 'company')
      for (const child of kinds.filter(({ storage }) => storage.ofCompany))
        await add(child, await deletedOf(trx, child, { ids: ids.map(Number), domain: key[0]! }));
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

/**
 * Returns the records of a company that are no longer stored: those with former versions, which sources may have named by
 * another field than the domain, and those with statements, whose versions may have been pruned.
 */
async function deletedOf(
  trx: Trx,
  { name, storage }: Kind,
  company: { ids: number[]; domain: string },
): Promise<RecordId[]> {
  const table = `${historyOf[name]!.table}_history`;
  const former = await rowsWhere<{ id: string }>(trx, table, 'company_id', company.ids, ['id']);
  const stated = (await trx('statements')
    .where({ kind: name })
    .whereLike('content_json', `%"company":${JSON.stringify(lower(company.domain))}%`)
    .distinct('record_id')
    .pluck('record_id')) as string[];
  const all = [...new Set([...former.map(({ id }) => id), ...stated])];
  const stored = await readNames(trx, storage, all);
  return all.filter((id) => !stored.has(id));
}
