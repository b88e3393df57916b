import { timeOf } from './format.ts';
import { periodOf, placesOf, type Period } from './periods.ts';
import { linear, logAxis, logScale, valueAxis, type Scale, type ValueAxis } from './scale.ts';
import { bandTicks, oneTick, timeDomain, timeTicks, type Room, type TimeTick } from './time.ts';

/** The part of a point that charts draw. */
export type Value = { date: string; value: number; estimate: boolean };

/**
 * A value and its position, in percent of the plot from the left and from the top. `base` is the bottom of a stacked
 * column.
 */
export type Mark<V extends Value = Value> = { x: number; y: number; point: V; base?: number };

/** The vertical scale in percent from the top. Columns and areas begin at `zero`: the bottom of an axis without zero. */
export type Rise = { values: ValueAxis; y: Scale; zero: number; log: boolean };

/**
 * The scales from milliseconds and values to percent, the time labels that fit a given room, and what the chart's times
 * represent, by which they are named.
 */
export type Frame = Rise & { x: Scale; labels: (room: Room) => TimeTick[]; period: Period };

/** Returns the points with a valid date, ordered by time. Of several points of a day, only the last one counts. */
export function oneADay<P extends { date: string }>(points: readonly P[]): P[] {
  const dated = points.filter(({ date }) => !Number.isNaN(timeOf(date)));
  return [...new Map(dated.map((point) => [point.date, point])).values()].sort(
    (a, b) => timeOf(a.date) - timeOf(b.date),
  );
}

/** Returns the points with a valid date and a finite value, one of each day, ordered by time. */
export const drawable = <V extends Value>(points: readonly V[]): V[] =>
  oneADay(points.filter(({ value }) => Number.isFinite(value)));

/** Returns the last of the sorted days up to `asOf`: later days are forecasts. If all are, returns the last one. */
export const latestOf = (dates: readonly string[], asOf: string | null) =>
  dates.findLast((date) => asOf === null || date <= asOf) ?? dates.at(-1)!;

/** How the values of lines are drawn. */
type Wish = { scale?: 'log' | undefined; baseline?: 'data' | 'zero' | undefined };

/** Returns the vertical scale: logarithmic on request, if every value is above zero. */
export function riseOf(given: readonly number[], { scale, baseline }: Wish = {}): Rise {
  if (scale === 'log' && given.every((value) => value > 0)) {
    const values = logAxis(given);
    return { values, y: logScale(values.domain), zero: 100, log: true };
  }
  const values = valueAxis(given, baseline === 'data');
  const y = linear(values.domain, [100, 0]);
  return { values, y, zero: Math.min(100, Math.max(0, y(0))), log: false };
}

/**
 * Returns the scales that contain all points. Requires at least one point.
 * @param period what the times represent, if it is not what their days show
 */
export function frameOf(
  points: readonly Value[],
  rise: Rise = riseOf(points.map(({ value }) => value)),
  period: Period = periodOf(points.map(({ date }) => timeOf(date))),
): Frame {
  const times = points.map((point) => timeOf(point.date));
  const domain = timeDomain(times);
  const x = linear(domain, [0, 100]);
  const places = period === 'moment' ? [] : placesOf([...new Set(times)].sort((a, b) => a - b));
  // The domain of a single moment is wider than it.
  const only = times.every((time) => time === times[0]) ? times[0] : undefined;
  const labels = (room: Room) => {
    if (only !== undefined) return [oneTick(only, period)];
    return period === 'moment'
      ? timeTicks(domain, room)
      : bandTicks(places, (i) => x(places[i]!), room, period);
  };
  return { ...rise, x, labels, period };
}

export const marksOf = <V extends Value>(points: readonly V[], { x, y }: Frame): Mark<V>[] =>
  points.map((point) => ({ x: x(timeOf(point.date)), y: y(point.value), point }));
