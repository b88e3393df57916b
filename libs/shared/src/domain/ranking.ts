import { z } from 'zod';
import { companyType } from './company.ts';
import { calendarDate, integerId, like } from './scalars.ts';

/** The metrics that companies can be ranked by, with the name of the financial that each one reads. */
export const rankingMetrics = {
  valuation: 'latest_estimated_valuation',
  revenue: 'latest_estimated_revenue',
  total_funding: 'total_estimated_funding',
} as const;
export type RankingMetric = keyof typeof rankingMetrics;

export const rankingItem = z
  .object({
    id: integerId,
    slug: like('stripe'),
    name: like('Stripe'),
    domain: like('stripe.com'),
    type: companyType,
    /** The metric of this row, a value of `sort_by`. */
    metric: like('valuation'),
    /** In US dollars. */
    metric_value: z.number().meta({ examples: [91_500_000_000] }),
    metric_date: calendarDate.nullable(),
  })
  .meta({ id: 'RankingItem' });
export type RankingItem = z.infer<typeof rankingItem>;

export const rankingMeta = z.object({
  sort_by: like('valuation'),
  order: like('desc'),
  company_type: like('private'),
  limit: z.int().meta({ examples: [50] }),
  total_ranked: z.int().meta({ examples: [36] }),
});
