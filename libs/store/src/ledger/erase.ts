import { inParts } from '@dossier/shared';
import type { Trx } from '../sql/open.ts';
import { recordTables } from './record-tables.ts';

/**
 * Deletes the former versions of records, and their statements. Call it for records that are not stored.
 * @param ids the ids of records of the kind
 */
export async function eraseRecords(
  trx: Trx,
  kind: string,
  ids: (string | number)[],
): Promise<{ versions: number; statements: number }> {
  const { table, parts, isKept, untimed } = recordTables[kind]!;
  const owned = Object.entries({ ...parts, ...(untimed && Object.fromEntries([untimed])) });
  const erased = { versions: 0, statements: 0 };
  for (const part of inParts(ids)) {
    if (isKept) erased.versions += await trx(`${table}_history`).whereIn('id', part).delete();
    for (const [name, column] of owned) await trx(`${name}_history`).whereIn(column, part).delete();
    if (kind === 'company') {
      await trx('company_matches').whereIn('company_id', part).delete();
      await trx('company_merges').whereIn('company_id', part).delete();
      for (const column of ['company_id', 'merged_id'])
        await trx('company_aliases_history').whereIn(column, part).delete();
    }
    erased.statements += await trx('statements')
      .where({ kind })
      .whereIn('record_id', part.map(String))
      .delete();
  }
  return erased;
}
