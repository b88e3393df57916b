import * as z from 'zod/mini';
import { dated, figure } from '../../inputs/schemas.ts';

/** What an axis shows. `unit` is an ISO 4217 code, `percent`, or another unit. */
const measure = z.object({ name: z.string(), unit: z.string() });

/** A dot for each name that has both values. `quiet` is true beside a highlighted one. */
export const scatterChartData = z.object({
  ...dated,
  /** The title, if it is not the names of the axes. */
  name: z.optional(z.string()),
  x: measure,
  y: measure,
  dots: z.array(z.object({ label: z.string(), x: figure, y: figure, quiet: z.optional(z.boolean()) })),
  /** The names without both values in these units, which are not drawn. */
  leftOut: z.optional(z.array(z.string())),
});
