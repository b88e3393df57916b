import type { Pair } from '../../chart/colour.ts';
import type { DatasetSeries } from '../../chart/lane.ts';
import { papersOf } from '../../chart/look.ts';
import type { Look } from '../../inputs/options.ts';
import { packPoints, unpackPoints, type PackedPoints } from '../../chart/pack.ts';
import type { DatasetChartData } from './data.ts';

/** The data of a page's script: those of the chart without what only the page's words need. */
export type PackedDatasets = Omit<DatasetChartData, 'series' | 'description'> & {
  series: (Omit<DatasetSeries, 'points'> & { points: PackedPoints })[];
  papers: Pair | undefined;
};

export const packDatasets = ({ description: _, ...data }: DatasetChartData, look: Look): PackedDatasets => ({
  ...data,
  series: data.series.map((series) => ({ ...series, points: packPoints(series.points) })),
  papers: papersOf(look),
});

/** Returns the data that `packDatasets` packed, and the backgrounds that colours are made readable on. */
export function unpackDatasets({ papers, ...data }: PackedDatasets): [DatasetChartData, Pair | undefined] {
  const series = data.series.map((one) => ({ ...one, points: unpackPoints(one.points) }));
  return [{ ...data, description: null, series }, papers];
}
