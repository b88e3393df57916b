import { svg, type Part } from '../markup.ts';
import type { Band } from './lane.ts';
import type { Mark } from './frame.ts';
import type { Size } from './labels.ts';
import { linear } from './scale.ts';

type Spot = Pick<Mark, 'x' | 'y'>;
export type Run = { estimate: boolean; marks: Mark[] };

/**
 * Splits the line into reported and estimated runs. A segment is an estimate if either end is; a step, which is the value
 * of its beginning, if that one is.
 */
export function runsOf(marks: readonly Mark[], step = false): Run[] {
  const runs: Run[] = [];
  marks.slice(1).forEach((mark, i) => {
    const before = marks[i]!;
    const estimate = before.point.estimate || (!step && mark.point.estimate);
    const last = runs.at(-1);
    if (last?.estimate === estimate) last.marks.push(mark);
    else runs.push({ estimate, marks: [before, mark] });
  });
  return runs;
}

const short = (value: number) => String(Number(value.toFixed(2)));
const place = ({ x, y }: Spot) => `${short(x)},${short(y)}`;

/** Returns the distance between two rounded numbers, so that the error of the sum stays that of one number. */
const apart = (from: number, to: number) =>
  String((Math.round(to * 100) - Math.round(from * 100)) / 100).replace(/^(-?)0(?=\.)/, '$1');

/**
 * Returns a path of straight segments, or of steps: a curve would show values that nobody reported. Its numbers are
 * relative to the mark before: similar distances compress to half of the bytes.
 */
function linePath(marks: readonly Spot[], step: boolean): string {
  return marks
    .map((mark, i) => {
      if (i === 0) return `M${place(mark)}`;
      const [dx, dy] = [apart(marks[i - 1]!.x, mark.x), apart(marks[i - 1]!.y, mark.y)];
      return step ? `h${dx}v${dy}` : `l${dx},${dy}`;
    })
    .join('');
}

/** Draws paths in a 100 by 100 box that stretches to any plot size. Strokes keep their width. */
const stretched = (paths: Part) =>
  svg`<svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">${paths}</svg>`;

const pathView = (className: string, d: string) =>
  svg`<path class=${className} vector-effect="non-scaling-stroke" d=${d} />`;

/**
 * Draws the line. Estimated runs are dashed. Values that stand alone have a faint line between them.
 * @param until where the last step ends, in percent of the width
 */
export function lineView(marks: readonly Mark[], path?: 'step' | 'dots', until?: number) {
  const step = path === 'step';
  const last = marks.at(-1)!;
  const runs = runsOf(marks, step).map((run) =>
    pathView(
      `line${run.estimate ? ' estimate' : ''}${path === 'dots' ? ' faint' : ''}`,
      linePath(run.marks, step),
    ),
  );
  const tail = until !== undefined && until > last.x + 0.01;
  return stretched([...runs, ...(tail ? [pathView('line tail', `M${place(last)}H${short(until)}`)] : [])]);
}

/** Draws the area between the marks and `zero` (percent from the top). Requires at least one mark. */
export function areaView(marks: readonly Mark[], zero: number, step = false, until?: number) {
  const end = until === undefined || until <= marks.at(-1)!.x ? '' : `H${short(until)}`;
  return stretched(
    svg`<path class="area" d=${`${linePath(marks, step)}${end}V${short(zero)}H${short(marks[0]!.x)}Z`} />`,
  );
}

/** Draws a band of a stacked area: its inside, and its upper edge. */
export function bandView(bands: readonly Band[], step: boolean) {
  const top = linePath(
    bands.map(({ x, top }) => ({ x, y: top })),
    step,
  );
  const below = bands.map(({ x, bottom }) => ({ x, y: bottom }));
  // Backwards, a step first goes up or down to the level of the one before.
  const back = below
    .toReversed()
    .map((spot, i) => (i === 0 || !step ? `L${place(spot)}` : `V${short(spot.y)}H${short(spot.x)}`))
    .join('');
  return stretched([svg`<path class="band" d=${`${top}${back}Z`} />`, pathView('edge', top)]);
}

/** Markers closer than this hide the line. In pixels. */
const NEAR = 9;
/** The plot of a phone, which markers fit if the size is unknown. */
const PHONE: Size = { width: 300, height: 200 };

const near = (a: Mark | undefined, b: Mark | undefined, { width, height }: Size) =>
  a && b && Math.hypot(((a.x - b.x) / 100) * width, ((a.y - b.y) / 100) * height) < NEAR;

/**
 * Returns the marks to draw with a marker: isolated marks, the last one, and as many estimates as fit, since only the
 * marker shows that a value is an estimate.
 */
export function dotted(marks: readonly Mark[], size: Size = PHONE): Mark[] {
  let ring: Mark | undefined;
  return marks.filter((mark, i) => {
    const [before, after] = [marks[i - 1], marks[i + 1]];
    if (!after) return true;
    if (!mark.point.estimate) return !near(before, mark, size) && !near(mark, after, size);
    if (near(ring, mark, size)) return false;
    ring = mark;
    return true;
  });
}

/** Returns the line's `y` at `x`, or undefined outside its marks. */
export function heightAt(marks: readonly Mark[], x: number, step = false): number | undefined {
  const next = marks.findIndex((mark) => mark.x > x);
  const [a, b] = [marks[next - 1], marks[next]];
  if (!a || !b) return undefined;
  return step ? a.y : linear([a.x, b.x], [a.y, b.y])(x);
}

/** Formats a position as a percentage for an attribute. */
export const percent = (value: number) => `${short(value)}%`;
