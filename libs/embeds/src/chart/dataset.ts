import type { Source } from '../data.ts';
import { seriesColours, type Pair } from './colour.ts';
import { timeOf } from './format.ts';
import { drawable, frameOf, marksOf, type Frame, type Mark, type Value } from './frame.ts';
import { placesOf } from './periods.ts';
import { linear, valueAxis } from './scale.ts';
import { bandTicks } from './time.ts';

/** `value` null is a gap. A point without a source of its own has its dataset's. */
export type DatasetPoint = {
  date: string;
  value: number | null;
  estimate: boolean;
  source?: Source | null;
};
type Annotation = { date: string; label: string };
export type DatasetSeries = {
  name: string;
  /** A CSS hex colour, or null for the next one of the palette. */
  color: string | null;
  points: DatasetPoint[];
  annotations: Annotation[];
  dataLabels: boolean;
  source: Source | null;
};
/** `unit` is an ISO 4217 code, `percent`, or the name of another unit. */
export type DatasetDrawing = { series: DatasetSeries[]; view: 'line' | 'column' | 'area'; unit: string };

/** One dataset as it is drawn. `stretches` are its marks between the gaps. */
export type Lane = {
  series: DatasetSeries;
  /** Its place among the datasets, which decides the shape of its markers. */
  index: number;
  colours: Pair;
  marks: Mark[];
  stretches: Mark[][];
};

/** `columns`: the number of places for columns across the plot, where there are columns. */
export type DatasetView = { frame: Frame; lanes: Lane[]; dates: string[]; columns?: number };

/** Fewer columns than this would be as wide as a wall. */
const LEAST_COLUMNS = 4;

const valuesOf = ({ points }: DatasetSeries): Value[] =>
  drawable(points.map(({ date, value, estimate }) => ({ date, value: value ?? Number.NaN, estimate })));

/** The marks cut where the series has a point without a value, or lacks one of its periods. */
function stretchesOf({ points }: DatasetSeries, marks: readonly Mark[]): Mark[][] {
  const gaps = points.filter(({ value }) => value === null).map(({ date }) => timeOf(date));
  const places = placesOf(marks.map(({ point }) => timeOf(point.date)));
  // Where most are missing, no line would be left: then it is the usual distance that is longer.
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

/** A scale of places: a time between two of them lies between, one beyond them at the nearest. */
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
 * The drawing's plan, or undefined when there is no value at all.
 * @param papers what it is drawn on, where that is not the palette's
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

/** The lane's latest mark up to a day. */
export const latestMark = ({ marks }: Lane, day: string) => marks.findLast(({ point }) => point.date <= day);

/** The lane's mark on a day, the last one where there are more. */
export const markOn = ({ marks }: Lane, date: string | undefined) =>
  marks.findLast(({ point }) => point.date === date);
