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

/**
 * One dataset of a chart as callers send it. `x` is a day, or a time on it: the note stands at the value of that day, or
 * at its time between others.
 */
const chartSeries = z.strictObject({
  dataset_id: z
    .union([idInput, uuidInput], datasetMessage)
    .meta({ description: "A dataset's `dataset_id`, or its UUID", examples: [12] }),
  color: z
    .string()
    .trim()
    .regex(/^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, 'must be a CSS hex colour, such as #1b5e9e')
    .nullish()
    .meta({ description: 'A CSS hex colour; without it, one is chosen', examples: ['#1b5e9e'] }),
  annotated_points: z
    .array(
      z.strictObject({
        x: onOrAfter.meta({ description: 'The day of the point', examples: ['2025-12-31'] }),
        label: z
          .string()
          .trim()
          .min(1, 'must not be blank')
          .max(MAX_LABEL, `must be at most ${MAX_LABEL} characters`)
          .meta({ examples: ['First profitable year'] }),
      }),
    )
    .max(MAX_NOTES, `must name at most ${MAX_NOTES} points`)
    .default([])
    .meta({ description: 'Points that carry a note' }),
  show_data_labels: booleanInput.default(false).meta({ description: 'Whether each point shows its value' }),
});
export type ChartSeries = z.output<typeof chartSeries>;

/** The datasets of a chart: a list, or its JSON text, which is how a form sends it. */
export const chartData = z
  .preprocess(
    (given) => (typeof given === 'string' ? parseJson(given) : given),
    z
      .array(chartSeries, 'must be a list of datasets, or its JSON text')
      .min(1, 'must name at least one dataset')
      .max(MAX_SERIES, `must name at most ${MAX_SERIES} datasets`),
  )
  .meta({ description: 'The datasets to draw; a form sends the list as JSON text' });

/** What a text says as JSON, or the text itself, which is then no list. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withoutNull);
  } catch {
    return text;
  }
}

export const chartView = z.enum(['line', 'column', 'area'], 'must be line, column or area');
export type ChartView = z.output<typeof chartView>;

/** What a chart is called that is made without a description. */
export const DEFAULT_CHART_DESCRIPTION = 'API Generated Chart';
