import * as z from 'zod/mini';
import { day, source } from '../inputs/schemas.ts';

/** A null `value` is a gap. A point without a source uses its dataset's. */
export const datasetPoint = z.object({
  date: day,
  value: z.nullable(z.number()),
  estimate: z.boolean(),
  source: z.optional(z.nullable(source)),
});

export const datasetSeries = z.object({
  name: z.string(),
  /** A CSS hex colour, or null for the next palette colour. */
  color: z.nullable(z.string()),
  points: z.array(datasetPoint),
  /** Notes at days, or about ranges of days, which are shaded `until` their last one. */
  annotations: z.array(z.object({ date: day, until: z.optional(day), label: z.string() })),
  dataLabels: z.boolean(),
  source: z.nullable(source),
  /**
   * How values are joined: a `step` holds until the next value, as valuations do, and `dots` stand alone. By default
   * straight lines join them.
   */
  path: z.optional(z.enum(['step', 'dots'])),
  /** What the values are of, if their days end periods: a value of 31 December is one of a quarter or of a year. */
  period: z.optional(z.enum(['year', 'quarter', 'month'])),
  /** True for a dataset in grey, beside one that is highlighted, whose `quiet` is false. */
  quiet: z.optional(z.boolean()),
  /** The own day of the first value, if the value is older than the first day of the chart and still applies then. */
  since: z.optional(day),
});

/** `unit` is an ISO 4217 code, `percent`, or the name of another unit. Values after the day `asOf` are forecasts. */
export const datasetDrawing = z.object({
  series: z.array(datasetSeries),
  view: z.enum(['line', 'column', 'area']),
  unit: z.string(),
  asOf: z.optional(z.nullable(day)),
  /** `log` if every value is above zero, and for lines only. */
  scale: z.optional(z.literal('log')),
  /** `data` if the axis of lines may begin near the least value, and `zero` if it was to and the values hardly differ. */
  baseline: z.optional(z.enum(['data', 'zero'])),
  /** Columns on top of each other. Areas of several datasets always are. */
  stacked: z.optional(z.boolean()),
});
