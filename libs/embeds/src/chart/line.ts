import { svg } from 'lit';
import type { Mark } from './frame.ts';
import { linear } from './scale.ts';

export type Run = { estimate: boolean; marks: Mark[] };

/** Splits the line into reported and estimated runs. A segment is an estimate if either end is. */
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

/** Returns a path of straight segments: a curve would show values that nobody reported. */
const linePath = (marks: readonly Mark[]) => `M${marks.map(place).join('L')}`;

/**
 * Draws the line in a 100 by 100 box that stretches to any plot size. Strokes keep their width. Estimated runs are
 * dashed.
 */
export const lineView = (marks: readonly Mark[]) => svg`
  <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
    ${runsOf(marks).map(
      (run) => svg`<path
        class=${run.estimate ? 'line estimate' : 'line'} vector-effect="non-scaling-stroke" d=${linePath(run.marks)} />`,
    )}
  </svg>`;

/** Draws the area between the marks and `zero` (percent from the top). Requires at least one mark. */
export const areaView = (marks: readonly Mark[], zero: number) => svg`
  <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
    <path class="area" d=${`${linePath(marks)}V${zero}H${marks[0]!.x}Z`} />
  </svg>`;

/** On a phone's 300 by 200 plot, markers closer than this hide the line. In pixels. */
const NEAR = 9;
const near = (a: Mark | undefined, b: Mark | undefined) =>
  a && b && Math.hypot((a.x - b.x) * 3, (a.y - b.y) * 2) < NEAR;

/**
 * Returns the marks to draw with a marker: isolated marks, the last one, and as many estimates as fit, since only the
 * marker shows that a value is an estimate.
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

/** Draws a dot for each reported value and a ring for each estimate. */
export const markersView = (marks: readonly Mark[]) =>
  dotted(marks).map(
    ({ x, y, point }) =>
      svg`<circle class=${point.estimate ? 'marker estimate' : 'marker'} cx=${percent(x)} cy=${percent(y)} r="3.5" />`,
  );

/** Returns the line's `y` at `x`, or undefined outside its marks. */
export function heightAt(marks: readonly Mark[], x: number): number | undefined {
  const next = marks.findIndex((mark) => mark.x > x);
  const [a, b] = [marks[next - 1], marks[next]];
  return a && b && linear([a.x, b.x], [a.y, b.y])(x);
}

/** Formats a position as a percentage for an attribute. */
export const percent = (value: number) => `${Number(value.toFixed(2))}%`;
