import { enqueue, noteDeletions, type Db, type Trx } from '@dossier/store';
import { kinds } from './index.ts';
import type { Kind } from './kind.ts';
import { readStates, type RecordId } from './storage.ts';

/** Records to delete per statement; documents are large. */
const STEP = 100;

/**
 * Deletes records and their parts in the writer's transaction. Adds them to `deletions` and to the outbox, so that
 * search deletes them too, and updates the records that show them.
 */
export async function removeRecords(trx: Trx, kind: Kind, ids: RecordId[], now: string): Promise<void> {
  for (let start = 0; start < ids.length; start += STEP) {
    const part = ids.slice(start, start + STEP);
    const states = await readStates(trx, kind.storage, part);
    await kind.beforeRemoval?.(trx, part, now);
    const notes = [...states].flatMap(([id, { key, companies }]) =>
      (companies.length > 0 ? companies : [null]).map((company_id) => ({
        kind: kind.name,
        record_id: String(id),
        natural_key: JSON.stringify(key),
        company_id,
        deleted_at: now,
      })),
    );
    await noteDeletions(trx, notes);
    await trx(kind.storage.table).whereIn('id', part).delete();
    if (kind.searchDocuments) await enqueue(trx, kind.name, part);
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
