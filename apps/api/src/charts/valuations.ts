import type { Point, WidgetData } from '@dossier/embeds';
import type { CompanyFinancialRow, CompanyRow, DatasetRow } from '@dossier/store';
import { byDate, CURRENCY, dayOfData, pointsOf, sourceOf, viewCompany } from './points.ts';

/**
 * Returns a company's valuations in one currency: all series together, or the latest estimate if there is no series.
 * Lists values in other currencies in `leftOut`, because a line has one currency.
 * @param all the series of valuations, by `dataset_id`
 */
export function viewValuations(
  company: CompanyRow,
  all: DatasetRow[],
  latest: CompanyFinancialRow | undefined,
): WidgetData['valuation-chart'] {
  const currency = currencyOf(all);
  const leftOut = all.flatMap((dataset) =>
    dataset.metric === currency
      ? []
      : pointsOf(dataset).map(({ date }) => ({ date, currency: dataset.metric })),
  );
  const points = valuationsOf(all, latest, currency);
  const datasets = all.filter(({ metric }) => metric === currency);
  return {
    company: viewCompany(company),
    points,
    currency,
    ...(leftOut.length > 0 && { leftOut }),
    asOf: points.length === 0 ? null : dayOfData(points, [company, ...datasets]),
  };
}

/** Returns a company's valuations in a currency by date. Without a value in that currency, returns the latest estimate. */
export function valuationsOf(
  datasets: DatasetRow[],
  latest: CompanyFinancialRow | undefined,
  currency: string,
): Point[] {
  const points = datasets.filter(({ metric }) => metric === currency).flatMap(pointsOf);
  if (points.length === 0 && latest?.value != null && latest.date !== null)
    points.push({
      date: latest.date,
      value: latest.value,
      estimate: true,
      source: sourceOf(latest.source_url),
    });
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
