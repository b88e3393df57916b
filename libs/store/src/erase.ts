import { inParts } from '@dossier/shared';
import { historyOf } from './history.ts';
import type { Trx } from './open.ts';

/** A statement binds a limited number of values. */
const AT_ONCE = 5000;

/**
 * Deletes the former versions of records, and their statements. Call it for records that are not stored.
 * @param which ids of records; `companies` deletes the former versions of all records of these companies, by their ids
 */
export async function eraseRecords(
  trx: Trx,
  kind: string,
  { ids = [], companies = [] }: { ids?: (string | number)[]; companies?: number[] },
): Promise<{ versions: number; statements: number }> {
  const history = historyOf[kind];
  const erased = { versions: 0, statements: 0 };
  for (const part of inParts(companies, AT_ONCE))
    if (history)
      erased.versions += await trx(`${history.table}_history`).whereIn('company_id', part).delete();
  for (const part of inParts(ids, AT_ONCE)) {
    if (history) {
      erased.versions += await trx(`${history.table}_history`).whereIn('id', part).delete();
      for (const [table, column] of Object.entries(history.parts))
        await trx(`${table}_history`).whereIn(column, part).delete();
    }
    if (kind === 'document') await trx('document_bodies_history').whereIn('document_id', part).delete();
    if (kind === 'category') await trx('categories_history').whereIn('id', part).delete();
    if (kind === 'company') await trx('company_merges').whereIn('company_id', part).delete();
    erased.statements += await trx('statements')
      .where({ kind })
      .whereIn('record_id', part.map(String))
      .delete();
  }
  return erased;
}
