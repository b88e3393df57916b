import type { DatasetDrawing, Lane } from './lane.ts';
import { timeOf } from './format.ts';
import type { Frame, Value } from './frame.ts';
import { linear } from './scale.ts';

/** Returns the columns of each day, one on top of the other: upwards above zero, and downwards below. */
function piled(
  values: readonly (readonly Value[])[],
  visit: (lane: number, i: number, from: number, to: number) => void,
) {
  const heights = new Map<string, { up: number; down: number }>();
  values.forEach((points, lane) =>
    points.forEach(({ date, value }, i) => {
      const height = heights.get(date) ?? { up: 0, down: 0 };
      const side = value < 0 ? 'down' : 'up';
      visit(lane, i, height[side], height[side] + value);
      height[side] += value;
      heights.set(date, height);
    }),
  );
}

/**
 * Returns a dataset's value on a day, for an area: the one that holds for steps, and one between its neighbours for
 * lines. Before the first and after the last value of a line it is zero.
 */
function valueOn(points: readonly Value[], date: string, step: boolean): number {
  const before = points.findLast((point) => point.date <= date);
  if (!before || before.date === date || step) return before?.value ?? 0;
  const after = points.find((point) => point.date > date);
  if (!after) return 0;
  return linear([timeOf(before.date), timeOf(after.date)], [before.value, after.value])(timeOf(date));
}

const isStep = (series: readonly { path?: string }[]) => series.every(({ path }) => path === 'step');

/** Returns the heights that a stacked chart reaches, for its axis. */
export function stackTops(
  kind: DatasetDrawing['view'],
  values: readonly (readonly Value[])[],
  { series }: DatasetDrawing,
): number[] {
  const tops: number[] = [];
  if (kind === 'column') {
    piled(values, (_lane, _i, _from, to) => tops.push(to));
    return tops;
  }
  const dates = new Set(values.flatMap((points) => points.map(({ date }) => date)));
  return [...dates].map((date) =>
    values.reduce((sum, points) => sum + valueOn(points, date, isStep(series)), 0),
  );
}

/** Puts the datasets of a chart of columns or areas on top of each other. */
export function stackLanes(
  kind: DatasetDrawing['view'],
  lanes: readonly Lane[],
  dates: readonly string[],
  frame: Frame,
): void {
  if (kind === 'column') stackColumns(lanes, frame);
  else areasOf(lanes, dates, frame);
}

/** Moves the marks of columns on top of each other. */
function stackColumns(lanes: readonly Lane[], { y }: Frame): void {
  piled(
    lanes.map(({ marks }) => marks.map(({ point }) => point)),
    (lane, i, from, to) => Object.assign(lanes[lane]!.marks[i]!, { y: y(to), base: y(from) }),
  );
}

/** Gives lanes the outlines of their areas, one on top of the other, and moves their marks to the tops. */
function areasOf(lanes: readonly Lane[], dates: readonly string[], { x, y }: Frame): void {
  const step = isStep(lanes.map(({ series }) => series));
  const heights = dates.map(() => 0);
  for (const lane of lanes) {
    const points = lane.marks.map(({ point }) => point);
    lane.bands = dates.map((date, i) => {
      const bottom = heights[i]!;
      heights[i] = bottom + valueOn(points, date, step);
      return { x: x(timeOf(date)), bottom: y(bottom), top: y(heights[i]) };
    });
    for (const mark of lane.marks) mark.y = lane.bands[dates.indexOf(mark.point.date)]!.top;
  }
}
