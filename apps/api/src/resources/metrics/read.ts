import { firstDayFrom, lastDayUntil, type MetricObservation, type PageRequest } from '@dossier/shared';
import { among, between, pagesOf, type Db, type ItemPage } from '@dossier/store';
import { idsOf, type FoundScope } from '../../query/scope.ts';
import type { TimeRange } from '../../query/window.ts';
import { metricList } from './contract.ts';
import { viewMetric } from './view.ts';

/** The filters of a list of metrics apart from companies: column values, time ranges and date ranges. */
interface MetricFilter {
  values: Partial<
    Record<'base' | 'view' | 'scenario' | 'base_period' | 'growth_period', string[] | undefined>
  >;
  times: Record<'created_at' | 'updated_at', TimeRange>;
  days: Record<'end_date' | 'comparison_window_end_date', TimeRange>;
}

const pages = pagesOf<MetricObservation, boolean>({
  list: metricList,
  from: (db) => db('metrics'),
  item: (db, _param, allCitations) => viewMetric(db, allCitations),
  sorts: 'few',
  counted: 'metrics',
  counters: [{ name: 'metrics', columns: { company_id: undefined } }],
});

/**
 * Returns a page of observations of the given companies. Many companies are read from the index
 * `metrics_of_companies`, which covers all filters and the sort order. Windows of updated_at and created_at have
 * their own indexes.
 * @param allCitations whether citations without a quote, a snippet and a filing are shown too
 */
export function readMetrics(
  db: Db,
  scope: FoundScope,
  { values, times, days }: MetricFilter,
  allCitations: boolean,
  request: PageRequest,
): Promise<ItemPage<MetricObservation>> {
  const where = [
    ...among(db, 'company_id', idsOf(scope)),
    ...Object.entries(values).flatMap(([column, wanted]) => among(db, column, wanted)),
    ...Object.entries(times).flatMap(([column, { from, to }]) => between(column, from, to)),
    ...Object.entries(days).flatMap(([column, { from, to }]) =>
      between(column, from && firstDayFrom(from), to && lastDayUntil(to)),
    ),
  ];
  return pages(db, { request, where, form: allCitations, params: {} });
}
