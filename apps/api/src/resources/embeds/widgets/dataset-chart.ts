import { drawingOf, type AddressOptions, type WidgetData } from '@dossier/embeds';
import {
  booleanInput,
  chartData,
  chartView,
  DEFAULT_CHART_DESCRIPTION,
  fail,
  invalid,
  type ChartView,
} from '@dossier/shared';
import type { ChartRow, DatasetRow, Db } from '@dossier/store';
import { z } from 'zod';
import { embed, embedAnswer, sizeFields } from '../../../views/embed.ts';
import { Answer, endpoint } from '../../../http/endpoint.ts';
import { route } from '../../../services.ts';
import { withCitations } from '../../../charts/citations.ts';
import { CURRENCY, dayOfData, drawnAs, pointsOf, sourceOf } from '../../../charts/points.ts';
import { isComparison, readComparison } from './companies.ts';
import { findOrCreateChart, type StoredSeries } from './charts.ts';
import { addressOptions, drawnOptions, lineFields, optionFields, textFields } from './options.ts';
import type { ApiWidget } from './widget.ts';

const MAX_NAME = 300;
const MAX_DESCRIPTION = 1000;

/** An optional text. Forms send empty fields, so a blank text counts as missing. */
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must be at most ${max} characters`)
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
  ...optionFields,
  ...textFields,
  ...lineFields,
  stacked: booleanInput
    .default(false)
    .meta({ description: 'Stacks columns; areas of several datasets are always stacked' }),
});

/** Rejects drawings that would mislead. @throws 400 */
function requireDrawable(
  view: ChartView,
  datasets: number,
  { scale, index, stacked }: { scale: string; index?: number | undefined; stacked: boolean },
): void {
  if (scale === 'log' && view !== 'line')
    throw invalid('scale', 'must be linear unless view_type is line: columns and areas begin at zero');
  if (stacked && view === 'line') throw invalid('stacked', 'needs view_type column or area');
  const piled = datasets > 1 && (stacked || view === 'area');
  if (index !== undefined && piled)
    throw invalid('index', 'cannot be stacked: several indexes have no sum. Use view_type line');
}

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
  errors: ['dataset_not_found', 'database_busy'],
  errorStyle: 'failed',
});

export const datasetChart: ApiWidget<'dataset-chart'> = {
  kind: 'dataset-chart',
  route: route(putChart, async (context, input) => {
    if (!context.caller) throw new Error('A chart has a creator.');
    const { db, caller, now } = context;
    requireDrawable(input.view_type, input.data.length, input);
    const { chart, created } = await findOrCreateChart(db, caller.organization, input, now);
    // A stored chart keeps its view and its datasets.
    if (!created)
      requireDrawable(chart.view_type, (JSON.parse(chart.series_json) as unknown[]).length, input);
    const address = {
      kind: 'dataset-chart' as const,
      subject: chart.id,
      options: {
        ...addressOptions(input, now),
        ...drawnOptions(input, now),
        ...(input.stacked && { stacked: 'yes' as const }),
      },
    };
    const answer = await embed(context, { ...address, title: chart.name }, input);
    return new Answer(answer, { status: created ? 201 : 200 });
  }),
  read: readChart,
};

/**
 * Reads a chart with the current values of its datasets, in the chart's order, or the valuations of several companies.
 * Skips what was deleted.
 */
async function readChart(
  db: Db,
  id: string,
  { locale }: AddressOptions = {},
): Promise<WidgetData['dataset-chart']> {
  if (isComparison(id)) return drawingOf(await readComparison(db, id), locale);
  const chart = await db<ChartRow>('charts').where({ id }).first();
  if (!chart) throw fail('not_found');
  const stored = JSON.parse(chart.series_json) as StoredSeries[];
  const datasets = await db<DatasetRow>('datasets').whereIn(
    'id',
    stored.map(({ dataset }) => dataset),
  );
  const byId = new Map(datasets.map((row) => [row.id, row]));
  const series = stored.flatMap((one) => {
    const row = byId.get(one.dataset);
    return row ? [{ ...one, row }] : [];
  });
  const rows = series.map(({ row }) => row);
  const points = await withCitations(
    db,
    rows.map(({ company_id }) => company_id),
    rows.map((row) => pointsOf({ ...row, source_url: null })),
  );
  const units = new Set(rows.map(({ metric }) => metric));
  return {
    name: chart.name,
    // The default description does not describe the chart, so readers need not see it.
    description: chart.description === DEFAULT_CHART_DESCRIPTION ? null : chart.description,
    view: chart.view_type,
    unit: [...units].join(' / ') || CURRENCY,
    series: series.map(({ row, color, annotated_points, show_data_labels }, i) => ({
      name: row.name,
      color: color ?? null,
      points: points[i]!,
      annotations: annotated_points.map(({ x, label }) => ({ date: x.slice(0, 10), label })),
      dataLabels: show_data_labels,
      source: sourceOf(row.source_url),
      ...drawnAs(row),
    })),
    asOf: rows.length === 0 ? null : dayOfData(rows.flatMap(pointsOf), rows),
  };
}
