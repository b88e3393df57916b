import type { Point } from '../data.ts';
import { timeOf } from './format.ts';
import { linear, valueAxis, type Interval, type Scale, type ValueAxis } from './scale.ts';
import { timeDomain } from './time.ts';

/** A value where it is drawn: percent of the plot's width from the left, of its height from the top. */
export type Mark = { x: number; y: number; point: Point };

export type Frame = { times: Interval; values: ValueAxis; x: Scale; y: Scale };

/** The points that can be drawn, in the order of time: a real date and a finite value. */
export function drawable(points: readonly Point[]): Point[] {
  return points
    .filter((point) => !Number.isNaN(timeOf(point.date)) && Number.isFinite(point.value))
    .sort((a, b) => timeOf(a.date) - timeOf(b.date));
}

/** The scales that hold all the points. There must be at least one. */
export function frameOf(points: readonly Point[]): Frame {
  const times = timeDomain(points.map((point) => timeOf(point.date)));
  const values = valueAxis(points.map((point) => point.value));
  return { times, values, x: linear(times, [0, 100]), y: linear(values.domain, [100, 0]) };
}

export const marksOf = (points: readonly Point[], { x, y }: Frame): Mark[] =>
  points.map((point) => ({ x: x(timeOf(point.date)), y: y(point.value), point }));
