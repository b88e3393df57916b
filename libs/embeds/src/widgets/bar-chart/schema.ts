import * as z from 'zod/mini';
import { dated, day, source } from '../../inputs/schemas.ts';

/** A bar for each name, of each of the `columns`; null where there is no value. `quiet` is true beside a highlighted one. */
export const barChartData = z.object({
  ...dated,
  name: z.string(),
  unit: z.string(),
  columns: z.array(z.string()),
  bars: z.array(
    z
      .object({
        label: z.string(),
        date: z.nullable(day),
        values: z.array(z.nullable(z.number())),
        source: z.nullable(source),
        quiet: z.optional(z.boolean()),
        /** Whether each of the values is an estimate; none is by default. */
        estimates: z.optional(z.array(z.boolean())),
        /** What the values are of, if the day ends a period. */
        period: z.optional(z.enum(['year', 'quarter', 'month'])),
      })
      .check(
        z.refine(({ values, estimates = values }) => estimates.length === values.length, {
          path: ['estimates'],
          error: 'must have as many entries as values',
        }),
      ),
  ),
  /** The names of bars in another unit, which are not drawn. */
  leftOut: z.optional(z.array(z.object({ name: z.string(), currency: z.string() }))),
});
