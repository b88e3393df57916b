import type { Trx } from './open.ts';

/** A record that was deleted: one row for each of its companies, one without a company where it had none. */
interface DeletionRow {
  seq: number;
  kind: string;
  record_id: string;
  natural_key: string;
  company_id: number | null;
  deleted_at: string;
}

/** Notes what is deleted, in the transaction that deletes it: company sync tells by it whose rows are gone. */
export async function noteDeletions(trx: Trx, rows: Omit<DeletionRow, 'seq'>[]): Promise<void> {
  if (rows.length > 0) await trx.batchInsert('deletions', rows, 200);
}
