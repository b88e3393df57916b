import { svg } from 'lit';
import type { Mark } from './frame.ts';
import { linear } from './scale.ts';

export type Run = { estimate: boolean; marks: Mark[] };

/** The line cut into runs: a stretch is an estimate when either of its ends is one. */
export function runsOf(marks: readonly Mark[]): Run[] {
  const runs: Run[] = [];
  marks.slice(1).forEach((mark, i) => {
    const before = marks[i]!;
    const estimate = mark.point.estimate || before.point.estimate;
    const last = runs.at(-1);
    if (last?.estimate === estimate) last.marks.push(mark);
    else runs.push({ estimate, marks: [before, mark] });
  });
  return runs;
}

const place = ({ x, y }: Mark) => `${Number(x.toFixed(2))},${Number(y.toFixed(2))}`;

/** Straight from mark to mark: a curve would show values that nobody has reported. */
const linePath = (marks: readonly Mark[]) => `M${marks.map(place).join('L')}`;

/**
 * The line through the marks in a box of 100 by 100 that is stretched over the plot, so that it fits every width;
 * strokes keep their thickness. Estimated stretches are dashed.
 */
export const lineView = (marks: readonly Mark[]) => svg`
  <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
    ${runsOf(marks).map(
      (run) => svg`<path
        class=${run.estimate ? 'line estimate' : 'line'} vector-effect="non-scaling-stroke" d=${linePath(run.marks)} />`,
    )}
  </svg>`;

/** The area between the marks and the height of zero (percent from the top). There must be at least one mark. */
export const areaView = (marks: readonly Mark[], zero: number) => svg`
  <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
    <path class="area" d=${`${linePath(marks)}V${zero}H${marks[0]!.x}Z`} />
  </svg>`;

/** Pixels between two marks on a plot of 300 by 200, as phones have it, below which their markers hide the line. */
const NEAR = 9;
const near = (a: Mark | undefined, b: Mark | undefined) =>
  a && b && Math.hypot((a.x - b.x) * 3, (a.y - b.y) * 2) < NEAR;

/**
 * The marks that get a dot: those that stand free, the last one, and of estimates close to each other as many as
 * have room, for nothing else tells them from the line.
 */
export function dotted(marks: readonly Mark[]): Mark[] {
  let ring: Mark | undefined;
  return marks.filter((mark, i) => {
    const [before, after] = [marks[i - 1], marks[i + 1]];
    if (!after) return true;
    if (!mark.point.estimate) return !near(before, mark) && !near(mark, after);
    if (near(ring, mark)) return false;
    ring = mark;
    return true;
  });
}

/** A dot for each observation, a ring for each estimate. */
export const markersView = (marks: readonly Mark[]) =>
  dotted(marks).map(
    ({ x, y, point }) =>
      svg`<circle class=${point.estimate ? 'marker estimate' : 'marker'} cx=${percent(x)} cy=${percent(y)} r="3.5" />`,
  );

/** The height of the line at `x` between two of its marks, undefined beyond them. */
export function heightAt(marks: readonly Mark[], x: number): number | undefined {
  const next = marks.findIndex((mark) => mark.x > x);
  const [a, b] = [marks[next - 1], marks[next]];
  return a && b && linear([a.x, b.x], [a.y, b.y])(x);
}

/** A place in percent, as attributes take it. */
export const percent = (value: number) => `${Number(value.toFixed(2))}%`;
