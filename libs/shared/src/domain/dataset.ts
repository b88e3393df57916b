import { z } from 'zod';
import { integerId, like, timestamp, uuid } from './scalars.ts';

/** One point of a dataset. `y` is in single units (dollars), even if the dataset's name contains "($M)". */
export const datasetPoint = z.object({
  x: timestamp,
  y: z.number().meta({ examples: [91_500_000_000] }),
  type: z.enum(['historical', 'estimate']),
});
export type DatasetPoint = z.infer<typeof datasetPoint>;

export const dataset = z
  .object({
    id: uuid,
    dataset_id: integerId,
    name: like('Stripe: Valuation ($M)'),
    x_label: like('Date'),
    y_label: like('Valuation ($M)'),
    data: z.array(datasetPoint),
    source_type: like('article').nullable(),
    source_url: like('https://stripe.com/newsroom').nullable(),
    status: like('Active'),
    data_type: like('Valuation'),
    frequency: like('irregular').nullable(),
    metric: like('USD'),
    start_date: timestamp.nullable(),
    end_date: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    company: integerId,
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof dataset>;
