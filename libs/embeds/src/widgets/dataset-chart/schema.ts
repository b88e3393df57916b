import * as z from 'zod/mini';
import { datasetDrawing } from '../../chart/schema.ts';
import { dated, day } from '../../inputs/schemas.ts';

/** `index` is the day whose values are 100, if the values are an index, or null if they cannot be one. */
export const datasetChartData = z.object({
  ...datasetDrawing.shape,
  ...dated,
  name: z.string(),
  description: z.nullable(z.string()),
  index: z.optional(z.nullable(day)),
});
