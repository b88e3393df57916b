import { fail, type ChartSeries } from '@dossier/shared';
import type {
  CategoryRow,
  ChartRow,
  CompanyFinancialRow,
  CompanyLookup,
  CompanyRow,
  DatasetRow,
  Db,
} from '@dossier/store';
import { categoriesOf } from '@dossier/store';
import { requireCompany } from '../../query/scope.ts';

export interface ValuationRows {
  company: CompanyRow;
  datasets: DatasetRow[];
  /** The latest estimate, for a company without a series. */
  latest: CompanyFinancialRow | undefined;
}

/** The whole row of a company. @throws 404 */
async function readCompany(db: Db, lookup: CompanyLookup): Promise<CompanyRow> {
  const { id } = await requireCompany(db, lookup);
  const row = await db<CompanyRow>('companies').where({ id }).first();
  // One that was deleted between the two statements is not found when it is looked for again.
  return row ?? readCompany(db, lookup);
}

/** A company's valuations. @throws 404 */
export async function readValuation(db: Db, lookup: CompanyLookup): Promise<ValuationRows> {
  const company = await readCompany(db, lookup);
  const { id } = company;
  const [datasets, latest] = await Promise.all([
    db<DatasetRow>('datasets').where({ company_id: id, data_type: 'Valuation' }).orderBy('dataset_id'),
    db<CompanyFinancialRow>('company_financials')
      .where({ company_id: id, name: 'latest_estimated_valuation' })
      .first(),
  ]);
  return { company, datasets, latest };
}

/** The series in which a figure of the summary may stand, by their `data_type`. */
export const seriesOfFigure = {
  latest_estimated_valuation: ['Valuation'],
  latest_estimated_revenue: ['Revenue', 'Recurring Revenue', 'Run Rate Revenue'],
  total_estimated_funding: ['Funding'],
};

export interface SummaryRows {
  company: CompanyRow;
  categories: CategoryRow[];
  financials: CompanyFinancialRow[];
  datasets: DatasetRow[];
}

/** A company's key facts. @throws 404 */
export async function readSummary(db: Db, lookup: CompanyLookup): Promise<SummaryRows> {
  const company = await readCompany(db, lookup);
  const { id } = company;
  const [categories, financials, datasets] = await Promise.all([
    categoriesOf(db, id),
    db<CompanyFinancialRow>('company_financials').where({ company_id: id }),
    db<DatasetRow>('datasets')
      .where({ company_id: id })
      .whereIn('data_type', Object.values(seriesOfFigure).flat())
      .orderBy('dataset_id'),
  ]);
  return { company, categories, financials, datasets };
}

/** How a chart keeps a dataset: by UUID, which a database that is built anew keeps. */
export type StoredSeries = Omit<ChartSeries, 'dataset_id'> & { dataset: string };

export interface ChartRows {
  chart: ChartRow;
  /** Those that are still there, in the chart's order. */
  series: (StoredSeries & { row: DatasetRow })[];
}

/** A chart with its datasets as they are now. @throws 404 */
export async function readChart(db: Db, id: string): Promise<ChartRows> {
  const chart = await db<ChartRow>('charts').where({ id }).first();
  if (!chart) throw fail('not_found');
  const stored = JSON.parse(chart.series_json) as StoredSeries[];
  const datasets = await db<DatasetRow>('datasets').whereIn(
    'id',
    stored.map(({ dataset }) => dataset),
  );
  const byId = new Map(datasets.map((row) => [row.id, row]));
  const series = stored.flatMap((one) => {
    const row = byId.get(one.dataset);
    return row ? [{ ...one, row }] : [];
  });
  return { chart, series };
}
