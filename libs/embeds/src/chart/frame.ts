import { timeOf } from './format.ts';
import { periodOf } from './periods.ts';
import { linear, valueAxis, type Scale, type ValueAxis } from './scale.ts';
import { timeDomain, timeTicks, type Room, type TimeTick } from './time.ts';

/** The part of a point that charts draw. */
export type Value = { date: string; value: number; estimate: boolean };

/** A value and its position, in percent of the plot from the left and from the top. */
export type Mark<V extends Value = Value> = { x: number; y: number; point: V };

/** The scales from milliseconds and values to percent, and the time labels that fit a given room. */
export type Frame = { values: ValueAxis; x: Scale; y: Scale; labels: (room: Room) => TimeTick[] };

/** Returns the points with a valid date and a finite value, ordered by time. */
export function drawable<V extends Value>(points: readonly V[]): V[] {
  return points
    .filter((point) => !Number.isNaN(timeOf(point.date)) && Number.isFinite(point.value))
    .sort((a, b) => timeOf(a.date) - timeOf(b.date));
}

/** Returns the last of the sorted days up to `asOf`: later days are forecasts. If all are, returns the last one. */
export const latestOf = (dates: readonly string[], asOf: string | null) =>
  dates.findLast((date) => asOf === null || date <= asOf) ?? dates.at(-1)!;

/** Returns the scales that contain all points. Requires at least one point. */
export function frameOf(points: readonly Value[]): Frame {
  const times = points.map((point) => timeOf(point.date));
  const domain = timeDomain(times);
  const period = periodOf(times);
  const values = valueAxis(points.map((point) => point.value));
  return {
    values,
    x: linear(domain, [0, 100]),
    y: linear(values.domain, [100, 0]),
    labels: (room) => timeTicks(domain, room, period),
  };
}

export const marksOf = <V extends Value>(points: readonly V[], { x, y }: Frame): Mark<V>[] =>
  points.map((point) => ({ x: x(timeOf(point.date)), y: y(point.value), point }));
