import { z } from 'zod';
import { integerId, textLike, timestamp, uuid } from './scalars.ts';

/** One point of a dataset. `y` is in single units (dollars), even if the dataset's name contains "($M)". */
export const datasetPoint = z.object({
  x: timestamp.describe('The time of the value'),
  y: z
    .number()
    .meta({ examples: [91_500_000_000] })
    .describe('The value in single units, such as dollars, even if the name contains "($M)"'),
  type: z.enum(['historical', 'estimate']).describe('Whether the value is known or estimated'),
});
export type DatasetPoint = z.infer<typeof datasetPoint>;

/** A series of values of a company over time, with the labels of its chart. */
export const dataset = z
  .object({
    id: uuid.describe('The id of the dataset'),
    dataset_id: integerId.describe('The id of the dataset as a number, for charts'),
    name: textLike('Stripe: Valuation ($M)').describe('The name of the company and of the values'),
    x_label: textLike('Date').describe('The name of the horizontal axis'),
    y_label: textLike('Valuation ($M)').describe('The name of the vertical axis'),
    data: z.array(datasetPoint).describe('The points, oldest first'),
    source_type: textLike('article').nullable().describe('The kind of source'),
    source_url: textLike('https://stripe.com/newsroom').nullable().describe('The address of the source'),
    status: textLike('Active').describe('The state of the dataset: `Active` while it is in use'),
    data_type: textLike('Valuation').describe('What is measured'),
    frequency: textLike('irregular').nullable().describe('How often there is a value'),
    metric: textLike('USD').describe('The unit of the values'),
    start_date: timestamp.nullable().describe('The time of the first point'),
    end_date: timestamp.nullable().describe('The time of the last point'),
    created_at: timestamp.describe('When the dataset was first stored'),
    updated_at: timestamp.describe('When the dataset last changed'),
    company: integerId.describe('The id of the company'),
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof dataset>;
