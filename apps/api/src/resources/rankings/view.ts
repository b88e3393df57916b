import type { RankingItem, RankingMetric } from '@dossier/shared';
import type { RankedRow } from './read.ts';

/** Returns a company of the ranking by a metric. */
export function viewRanked({ value, date, ...company }: RankedRow, metric: RankingMetric): RankingItem {
  return { ...company, metric, metric_value: value, metric_date: date };
}
