import { domainSpellings, type CompanyLookup } from '../records/companies.ts';
import type { Db, Trx } from '../sql/open.ts';

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

/** Returns the ids of deleted companies that had the main domain or the id of every lookup. */
export async function deletedCompanies(db: Db, lookups: CompanyLookup[]): Promise<number[]> {
  const found: number[][] = [];
  for (const { by, value } of lookups) {
    // Deletions do not name slugs.
    if (by === 'slug') return [];
    const [column, keys] =
      by === 'id'
        ? ['record_id', [String(value)]]
        : ['natural_key', domainSpellings([String(value)]).map((domain) => JSON.stringify([domain]))];
    const query = db<DeletionRow>('deletions').where({ kind: 'company' }).whereIn(column, keys);
    found.push((await query.pluck<string[]>('record_id')).map(Number));
  }
  const [first = [], ...others] = found;
  return [...new Set(first)].filter((id) => others.every((ids) => ids.includes(id)));
}
