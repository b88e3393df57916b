import { z } from 'zod';
import { integerId, timestamp, uuid } from './scalars.ts';

/** One point of a dataset; `y` in plain units, even if the dataset's name says ($M). */
export const datasetPoint = z.object({
  x: timestamp,
  y: z.number(),
  type: z.enum(['historical', 'estimate']),
});
export type DatasetPoint = z.infer<typeof datasetPoint>;

export const dataset = z
  .object({
    id: uuid,
    dataset_id: integerId,
    name: z.string(),
    x_label: z.string(),
    y_label: z.string(),
    data: z.array(datasetPoint),
    source_type: z.string().nullable(),
    source_url: z.string().nullable(),
    status: z.string(),
    data_type: z.string(),
    frequency: z.string().nullable(),
    metric: z.string(),
    start_date: timestamp.nullable(),
    end_date: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    company: integerId,
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof dataset>;
