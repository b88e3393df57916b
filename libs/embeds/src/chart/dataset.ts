import type { Source } from '../data.ts';
import { seriesColours, type Pair } from './colour.ts';
import { timeOf } from './format.ts';
import { drawable, frameOf, marksOf, type Frame, type Mark, type Value } from './frame.ts';
import { placesOf } from './periods.ts';
import { linear, valueAxis } from './scale.ts';
import { bandTicks } from './time.ts';

/** A null `value` is a gap. A point without a source uses its dataset's. */
export type DatasetPoint = {
  date: string;
  value: number | null;
  estimate: boolean;
  source?: Source | null;
};
type Annotation = { date: string; label: string };
export type DatasetSeries = {
  name: string;
  /** A CSS hex colour, or null for the next palette colour. */
  color: string | null;
  points: DatasetPoint[];
  annotations: Annotation[];
  dataLabels: boolean;
  source: Source | null;
};
/** `unit` is an ISO 4217 code, `percent`, or the name of another unit. */
export type DatasetDrawing = { series: DatasetSeries[]; view: 'line' | 'column' | 'area'; unit: string };

/** One dataset with its marks. `stretches` are the runs of marks between gaps. */
export type Lane = {
  series: DatasetSeries;
  /** The position among the datasets, which selects the marker's shape. */
  index: number;
  colours: Pair;
  marks: Mark[];
  stretches: Mark[][];
};

/** `columns` is the number of slots across the plot of a column chart. */
export type DatasetView = { frame: Frame; lanes: Lane[]; dates: string[]; columns?: number };

/** With fewer slots, columns would be too wide. */
const LEAST_COLUMNS = 4;

const valuesOf = ({ points }: DatasetSeries): Value[] =>
  drawable(points.map(({ date, value, estimate }) => ({ date, value: value ?? Number.NaN, estimate })));

/** Splits the marks at points without a value and at missing periods. */
function stretchesOf({ points }: DatasetSeries, marks: readonly Mark[]): Mark[][] {
  const gaps = points.filter(({ value }) => value === null).map(({ date }) => timeOf(date));
  const places = placesOf(marks.map(({ point }) => timeOf(point.date)));
  // If most periods are missing, the data are sparse, and splitting would leave no line.
  if (places.length < marks.length * 2) gaps.push(...places);
  const stretches: Mark[][] = [];
  marks.forEach((mark, i) => {
    const before = marks[i - 1];
    const [from, to] = [before ? timeOf(before.point.date) : Number.NaN, timeOf(mark.point.date)];
    if (before && !gaps.some((gap) => gap > from && gap < to)) stretches.at(-1)!.push(mark);
    else stretches.push([mark]);
  });
  return stretches;
}

/** Returns scales for columns. Times between two slots are interpolated; times outside use the nearest slot. */
function columnFrame(values: readonly Value[], places: readonly number[], columns: number): Frame {
  const axis = valueAxis(values.map(({ value }) => value));
  const place = (i: number) => ((i + (columns - places.length) / 2 + 0.5) / columns) * 100;
  const indexOf = (time: number) => {
    const next = places.findIndex((place) => place >= time);
    const [before, after] = [places[next - 1], places[next]];
    if (before === undefined || after === undefined) return next === 0 ? 0 : places.length - 1;
    return linear([before, after], [next - 1, next])(time);
  };
  return {
    values: axis,
    x: (time) => place(indexOf(time)),
    y: linear(axis.domain, [100, 0]),
    labels: (room) => bandTicks(places, place, room),
  };
}

/**
 * Returns the layout of a dataset chart, or undefined if it has no values.
 * @param papers the backgrounds, if they are not the palette's
 */
export function datasetView({ series, view }: DatasetDrawing, papers?: Pair): DatasetView | undefined {
  const values = series.map(valuesOf);
  const all = values.flat();
  if (all.length === 0) return undefined;
  const dates = [...new Set(drawable(all).map(({ date }) => date))];
  const places = placesOf(dates.map(timeOf));
  const columns = view === 'column' ? Math.max(places.length, LEAST_COLUMNS) : undefined;
  const frame = columns === undefined ? frameOf(all) : columnFrame(all, places, columns);
  const lanes = series.map((one, index): Lane => {
    const marks = marksOf(values[index]!, frame);
    return {
      series: one,
      index,
      colours: seriesColours(index, one.color, papers),
      marks,
      stretches: stretchesOf(one, marks),
    };
  });
  return { frame, lanes, dates, columns };
}

/** Returns the lane's latest mark up to a day. */
export const latestMark = ({ marks }: Lane, day: string) => marks.findLast(({ point }) => point.date <= day);

/** Returns the lane's last mark on a day. */
export const markOn = ({ marks }: Lane, date: string | undefined) =>
  marks.findLast(({ point }) => point.date === date);
