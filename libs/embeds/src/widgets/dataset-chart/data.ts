import type * as z from 'zod/mini';
import { oneADay } from '../../chart/frame.ts';
import { tickTexts } from '../../chart/format.ts';
import type { DatasetPoint, DatasetSeries } from '../../chart/lane.ts';
import { withoutUnit } from '../../chart/names.ts';
import { indexed, INDEX } from '../../chart/rebase.ts';
import { GREY } from '../../chart/palette.ts';
import { valueAxis } from '../../chart/scale.ts';
import { originCells, type Row } from '../../inputs/csv.ts';
import { readMarks } from '../../inputs/marks.ts';
import type { Drawn } from '../../inputs/options.ts';
import { pinnedDays, since, upTo } from '../../inputs/pin.ts';
import type { datasetChartData } from './schema.ts';

export type DatasetChartData = z.infer<typeof datasetChartData>;

export const datasetCsv = ({ series, unit }: DatasetChartData): Row[] => [
  ['date', 'dataset', 'value', 'unit', 'kind', 'source', 'source_url'],
  ...series.flatMap(({ name, points, source, since: own }) =>
    oneADay(points).map((point, i) => [
      i === 0 && own ? own : point.date,
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
    points.length === 0
      ? [source]
      : oneADay(points)
          .map((point) => point.source ?? source)
          .reverse(),
  );

/**
 * Returns a function that leaves out values before a day. In step lines, the latest earlier value stays if it still applies
 * on that day. Without it, a company would appear to have no value until its next one.
 */
const seriesFrom =
  (from: string, asOf: string | null) =>
  (series: DatasetSeries): DatasetSeries => {
    const points = series.points.filter(since(from));
    const annotations = series.annotations.filter(({ date, until }) => (until ?? date) >= from);
    const cut = { ...series, points, annotations };
    const held = series.points
      .filter(({ date, value }) => date < from && value !== null)
      .reduce<DatasetPoint | undefined>(
        (last, one) => (last && last.date > one.date ? last : one),
        undefined,
      );
    const isKnown = points.some(({ date }) => date === from) || (asOf !== null && from > asOf);
    if (series.path !== 'step' || !held || isKnown) return cut;
    return { ...cut, points: [{ ...held, date: from }, ...points], since: held.date };
  };

/** Marks one dataset as highlighted, and the others as quiet: the one whose key is `key`, if there is any. */
export function highlighted(
  series: DatasetSeries[],
  keys: readonly string[],
  key: string | undefined,
): DatasetSeries[] {
  const chosen = key === undefined ? -1 : keys.indexOf(key);
  if (chosen < 0) return series;
  return series.map((one, i) =>
    i === chosen ? { ...one, quiet: false } : { ...one, quiet: true, color: GREY },
  );
}

/** Adds notes to the highlighted dataset, or to the first one. */
function withMarks(series: DatasetSeries[], marks: string | undefined): DatasetSeries[] {
  const notes = marks === undefined ? [] : (readMarks(marks) ?? []);
  const at = Math.max(
    0,
    series.findIndex(({ quiet }) => quiet === false),
  );
  if (notes.length === 0) return series;
  return series.map((one, i) => (i === at ? { ...one, annotations: [...one.annotations, ...notes] } : one));
}

/** Returns the data from the requested day on, with the requested scale, as an index, or stacked. */
export function drawDatasets(
  given: DatasetChartData,
  { scale, baseline, index, stacked, from, marks }: Drawn,
): DatasetChartData {
  const noted = { ...given, series: withMarks(given.series, marks) };
  const data =
    from === undefined ? noted : { ...noted, series: noted.series.map(seriesFrom(from, given.asOf)), from };
  const made = index ? indexed(data.series.map(({ points }) => points)) : undefined;
  const drawn = {
    ...data,
    ...(made && {
      series: data.series.map((one, i) => ({ ...one, points: made.points[i]! })),
      unit: INDEX,
    }),
    ...(scale && { scale }),
    ...(stacked && { stacked: true }),
    ...(index && { index: made ? made.day : null }),
  };
  return baseline ? { ...drawn, baseline: canBeginNear(drawn) ? baseline : 'zero' } : drawn;
}

/** Returns whether an axis may begin near the least value: the values differ, and so do its labels, of three digits. */
function canBeginNear({ series, unit }: DatasetChartData): boolean {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  const labels = tickTexts(valueAxis(values, true).ticks, unit, 3);
  const differ = values.length < 2 || new Set(values).size > 1;
  return differ && new Set(labels).size === labels.length;
}
