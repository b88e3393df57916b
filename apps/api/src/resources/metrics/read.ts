import type { MetricObservation } from '@dossier/shared';
import { list } from '../../query/list.ts';
import { requireWindow } from '../../query/window.ts';
import { metricFilters, metricList } from './contract.ts';
import { viewMetric } from './view.ts';

/**
 * Reads a page of observations, whose form is whether citations without a quote, a snippet and a filing are shown too.
 * Many companies are read from the index `metrics_of_companies`, which covers all filters and the sort order. Windows of
 * updated_at and created_at have their own indexes.
 */
export const readMetrics = list<MetricObservation, boolean>({
  list: metricList,
  table: 'metrics',
  filters: metricFilters,
  window: requireWindow,
  item: (db, _param, allCitations) => viewMetric(db, allCitations),
  sorts: 'few',
});
