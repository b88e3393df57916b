import { rankingMetrics } from '@dossier/shared';
import type { CompanyFinancialRow, CompanyRow, Db } from '@dossier/store';
import type { RankingFilter } from './contract.ts';

export type RankedRow = Pick<CompanyRow, 'id' | 'slug' | 'name' | 'domain' | 'type'> & {
  value: number;
  date: CompanyFinancialRow['date'];
};

/** Returns the top companies by a metric, and how many have a value for it. Ties sort by id. */
export async function readRanking(
  db: Db,
  { sort_by, order, company_type, limit }: RankingFilter,
): Promise<{ rows: RankedRow[]; total: number }> {
  const valued = db('company_financials as f')
    .where('f.name', rankingMetrics[sort_by])
    .whereNotNull('f.value');
  const companies = db('companies').where('is_active', true);
  if (company_type !== 'all') companies.where('type', company_type);
  // With a join, SQLite would look up the companies one by one in the order of their values.
  const counted = await valued
    .clone()
    .whereIn('f.company_id', companies.clone().select('id'))
    .count({ n: '*' })
    .first<{ n: number | string }>();
  const rows = await valued
    .join(companies.as('c'), 'c.id', 'f.company_id')
    .orderBy('f.value', order)
    .orderBy('f.company_id')
    .limit(limit)
    .select<RankedRow[]>('c.id', 'c.slug', 'c.name', 'c.domain', 'c.type', 'f.value', 'f.date');
  return { rows, total: Number(counted.n) };
}
