import type { Trx } from '../sql/open.ts';

/** A deleted record: one row for each of its companies, or one row without a company. */
export interface DeletionRow {
  seq: number;
  kind: string;
  record_id: string;
  natural_key: string;
  company_id: number | null;
  deleted_at: string;
}

/** Records deletions, from which company sync learns of them. Call it in the transaction that deletes. */
export async function noteDeletions(trx: Trx, rows: Omit<DeletionRow, 'seq'>[]): Promise<void> {
  if (rows.length > 0) await trx.batchInsert('deletions', rows, 200);
}
