import { inParts } from '@dossier/shared';
import { commit, type Change, type Db, type Trx } from '@dossier/store';
import { withoutMembers } from './categories/members.ts';
import { changesOfOthers, deletionOf } from './changes.ts';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { columnWhere } from '../stored/rows.ts';
import { seedStatements } from './statements/seeds.ts';
import { readNames, type RecordId } from '../stored/storage.ts';

/** Records to delete per statement; documents are large. */
const STEP = 100;
/** Records per statement that are deleted with companies. */
const CHILDREN = 1000;

/** Deletes records with their parts and, for companies, their records, and changes the records that show them. */
export async function removeRecords(trx: Trx, kind: Kind, ids: RecordId[], now: string): Promise<void> {
  for (const part of inParts(ids, STEP)) {
    const names = await readNames(trx, kind.storage, part);
    const deletions = [...names].map(([id, { key, companies }]) =>
      deletionOf(kind, id, { key, companies, deletedFrom: companies.length > 0 ? companies : [null] }),
    );
    await removeAll(trx, kind, deletions, now);
  }
}

async function removeAll(trx: Trx, kind: Kind, deletions: Change[], now: string): Promise<void> {
  const ids = deletions.map(({ record }) => record.id!);
  await seedStatements(trx, kind, ids);
  await commit(trx, now, { reindex: (await kind.shownBy?.(trx, ids)) ?? [] });
  if (kind.name === 'category') await commit(trx, now, await withoutMembers(trx, ids.map(Number)));
  if (kind.name === 'company') {
    for (const other of kinds.filter(({ storage }) => storage.companies))
      await commit(trx, now, { changes: await unlinked(trx, other, ids.map(Number)) });
    await removeChildren(trx, ids, now);
  }
  await commit(trx, now, { changes: deletions });
}

/** Returns the changes of records that are linked to companies which are deleted. */
async function unlinked(trx: Trx, kind: Kind, companies: number[]): Promise<Change[]> {
  const links = kind.storage.companies;
  if (!links) return [];
  const found = await columnWhere(trx, `${links.table}.${links.record}`, 'company_id', companies);
  const deleted = new Set(companies);
  return changesOfOthers(trx, kind, found.map(Number), ['companies'], {
    linksOf: (all) => all.filter(({ company_id }) => !deleted.has(company_id)),
  });
}

/** Deletes the records of companies. Company sync learns of them from the deletion of the company. */
async function removeChildren(trx: Trx, companies: RecordId[], now: string): Promise<void> {
  for (const kind of kinds.filter(({ storage }) => storage.ofCompany)) {
    for (;;) {
      const query = trx(kind.storage.table).whereIn('company_id', companies).orderBy('id').limit(CHILDREN);
      const ids = (await query.pluck('id')) as RecordId[];
      if (ids.length === 0) break;
      const names = await readNames(trx, kind.storage, ids);
      const deletions = [...names].map(([id, named]) => deletionOf(kind, id, named));
      await removeAll(trx, kind, deletions, now);
    }
  }
}

/** Returns `, and with it 1 filing, 2 events`, or an empty string. */
export function printGoesWith(counts: Record<string, number>): string {
  const parts = kinds.flatMap(({ plural, name }) =>
    counts[plural] === undefined ? [] : [`${counts[plural]} ${counts[plural] === 1 ? name : plural}`],
  );
  return parts.length > 0 ? `, and with it ${parts.join(', ')}` : '';
}

/** Counts the records of other kinds that are deleted with each company, by plural; nothing for other kinds. */
export async function goesWith(
  db: Db,
  kind: Kind,
  ids: RecordId[],
): Promise<Map<RecordId, Record<string, number>>> {
  const counts = new Map<RecordId, Record<string, number>>(ids.map((id) => [id, {}]));
  if (kind.name !== 'company') return counts;
  for (const { plural, storage } of kinds.filter((each) => each.storage.ofCompany)) {
    const rows = await db(storage.table)
      .whereIn('company_id', ids)
      .groupBy('company_id')
      .select<{ company_id: number; n: number | string }[]>('company_id', db.raw('count(*) as n'));
    for (const { company_id, n } of rows) counts.get(company_id)![plural] = Number(n);
  }
  return counts;
}
