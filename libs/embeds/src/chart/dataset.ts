import { coloursOf, type Pair } from './colour.ts';
import { timeOf } from './format.ts';
import {
  drawable,
  frameOf,
  latestOf,
  marksOf,
  oneADay,
  riseOf,
  type Frame,
  type Mark,
  type Rise,
  type Value,
} from './frame.ts';
import type { DatasetDrawing, DatasetSeries, Lane } from './lane.ts';
import { periodOf, placesOf, type Period } from './periods.ts';
import { linear } from './scale.ts';
import { stackLanes, stackTops } from './stack.ts';
import { bandPeriod, bandTicks } from './time.ts';

/**
 * `columns` is the number of slots across the plot of a column chart. `own` is true if the days of the datasets differ,
 * so that each value needs its own. `mixed` is true if their periods have different lengths. `forecast` is where forecasts begin, in percent of the width.
 */
export type DatasetView = {
  kind: DatasetDrawing['view'];
  frame: Frame;
  lanes: Lane[];
  dates: string[];
  latest: string;
  columns?: number;
  stacked: boolean;
  own: boolean;
  mixed: boolean;
  forecast?: number;
};

/** With fewer slots, columns would be too wide. */
const MIN_COLUMNS = 4;

const valuesOf = ({ points }: DatasetSeries): Value[] =>
  drawable(
    oneADay(points).map(({ date, value, estimate }) => ({ date, value: value ?? Number.NaN, estimate })),
  );

/** Splits the marks at points without a value and at missing periods. */
function stretchesOf({ points, path }: DatasetSeries, marks: readonly Mark[]): Mark[][] {
  if (path) return marks.length === 0 ? [] : [[...marks]];
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
function columnFrame(rise: Rise, places: readonly number[], columns: number, period: Period): Frame {
  const place = (i: number) => ((i + (columns - places.length) / 2 + 0.5) / columns) * 100;
  const indexOf = (time: number) => {
    const next = places.findIndex((place) => place >= time);
    const [before, after] = [places[next - 1], places[next]];
    if (before === undefined || after === undefined) return next === 0 ? 0 : places.length - 1;
    return linear([before, after], [next - 1, next])(time);
  };
  return {
    ...rise,
    x: (time) => place(indexOf(time)),
    labels: (room) => bandTicks(places, place, room, period),
    period,
  };
}

/**
 * Returns where forecasts begin, in percent of the width: on the day of the data, or between the column of the last value and
 * that of the first forecast. If all values are forecasts, they begin at the left.
 */
function forecastOf(
  dates: readonly string[],
  asOf: string,
  { x }: Frame,
  columns?: number,
): number | undefined {
  const first = dates.find((date) => date > asOf);
  const last = dates.findLast((date) => date <= asOf);
  if (first === undefined) return undefined;
  if (last === undefined) return 0;
  return columns === undefined ? x(timeOf(asOf)) : (x(timeOf(last)) + x(timeOf(first))) / 2;
}

/** Returns true if the datasets are drawn on top of each other. An area cannot stack values below zero. */
const isStacked = ({ series, view, stacked = false }: DatasetDrawing, values: readonly Value[]) =>
  series.length > 1 &&
  (view === 'column' ? stacked : view === 'area' && values.every(({ value }) => value >= 0));

/** What datasets need to share a chart. The page of a single line loads neither palette nor stacks. */
type Shared = { colours: readonly Pair[]; stack?: { tops: typeof stackTops; lanes: typeof stackLanes } };

/**
 * Returns the layout of a dataset chart, or undefined if it has no values.
 * @param papers the backgrounds, if they are not the palette's
 */
export const datasetView = (drawing: DatasetDrawing, papers?: Pair) =>
  layoutOf(drawing, {
    colours: coloursOf(drawing.series, papers, drawing.view !== 'line'),
    stack: { tops: stackTops, lanes: stackLanes },
  });

/** Returns the layout of datasets in these colours, or undefined if they have no values. */
export function layoutOf(drawing: DatasetDrawing, { colours, stack }: Shared): DatasetView | undefined {
  const { series, asOf = null } = drawing;
  const values = series.map(valuesOf);
  const all = values.flat().sort((a, b) => timeOf(a.date) - timeOf(b.date));
  if (all.length === 0) return undefined;
  const stacked = stack !== undefined && isStacked(drawing, all);
  // Several areas over each other would hide one another.
  const kind = drawing.view === 'area' && series.length > 1 && !stacked ? 'line' : drawing.view;
  const dates = [...new Set(all.map(({ date }) => date))];
  const periods = series.map(({ path, period }, i) =>
    path === 'step'
      ? 'moment'
      : periodOf(
          values[i]!.map(({ date }) => timeOf(date)),
          period,
        ),
  );
  const known = new Set(periods.filter((_, i) => values[i]!.length > 0));
  const mixed = known.size > 1;
  const times = dates.map(timeOf);
  // A day of periods of different length is not named as one of them.
  const common = mixed ? 'moment' : [...known][0]!;
  const places = placesOf(times);
  // The slots of columns are named as their axis names them.
  const period = kind === 'column' ? bandPeriod(places, common) : common;
  const tops = stacked ? stack.tops(kind, values, drawing) : all.map(({ value }) => value);
  const rise = riseOf(tops, kind === 'line' ? drawing : {});
  const columns = kind === 'column' ? Math.max(places.length, MIN_COLUMNS) : undefined;
  const frame =
    columns === undefined ? frameOf(all, rise, period) : columnFrame(rise, places, columns, period);
  const lanes = series.map((one, index): Lane => {
    const marks = marksOf(values[index]!, frame);
    return {
      series: one,
      index,
      colours: colours[index]!,
      marks,
      stretches: stretchesOf(one, marks),
      period: kind === 'column' && common === 'moment' && !mixed ? period : periods[index]!,
    };
  });
  if (stacked) stack.lanes(kind, lanes, dates, frame);
  const latest = latestOf(dates, asOf);
  const forecast = asOf === null ? undefined : forecastOf(dates, asOf, frame, columns);
  return {
    kind,
    frame,
    lanes,
    dates,
    latest,
    columns,
    stacked,
    own: series.length > 1 && (period === 'moment' || mixed || (kind !== 'column' && forecast !== undefined)),
    mixed: mixed && !known.has('moment'),
    forecast,
  };
}

/** Returns the own day of a value, which may be before the first day of the chart. */
export const ownDay = ({ series, marks }: Lane, mark: Mark): string =>
  (mark === marks[0] ? series.since : undefined) ?? mark.point.date;

/** Returns the lane's latest mark up to a day. */
export function latestMark({ marks }: Lane, day: string): Mark | undefined {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.point.date <= day) low = middle + 1;
    else high = middle;
  }
  return marks[low - 1];
}

/** Returns the lane's mark on a day. */
export function markOn(lane: Lane, date: string): Mark | undefined {
  const mark = latestMark(lane, date);
  return mark?.point.date === date ? mark : undefined;
}
