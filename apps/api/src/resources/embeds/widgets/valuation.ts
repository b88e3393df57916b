import type { Point, WidgetData } from '@dossier/embeds';
import type { CompanyFinancialRow, DatasetRow, Db } from '@dossier/store';
import { withCitations } from '../../../charts/citations.ts';
import { viewValuations } from '../../../charts/valuations.ts';
import { readCompany } from './company.ts';

/**
 * Reads a company's valuations in one currency: see `viewValuations`.
 * @throws 404
 */
export async function readValuation(db: Db, slug: string): Promise<WidgetData['valuation-chart']> {
  const company = await readCompany(db, slug);
  const { id } = company;
  const [all, latest] = await Promise.all([
    db<DatasetRow>('datasets').where({ company_id: id, data_type: 'Valuation' }).orderBy('dataset_id'),
    db<CompanyFinancialRow>('company_financials')
      .where({ company_id: id, name: 'latest_estimated_valuation' })
      .first(),
  ]);
  const data = viewValuations(company, all, latest);
  const [points] = (await withCitations(db, [id], [data.points])) as [Point[]];
  return { ...data, points };
}
