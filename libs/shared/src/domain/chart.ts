import { z } from 'zod';
import { withoutNull } from '../json.ts';
import { booleanInput, idInput, onOrAfter } from './scalars.ts';

const MAX_SERIES = 10;
const MAX_NOTES = 100;
const MAX_LABEL = 200;

const datasetMessage = 'must be the integer or the UUID of a dataset';
const uuidInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, datasetMessage)
  .meta({ format: 'uuid', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' });

/** A dataset as callers name it. */
export const datasetInput = z
  .union([idInput, uuidInput], datasetMessage)
  .meta({ description: "A dataset's `dataset_id`, or its UUID", examples: [12] });

/** One dataset of a chart as callers send it. The label of an annotated point appears at its day or time, `x`. */
const chartSeries = z.strictObject({
  dataset_id: datasetInput,
  color: z
    .string()
    .trim()
    .regex(/^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, 'must be a CSS hex colour, such as #1b5e9e')
    .nullish()
    .meta({ description: 'A CSS hex colour. By default, the chart chooses one.', examples: ['#1b5e9e'] }),
  annotated_points: z
    .array(
      z.strictObject({
        x: onOrAfter.meta({ description: 'The date or time of the point', examples: ['2025-12-31'] }),
        label: z
          .string()
          .trim()
          .min(1, 'must not be blank')
          .max(MAX_LABEL, `must be at most ${MAX_LABEL} characters`)
          .meta({ description: 'The text at the point', examples: ['First profitable year'] }),
      }),
    )
    .max(MAX_NOTES, `must name at most ${MAX_NOTES} points`)
    .default([])
    .meta({ description: 'Points with a label' }),
  show_data_labels: booleanInput
    .default(false)
    .meta({ description: 'Whether to label each point with its value' }),
});
export type ChartSeries = z.output<typeof chartSeries>;

/** The datasets of a chart: a list, or the list as JSON text, for forms. */
export const chartData = z
  .preprocess(
    (given) => (typeof given === 'string' ? parseJson(given) : given),
    z
      .array(chartSeries, 'must be a list of datasets, or its JSON text')
      .min(1, 'must name at least one dataset')
      .max(MAX_SERIES, `must name at most ${MAX_SERIES} datasets`),
  )
  .meta({ description: 'The datasets to draw. Forms send the list as JSON text.' });

/** Parses JSON text. Returns invalid text unchanged; the schema then rejects it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withoutNull);
  } catch {
    return text;
  }
}

export const chartView = z.enum(['line', 'column', 'area'], 'must be line, column or area');
export type ChartView = z.output<typeof chartView>;

/** The description of a chart that was created without one. */
export const DEFAULT_CHART_DESCRIPTION = 'API Generated Chart';
