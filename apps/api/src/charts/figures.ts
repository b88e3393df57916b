import type { Figure } from '@dossier/embeds';
import type { CompanyFinancialRow, DatasetRow } from '@dossier/store';
import { byDate, CURRENCY, pointsOf, sourceOf } from './points.ts';

/** The `data_type` values of the series that may contain each figure. */
export const seriesOfFigure: Readonly<Record<string, readonly string[]>> = {
  latest_estimated_valuation: ['Valuation'],
  latest_estimated_revenue: ['Revenue', 'Recurring Revenue', 'Run Rate Revenue'],
  total_estimated_funding: ['Funding'],
};

/**
 * Returns a figure as it is in its series, so that all widgets and pages agree. A figure in no series is an estimate.
 * Returns null without a value.
 */
export function viewFigure(
  row: CompanyFinancialRow | undefined,
  datasets: readonly DatasetRow[],
): Figure | null {
  if (row?.value == null) return null;
  const { name, value, date } = row;
  const point = datasets
    .filter(({ data_type, metric }) => seriesOfFigure[name]?.includes(data_type) && metric === CURRENCY)
    .flatMap(pointsOf)
    .sort(byDate)
    .findLast((one) => one.value === value && (date === null || one.date === date));
  return {
    value,
    date: date ?? point?.date ?? null,
    estimate: point?.estimate ?? true,
    source: sourceOf(row.source_url) ?? point?.source ?? null,
  };
}
