import { z } from 'zod';
import { companyType } from './company.ts';
import { calendarDate, integerId, textLike } from './scalars.ts';

/** The metrics that companies can be ranked by, with the name of the financial that each one reads. */
export const rankingMetrics = {
  valuation: 'latest_estimated_valuation',
  revenue: 'latest_estimated_revenue',
  total_funding: 'total_estimated_funding',
} as const;
export type RankingMetric = keyof typeof rankingMetrics;

export const rankingItem = z
  .object({
    id: integerId.describe('The id of the company'),
    slug: textLike('stripe').describe('The name of the company in addresses'),
    name: textLike('Stripe').describe('The name of the company'),
    domain: textLike('stripe.com').describe('The main domain of the company'),
    type: companyType.describe('Whether its shares are traded in public'),
    metric: textLike('valuation').describe('The metric of this row: the value of `sort_by`'),
    metric_value: z
      .number()
      .meta({ examples: [91_500_000_000] })
      .describe('The value that the company is ranked by, in US dollars'),
    metric_date: calendarDate.nullable().describe('The day of the value'),
  })
  .meta({ id: 'RankingItem' });
export type RankingItem = z.infer<typeof rankingItem>;

export const rankingMeta = z.object({
  sort_by: textLike('valuation').describe('The metric of the ranking'),
  order: textLike('desc').describe('`desc`: largest first. `asc`: smallest first'),
  company_type: textLike('private').describe('The type of the ranked companies'),
  limit: z
    .int()
    .meta({ examples: [50] })
    .describe('The most companies of the response'),
  total_ranked: z
    .int()
    .meta({ examples: [36] })
    .describe('The number of companies with a value'),
});
