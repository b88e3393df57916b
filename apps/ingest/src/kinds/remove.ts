import {
  endStatements,
  enqueue,
  keepAliases,
  keepUntimed,
  keepVersions,
  noteChanges,
  noteDeletions,
  type Db,
  type Trx,
} from '@dossier/store';
import { kinds } from './index.ts';
import type { Kind } from './kind.ts';
import { seedStatements } from './statement-seeds.ts';
import { readNames, type Named, type RecordId } from './storage.ts';

/** Records to delete per statement; documents are large. */
const STEP = 100;
/** Records per statement that are deleted with companies. */
const CHILDREN = 1000;

/**
 * Deletes records and their parts in the writer's transaction. Adds them to `deletions`, to the change log and to the
 * outbox, so that search deletes them too, and updates the records that show them.
 */
export async function removeRecords(trx: Trx, kind: Kind, ids: RecordId[], now: string): Promise<void> {
  for (let start = 0; start < ids.length; start += STEP) {
    const part = ids.slice(start, start + STEP);
    const names = await readNames(trx, kind.storage, part);
    await kind.beforeRemoval?.(trx, part, now);
    const notes = [...names].flatMap(([id, { key, companies }]) =>
      (companies.length > 0 ? companies : [null]).map((company_id) => ({
        kind: kind.name,
        record_id: String(id),
        natural_key: JSON.stringify(key),
        company_id,
        deleted_at: now,
      })),
    );
    await noteDeletions(trx, notes);
    if (kind.name === 'company') await noteChildren(trx, part, now);
    await noteGone(trx, kind, names, now);
    await trx(kind.storage.table).whereIn('id', part).delete();
    if (kind.searchDocuments) await enqueue(trx, kind.name, part);
  }
}

/** The tables without times of change, by the kind whose records they belong to. */
const UNTIMED: Partial<Record<string, 'categories' | 'document_bodies'>> = {
  category: 'categories',
  document: 'document_bodies',
};

/**
 * Adds records that are about to be deleted to the history and to the change log, and adds a deletion to their statements.
 * The change of a company itself names the company.
 */
async function noteGone(
  trx: Trx,
  { name: kind, statements }: Kind,
  names: Map<RecordId, Named>,
  now: string,
): Promise<void> {
  const ids = [...names.keys()];
  await keepVersions(trx, kind, ids, now);
  if (kind === 'company') await keepAliases(trx, { company_id: ids.map(Number) }, now);
  const untimed = UNTIMED[kind];
  if (untimed) await keepUntimed(trx, untimed, ids.map(Number), now);
  if (statements) {
    await seedStatements(trx, { name: kind, statements }, ids);
    await endStatements(trx, kind, ids.map(String), now);
  }
  await noteChanges(
    trx,
    now,
    [...names].map(([record, { key, companies }]) => ({
      op: 'delete',
      kind,
      record,
      key,
      companies: kind === 'company' ? [Number(record)] : companies,
      fields: null,
    })),
  );
}

/** Adds the records of other kinds that are deleted with companies to the change log. */
async function noteChildren(trx: Trx, companies: RecordId[], now: string): Promise<void> {
  for (const kind of kinds.filter(({ storage }) => storage.ofCompany)) {
    for (let last: RecordId | undefined; ;) {
      const query = trx(kind.storage.table)
        .whereIn('company_id', companies)
        .orderBy('id')
        .limit(CHILDREN)
        .select('id');
      if (last !== undefined) query.where('id', '>', last);
      const ids = ((await query) as { id: RecordId }[]).map(({ id }) => id);
      if (ids.length === 0) break;
      await noteGone(trx, kind, await readNames(trx, kind.storage, ids), now);
      last = ids.at(-1)!;
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
