import { drawingOf, type AddressOptions, type WidgetData } from '@dossier/embeds';
import { booleanInput, chartData, chartView, DEFAULT_CHART_DESCRIPTION, fail } from '@dossier/shared';
import type { ChartRow, Db } from '@dossier/store';
import { z } from 'zod';
import { embed, embedAnswer, sizeFields } from '../../../views/embed.ts';
import { Answer, endpoint } from '../../../http/endpoint.ts';
import { route } from '../../../services.ts';
import { isComparison, readComparison } from './companies.ts';
import { findOrCreateChart, type StoredSeries } from './charts.ts';
import { chartOf, readDatasets, requireDrawable } from './datasets.ts';
import { datasetFields, datasetOptions } from './options.ts';
import type { ApiWidget } from './widget.ts';

const MAX_NAME = 300;
const MAX_DESCRIPTION = 1000;

/** An optional text. Forms send empty fields, so a blank text counts as missing. */
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .optional()
    .transform((text) => text || undefined);

const input = z.strictObject({
  data: chartData,
  name: optionalText(MAX_NAME).meta({
    description: 'Part of what identifies a chart; by default the names of its datasets',
    examples: ['Revenue of Acme'],
  }),
  description: optionalText(MAX_DESCRIPTION)
    .transform((text) => text ?? DEFAULT_CHART_DESCRIPTION)
    .meta({ description: 'Part of what identifies a chart', examples: ['In full years'] }),
  view_type: chartView.default('line').meta({ description: 'How the datasets are drawn' }),
  ...sizeFields('dataset-chart'),
  ...datasetFields,
  stacked: booleanInput
    .default(false)
    .meta({ description: 'Stacks columns; areas of several datasets are always stacked' }),
});

const putChart = endpoint({
  method: 'PUT',
  path: '/api/v1/embed/charts',
  operationId: 'putChart',
  summary: 'A chart of datasets, created or retrieved by its name',
  description:
    'Draws 1 to 10 datasets, each named by the `dataset_id` in its company. A chart with the same name, description ' +
    'and creator is returned as it is stored, with 200; a new one is created, with 201.',
  tag: 'Embeds',
  input,
  example: {
    data: [{ dataset_id: 12, color: '#1b5e9e', annotated_points: [{ x: '2025-12-31', label: 'Best year' }] }],
    view_type: 'column',
  },
  output: { 200: embedAnswer, 201: embedAnswer },
  errors: ['dataset_not_found', 'mixed_units', 'database_busy'],
  errorStyle: 'failed',
});

export const datasetChart: ApiWidget<'dataset-chart'> = {
  kind: 'dataset-chart',
  route: route(putChart, async (context, input) => {
    if (!context.caller) throw new Error('A chart has a creator.');
    const { db, caller, now } = context;
    requireDrawable(input.view_type, input.data.length, input);
    const { chart, created, datasets } = await findOrCreateChart(db, caller.organization, input, now);
    // A stored chart keeps its view and its datasets.
    if (!created)
      requireDrawable(chart.view_type, (JSON.parse(chart.series_json) as unknown[]).length, input);
    const address = {
      kind: 'dataset-chart' as const,
      subject: chart.id,
      options: {
        ...datasetOptions(datasets, input, now),
        ...(input.stacked && { stacked: 'yes' as const }),
      },
    };
    const answer = await embed(context, { ...address, title: chart.name }, input);
    return new Answer(answer, { status: created ? 201 : 200 });
  }),
  read: readChart,
};

/**
 * Reads a stored chart, a chart of datasets that the address names, or the valuations of several companies, with current
 * values.
 */
async function readChart(
  db: Db,
  id: string,
  { locale, view, highlight }: AddressOptions = {},
): Promise<WidgetData['dataset-chart']> {
  if (view !== undefined) return readDatasets(db, chartOf(id, view), highlight);
  if (isComparison(id)) return drawingOf(await readComparison(db, id), locale, highlight);
  const chart = await db<ChartRow>('charts').where({ id }).first();
  if (!chart) throw fail('not_found');
  const { name, description, view_type, series_json } = chart;
  return readDatasets(
    db,
    {
      name,
      // The default description does not describe the chart, so readers need not see it.
      description: description === DEFAULT_CHART_DESCRIPTION ? null : description,
      view: view_type,
      series: JSON.parse(series_json) as StoredSeries[],
    },
    highlight,
  );
}
