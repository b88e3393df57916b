import {
  deleteUnusedBodies,
  eraseRecords,
  historyOf,
  mergedDomains,
  readStatements,
  type Db,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { inOne } from '../guards/transaction.ts';
import { findRecord, keyForm, storedKey } from './find-record.ts';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { columnWhere } from '../stored/rows.ts';
import { readNames, type RecordId } from '../stored/storage.ts';
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
    if (kind.name === 'company') {
      const company = await readErased(trx, ids, key[0]!);
      for (const child of kinds.filter(({ storage }) => storage.ofCompany))
        await add(child, await deletedOf(trx, child, company));
    }
    await add(kind, ids);
    if (!dryRun) await deleteUnusedBodies(trx);
  };
  await inOne(db, !dryRun, (inTransaction) => inTransaction(work), run);
  return erased;
}

/** Returns the ids of deleted records with a key. */
async function deletedIds(trx: Trx, kind: Kind, key: string[]): Promise<RecordId[]> {
  const name = `${kind.name} ${key.join(' ')}`;
  const natural_key = JSON.stringify(storedKey(kind, key));
  const found = (await trx('deletions')
    .where({ kind: kind.name, natural_key })
    .distinct('record_id')
    .pluck('record_id')) as string[];
  const all = found.map((id): RecordId => (kind.storage.ofCompany ? id : Number(id)));
  const stored = await readNames(trx, kind.storage, all);
  const ids = all.filter((id) => !stored.has(id));
  const isMerged =
    kind.storage.ofCompany && (await mergedDomains(trx, storedKey(kind, key).slice(0, 1))).size > 0;
  // The stored record contains what was said about that of a merged company.
  if (ids.length > 0 && !(isMerged && (await findRecord(trx, kind, key)) !== undefined)) return ids;
  if ((await findRecord(trx, kind, key)) !== undefined)
    throw new LoadError(
      `The ${name} is stored. Delete it first: npm run ingest -- delete ${kind.plural} ${key.join(' ')}`,
    );
  throw new LoadError(`No ${name} was deleted. The key is ${keyForm(kind)}.`);
}

const lower = (text: string) => text.toLowerCase();

/** A deleted company, as its records may name it. */
interface ErasedCompany {
  ids: number[];
  domain: string;
  ciks: string[];
  /** The times of the transactions that deleted it. */
  deletedAt: string[];
  /** The times of those that deleted no other company. */
  deletedAloneAt: string[];
}

async function readErased(trx: Trx, ids: RecordId[], domain: string): Promise<ErasedCompany> {
  const statements = await readStatements(trx, 'company', ids.map(String));
  const contents = [...statements.values()].flat().map(({ content_json }) => content_json ?? '{}');
  const ciks = contents.flatMap((json) => (JSON.parse(json) as { cik?: string | null }).cik ?? []);
  const deletions = () => trx('deletions').where({ kind: 'company' }).pluck('deleted_at');
  const deletedAt = (await deletions().whereIn('record_id', ids.map(String))) as string[];
  const shared = (await deletions()
    .whereIn('deleted_at', deletedAt)
    .whereNotIn('record_id', ids.map(String))) as string[];
  const deletedAloneAt = deletedAt.filter((at) => !shared.includes(at));
  return { ids: ids.map(Number), domain: lower(domain), ciks: [...new Set(ciks)], deletedAt, deletedAloneAt };
}

/**
 * Returns the records of a company that are no longer stored: those with former versions, which sources may have named by
 * any field, and those with statements, whose versions may have been pruned. Statements name the company by its domain or
 * its CIK, or the records were deleted in a transaction that deleted no other company.
 */
async function deletedOf(trx: Trx, { name, storage }: Kind, company: ErasedCompany): Promise<RecordId[]> {
  const table = `${historyOf[name]!.table}_history`;
  const former = await columnWhere(trx, `${table}.id`, 'company_id', company.ids);
  const about = () => trx<StatementRow>('statements').where({ kind: name });
  const ended = (times: string[]) =>
    about().where({ source: '' }).whereNull('content_json').whereIn('observed_at', times).select('record_id');
  /** Returns the records whose statements have a field with a value. The text may have it anywhere, also in data. */
  const stating = async (field: string, value: string, among = about()) =>
    (
      await among
        .whereLike('content_json', `%"${field}":${JSON.stringify(value)}%`)
        .select('record_id', 'content_json')
    )
      .filter((row) => (JSON.parse(row.content_json!) as Record<string, unknown>)[field] === value)
      .map((row) => row.record_id);
  const all = new Set([
    ...former,
    ...(await stating('company', company.domain)),
    ...(await ended(company.deletedAloneAt)).map((row) => row.record_id),
  ]);
  for (const cik of company.ciks) {
    const among = about().whereIn('record_id', ended(company.deletedAt));
    for (const id of await stating('company_cik', cik, among)) all.add(id);
  }
  const stored = await readNames(trx, storage, [...all]);
  return [...all].filter((id) => !stored.has(id));
}
