import { firstDayFrom, lastDayUntil, type Page, type PageRequest } from '@dossier/shared';
import {
  findCompanies,
  keysetRows,
  whereBetween,
  type CompanyRef,
  type Db,
  type MetricCitationRow,
  type MetricRow,
} from '@dossier/store';
import { companyIdsOf, type FoundScope } from '../../query/scope.ts';
import type { TimeRange } from '../../query/window.ts';
import { metricList } from './contract.ts';

/** The filters of a list of metrics apart from companies: column values, time ranges and date ranges. */
export interface MetricFilter {
  values: Partial<
    Record<'base' | 'view' | 'scenario' | 'base_period' | 'growth_period', string[] | undefined>
  >;
  times: Record<'created_at' | 'updated_at', TimeRange>;
  days: Record<'end_date' | 'comparison_window_end_date', TimeRange>;
}

/**
 * Returns a page of observations of the given companies. Many companies are read from the index
 * `metrics_of_companies`, which covers all filters and the sort order. Windows of updated_at and created_at have
 * their own indexes.
 */
export function readMetrics(
  db: Db,
  { companies }: FoundScope,
  { values, times, days }: MetricFilter,
  request: PageRequest,
): Promise<Page<MetricRow>> {
  return keysetRows(db, 'metrics', metricList, request, (query) => {
    if (companies) {
      query.whereIn(
        'company_id',
        companies.map(({ id }) => id),
      );
    }
    for (const [column, wanted] of Object.entries(values)) if (wanted) query.whereIn(column, wanted);
    for (const [column, { from, to }] of Object.entries(times)) whereBetween(query, column, from, to);
    for (const [column, { from, to }] of Object.entries(days))
      whereBetween(query, column, from && firstDayFrom(from), to && lastDayUntil(to));
  });
}

/** Returns the companies of a page of observations: those of the request, or else those read in one statement. */
export async function readMetricCompanies(
  db: Db,
  { companies }: FoundScope,
  metrics: MetricRow[],
): Promise<CompanyRef[]> {
  return companies ?? findCompanies(db, 'id', companyIdsOf(metrics));
}

/**
 * Returns the citations of a page of observations in one statement. Unless `all` is set, only citations with a quote,
 * a snippet or a filing are returned.
 */
export async function readCitations(
  db: Db,
  metrics: MetricRow[],
  all: boolean,
): Promise<MetricCitationRow[]> {
  const query = db<MetricCitationRow>('metric_citations')
    .whereIn(
      'metric_id',
      metrics.map(({ id }) => id),
    )
    .orderBy(['metric_id', 'position']);
  if (!all) {
    void query.where((evident) => {
      void evident.whereNotNull('quote').orWhereNotNull('snippet').orWhere('is_filing', true);
    });
  }
  return query;
}
