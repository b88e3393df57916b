import { timeOf } from './format.ts';
import { periodOf } from './periods.ts';
import { linear, valueAxis, type Scale, type ValueAxis } from './scale.ts';
import { timeDomain, timeTicks, type Room, type TimeTick } from './time.ts';

/** What is drawn of a point. */
export type Value = { date: string; value: number; estimate: boolean };

/** A value where it is drawn: percent of the plot's width from the left, of its height from the top. */
export type Mark<V extends Value = Value> = { x: number; y: number; point: V };

/** The scales from milliseconds and values to percent, and the labels of the time axis for a given room. */
export type Frame = { values: ValueAxis; x: Scale; y: Scale; labels: (room: Room) => TimeTick[] };

/** The points that can be drawn, in the order of time: a real date and a finite value. */
export function drawable<V extends Value>(points: readonly V[]): V[] {
  return points
    .filter((point) => !Number.isNaN(timeOf(point.date)) && Number.isFinite(point.value))
    .sort((a, b) => timeOf(a.date) - timeOf(b.date));
}

/** Of days in order the last one that the data reach to, for later ones are forecasts; the last where all are. */
export const latestOf = (dates: readonly string[], asOf: string | null) =>
  dates.findLast((date) => asOf === null || date <= asOf) ?? dates.at(-1)!;

/** The scales that hold all the points. There must be at least one. */
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
