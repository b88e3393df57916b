import type * as z from 'zod/mini';
import { timeOf } from '../../chart/format.ts';
import { withoutUnit } from '../../chart/names.ts';
import { indexed, INDEX } from '../../chart/rebase.ts';
import { originCells, type Row } from '../../csv.ts';
import type { Drawn } from '../../options.ts';
import { pinnedDays, upTo } from '../../pin.ts';
import type { datasetChartData } from './schema.ts';

export type DatasetChartData = z.infer<typeof datasetChartData>;

export const datasetCsv = ({ series, unit }: DatasetChartData): Row[] => [
  ['date', 'dataset', 'value', 'unit', 'kind', 'source', 'source_url'],
  ...series.flatMap(({ name, points, source }) =>
    points
      .filter(({ date }) => !Number.isNaN(timeOf(date)))
      .map((point) => [
        point.date,
        withoutUnit(name),
        point.value,
        unit,
        ...originCells(point.value === null ? null : point.estimate, point.source ?? source),
      ]),
  ),
];

export const pinDatasets = (data: DatasetChartData, until: string): DatasetChartData => ({
  ...data,
  series: data.series.map((series) => ({
    ...series,
    points: series.points.filter(upTo(until)),
    annotations: series.annotations.filter(upTo(until)),
  })),
  ...pinnedDays(data.asOf, until),
});

/** Returns the sources of all points, the newest of each dataset first. A point without one has its dataset's. */
export const datasetSources = ({ series }: DatasetChartData) =>
  series.flatMap(({ points, source }) =>
    points.length === 0 ? [source] : points.map((point) => point.source ?? source).reverse(),
  );

/** Returns the data with the requested scale, as an index, or stacked. */
export function drawDatasets(data: DatasetChartData, { scale, index, stacked }: Drawn): DatasetChartData {
  const drawn = { ...data, ...(scale && { scale }), ...(stacked && { stacked: true }) };
  if (!index) return drawn;
  const made = indexed(data.series.map(({ points }) => points));
  if (!made) return { ...drawn, index: null };
  const series = data.series.map((one, i) => ({ ...one, points: made.points[i]! }));
  return { ...drawn, series, unit: INDEX, index: made.day };
}
