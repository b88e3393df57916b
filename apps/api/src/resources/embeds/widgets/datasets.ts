import { drawings, highlighted, type Address, type Drawing, type WidgetData } from '@dossier/embeds';
import { datasetInput, invalid, listInput, type ChartView, type ErrorCode } from '@dossier/shared';
import { findOwnColumns, type ChartRow, type DatasetRow, type Db, type OwnColumnRow } from '@dossier/store';
import { z } from 'zod';
import { embed, embedAnswer, sizeFields } from '../../../views/embed.ts';
import { withCitations } from '../../../charts/citations.ts';
import { CURRENCY, dayOfData, drawnAs, pointsOf, sourceOf } from '../../../charts/points.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { route } from '../../../services.ts';
import { defaultName, requireDatasets, requireDays, requireOneUnit, type StoredSeries } from './charts.ts';
import { BETWEEN, subjectOf } from './companies.ts';
import { datasetFields, datasetOptions } from './options.ts';

const MAX_DATASETS = 10;

/** Rejects drawings that would mislead. @throws 400 */
export function requireDrawable(
  view: ChartView,
  datasets: number,
  {
    scale,
    baseline,
    index,
    stacked,
  }: { scale: string; baseline?: string | undefined; index?: number | undefined; stacked: boolean },
): void {
  if (scale === 'log' && view !== 'line')
    throw invalid('scale', 'must be linear unless view_type is line: columns and areas begin at zero');
  if (baseline === 'data' && view !== 'line')
    throw invalid('baseline', 'must be zero unless view_type is line: columns and areas begin at zero');
  if (baseline === 'data' && scale === 'log')
    throw invalid('baseline', 'must be zero if scale is log: a logarithmic axis never begins at zero');
  if (stacked && view === 'line') throw invalid('stacked', 'needs view_type column or area');
  const piled = datasets > 1 && (stacked || view === 'area');
  if (index !== undefined && piled)
    throw invalid('index', 'cannot be stacked: several indexes have no sum. Use view_type line');
}

/** A chart of datasets. Without a name, it is named after them. */
type Chart = {
  name?: string;
  description: string | null;
  view: ChartView;
  series: StoredSeries[];
  /** How the values of every dataset are joined, and whether columns are on top of each other. */
  path?: 'step';
  stacked?: true;
};

/** Returns how a drawing is drawn. */
function drawnBy(drawing: Drawing): Pick<Chart, 'view' | 'path' | 'stacked'> {
  if (drawing === 'step') return { view: 'line', path: 'step' };
  return drawing === 'stacked' ? { view: 'column', stacked: true } : { view: drawing };
}

/** Returns the chart of an address whose subject are datasets. */
export function chartOf(subject: string, drawing: Drawing): Chart {
  const ids = subject.split(BETWEEN);
  return {
    description: null,
    ...drawnBy(drawing),
    series: ids.map((dataset) => ({ dataset, annotated_points: [], show_data_labels: ids.length === 1 })),
  };
}

const contract = endpoint({
  method: 'GET',
  path: '/api/v1/embed/datasets',
  operationId: 'getDatasetsEmbed',
  summary: 'Lines, steps, columns or areas of datasets',
  description:
    'Returns one `<iframe>` with a signed address that contains the datasets, which may be of several companies. ' +
    'Nothing is stored, unlike with `PUT /api/v1/embed/charts`. All datasets must have one unit.',
  tag: 'Embeds',
  input: z.strictObject({
    dataset_ids: listInput(datasetInput, MAX_DATASETS).meta({
      description: `The \`dataset_id\` or UUID of 1 to ${MAX_DATASETS} datasets`,
    }),
    view_type: z.enum(drawings).default('line').meta({
      description:
        'How the datasets are drawn. `stacked` are columns on top of each other; a value of a `step` remains until the next',
    }),
    ...sizeFields('dataset-chart'),
    ...datasetFields,
  }),
  example: { dataset_ids: [12], view_type: 'column' },
  output: { 200: embedAnswer },
  errors: ['dataset_not_found', 'mixed_units'] satisfies ErrorCode[],
  errorStyle: 'failed',
});

/** A chart of datasets at an address that names them. */
export const datasetsChart = route(contract, async (context, input) => {
  const { db, now } = context;
  const named = await requireDatasets(db, input.dataset_ids, context.caller?.organization);
  const datasets = [...new Map(named.map((one) => [one.id, one])).values()];
  requireDays(datasets);
  requireOneUnit(datasets);
  const { view, stacked = false } = drawnBy(input.view_type);
  requireDrawable(view, datasets.length, { ...input, stacked });
  const options = { ...datasetOptions(datasets, input, now), view: input.view_type };
  const subject = subjectOf(datasets.map(({ id }) => id));
  const title = ownName(datasets.map(({ own }) => own)) ?? defaultName(datasets);
  return embed(context, { kind: 'dataset-chart', subject, options, title }, input);
});

/** What charts draw: a dataset, or a column of a table that an organization pasted. */
export type Drawable = Pick<
  DatasetRow,
  'id' | 'name' | 'metric' | 'frequency' | 'data_type' | 'data_json' | 'source_url' | 'updated_at'
> & { company_id?: number; own?: OwnColumnRow };

/** Reads datasets and own columns by UUID. */
export async function readRows(db: Db, ids: readonly string[]): Promise<Map<string, Drawable>> {
  const datasets = await db<DatasetRow>('datasets').whereIn('id', ids);
  const found = new Map<string, Drawable>(datasets.map((row) => [row.id, row]));
  const others = ids.filter((id) => !found.has(id));
  if (others.length === 0) return found;
  for (const own of await findOwnColumns(db, { ids: others })) {
    const { id, name, metric, frequency, data_json, created_at: updated_at } = own;
    found.set(id, {
      id,
      name,
      metric,
      frequency,
      data_json,
      updated_at,
      data_type: '',
      source_url: null,
      own,
    });
  }
  return found;
}

/** Returns whether an embed shows a column of a table that its organization pasted. */
export async function showsOwn(db: Db, { kind, subject, options: { view } }: Address): Promise<boolean> {
  if (kind !== 'bar-chart' && kind !== 'dataset-chart' && kind !== 'scatter-chart') return false;
  const chart =
    kind === 'dataset-chart' && view === undefined
      ? await db<ChartRow>('charts').where({ id: subject }).first('series_json')
      : undefined;
  const ids = chart
    ? (JSON.parse(chart.series_json) as StoredSeries[]).map(({ dataset }) => dataset)
    : subject.split(BETWEEN);
  return (await db<OwnColumnRow>('own_columns').whereIn('id', ids).first('id')) !== undefined;
}

/** Returns the name of the table that all columns are of; undefined if they have none in common. */
export const ownName = (columns: readonly (OwnColumnRow | undefined)[]): string | undefined =>
  new Set(columns.map((own) => own?.table_id)).size === 1 ? columns[0]?.table_name : undefined;

/** Reads the current values of a chart, in its order. Skips deleted datasets. */
export async function readDatasets(
  db: Db,
  { series: stored, path, ...chart }: Chart,
  highlight: string | undefined,
): Promise<WidgetData['dataset-chart']> {
  const byId = await readRows(
    db,
    stored.map(({ dataset }) => dataset),
  );
  const found = stored.flatMap((one) => {
    const row = byId.get(one.dataset);
    return row ? [{ ...one, row }] : [];
  });
  const rows = found.map(({ row }) => row);
  const points = await withCitations(
    db,
    rows.flatMap(({ company_id }) => company_id ?? []),
    rows.map((row) => pointsOf({ ...row, source_url: null })),
  );
  const units = new Set(rows.map(({ metric }) => metric));
  const series = found.map(({ row, color, annotated_points, show_data_labels }, i) => ({
    name: row.name,
    color: color ?? null,
    points: points[i]!,
    annotations: annotated_points.map(({ x, label }) => ({ date: x.slice(0, 10), label })),
    dataLabels: show_data_labels,
    source: sourceOf(row.source_url),
    ...drawnAs(row),
    ...(path && { path }),
  }));
  const ids = rows.map(({ id }) => id);
  return {
    name: ownName(rows.map(({ own }) => own)) ?? defaultName(rows),
    ...chart,
    unit: rows.length === 0 ? CURRENCY : [...units].join(' / '),
    series: highlighted(series, ids, highlight),
    asOf: rows.length === 0 ? null : dayOfData(rows.flatMap(pointsOf), rows),
  };
}
