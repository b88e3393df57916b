import type { Trx } from './open.ts';
import type { DeletionRow } from './tables.ts';

/** Notes what is deleted, in the transaction that deletes it: company sync tells by it whose rows are gone. */
export async function noteDeletions(trx: Trx, rows: Omit<DeletionRow, 'seq'>[]): Promise<void> {
  if (rows.length > 0) await trx.batchInsert('deletions', rows, 200);
}
