import { rankingMetrics } from '@dossier/shared';
import type { CompanyFinancialRow, CompanyRow, Db } from '@dossier/store';
import type { RankingFilter } from './contract.ts';

export type RankedRow = Pick<CompanyRow, 'id' | 'slug' | 'name' | 'domain' | 'type'> & {
  value: number;
  date: CompanyFinancialRow['date'];
};

/** The first companies of a ranking, and how many are ranked. Those without a value are not; ties by id. */
export async function readRanking(
  db: Db,
  { sort_by, order, company_type, limit }: RankingFilter,
): Promise<{ rows: RankedRow[]; total: number }> {
  const ranked = db('company_financials as f')
    .join('companies as c', 'c.id', 'f.company_id')
    .where({ 'f.name': rankingMetrics[sort_by], 'c.is_active': true })
    .whereNotNull('f.value');
  if (company_type !== 'all') ranked.where('c.type', company_type);
  const counted = await ranked.clone().count({ n: '*' }).first<{ n: number | string }>();
  const rows = await ranked
    .orderBy('f.value', order)
    .orderBy('f.company_id')
    .limit(limit)
    .select<RankedRow[]>('c.id', 'c.slug', 'c.name', 'c.domain', 'c.type', 'f.value', 'f.date');
  return { rows, total: Number(counted.n) };
}
