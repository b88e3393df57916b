import { z } from 'zod';
import { companyType } from './company.ts';
import { calendarDate, integerId } from './scalars.ts';

/** What companies can be ranked by, and the financial that each one reads. */
export const rankingMetrics = {
  valuation: 'latest_estimated_valuation',
  revenue: 'latest_estimated_revenue',
  total_funding: 'total_estimated_funding',
} as const;
export type RankingMetric = keyof typeof rankingMetrics;

export const rankingItem = z
  .object({
    id: integerId,
    slug: z.string(),
    name: z.string(),
    domain: z.string(),
    type: companyType,
    /** The metric used for this row, as `sort_by` names it. */
    metric: z.string(),
    /** US dollars. */
    metric_value: z.number(),
    metric_date: calendarDate.nullable(),
  })
  .meta({ id: 'RankingItem' });
export type RankingItem = z.infer<typeof rankingItem>;

export const rankingMeta = z.object({
  sort_by: z.string(),
  order: z.string(),
  company_type: z.string(),
  limit: z.int(),
  total_ranked: z.int(),
});
