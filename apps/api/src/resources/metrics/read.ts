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

/** What limits a list of metrics besides its companies: a column's values, and ranges of times and of days. */
export interface MetricFilter {
  values: Partial<
    Record<'base' | 'view' | 'scenario' | 'base_period' | 'growth_period', string[] | undefined>
  >;
  times: Record<'created_at' | 'updated_at', TimeRange>;
  days: Record<'end_date' | 'comparison_window_end_date', TimeRange>;
}

/**
 * A page of observations of the companies found. Many companies cost a walk over their entries of the index
 * `metrics_of_companies`, which holds all that is filtered and sorted by. A window of updated_at or created_at has an
 * index of its own.
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

/** The companies of the observations of a page: those of the question, or else read in one statement. */
export async function readMetricCompanies(
  db: Db,
  { companies }: FoundScope,
  metrics: MetricRow[],
): Promise<CompanyRef[]> {
  return companies ?? findCompanies(db, 'id', companyIdsOf(metrics));
}

/**
 * The citations of the observations of a page, in one statement: those that show something of their own (a quote, a
 * snippet or a filing), or all.
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
