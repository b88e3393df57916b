import type { Point, WidgetData } from '@dossier/embeds';
import type { CompanyFinancialRow, DatasetRow, Db } from '@dossier/store';
import { withCitations } from './citations.ts';
import { readCompany } from './company.ts';
import { byDate, CURRENCY, dayOfData, pointsOf, viewCompany } from './points.ts';

/**
 * Reads a company's valuations in one currency: all series together, or the latest estimate if there is no series.
 * Lists values in other currencies in `leftOut`, because a line has one currency.
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
  const currency = currencyOf(all);
  const leftOut = all.flatMap((dataset) =>
    dataset.metric === currency
      ? []
      : pointsOf(dataset).map(({ date }) => ({ date, currency: dataset.metric })),
  );
  const [points] = (await withCitations(db, [id], [valuationsOf(all, latest, currency)])) as [Point[]];
  const datasets = all.filter(({ metric }) => metric === currency);
  return {
    company: viewCompany(company),
    points,
    currency,
    ...(leftOut.length > 0 && { leftOut }),
    asOf: points.length === 0 ? null : dayOfData(points, [company, ...datasets]),
  };
}

/** Returns a company's valuations in a currency by date, or its latest estimate if no series has any. */
export function valuationsOf(
  datasets: DatasetRow[],
  latest: CompanyFinancialRow | undefined,
  currency: string,
): Point[] {
  const points = datasets.filter(({ metric }) => metric === currency).flatMap(pointsOf);
  if (points.length === 0 && latest?.value != null && latest.date !== null)
    points.push({ date: latest.date, value: latest.value, estimate: true, source: null });
  return points.sort(byDate);
}

/** Returns the default currency if any series has values in it, otherwise the currency with the most values. */
function currencyOf(datasets: DatasetRow[]): string {
  const counts = new Map<string, number>();
  for (const dataset of datasets) {
    const count = pointsOf(dataset).length;
    if (count > 0) counts.set(dataset.metric, (counts.get(dataset.metric) ?? 0) + count);
  }
  if (counts.has(CURRENCY)) return CURRENCY;
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? CURRENCY;
}
