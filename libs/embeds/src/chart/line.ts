import { svg } from '../text/markup.ts';
import type { Band } from './lane.ts';
import type { Mark } from './frame.ts';
import type { Size } from './labels.ts';
import { inPath, pathsView, pathView, shortNumber as short, type Pen, type Spot } from './pen.ts';
import { linear } from './scale.ts';

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

/** The options of a line: how its marks are joined, where the last step ends, in percent of the width, and if it is thin. */
type LineOptions = {
  path?: 'step' | 'dots' | undefined;
  until?: number | undefined;
  thin?: boolean | undefined;
  pen?: Pen;
};

/**
 * Draws the line. Estimated runs are dashed: of a step line, the steps after an estimate. The last value of a step line is
 * pale where it still holds. Values that stand alone have a faint line between them.
 */
export function lineView(marks: readonly Mark[], { path, until, thin, pen }: LineOptions = {}) {
  const step = path === 'step';
  const last = marks.at(-1)!;
  const estimated = (estimate: boolean) => `line${estimate ? ' estimate' : ''}${thin ? ' thin' : ''}`;
  const runs = runsOf(marks, step).map((run) =>
    pathView(
      `${estimated(run.estimate)}${path === 'dots' ? ' faint' : ''}`,
      linePath(
        run.marks.map((mark) => inPath(mark, pen)),
        step,
      ),
    ),
  );
  if (until !== undefined && until > last.x + 0.01) {
    const [from, to] = [inPath(last, pen), inPath({ x: until, y: 0 }, pen)];
    runs.push(pathView(`${estimated(last.point.estimate)} tail`, `M${place(from)}H${short(to.x)}`));
  }
  return pathsView(runs, pen);
}

/** Draws the area between the marks and `zero` (percent from the top). Requires at least one mark. */
export function areaView(marks: readonly Mark[], zero: number, { path, until, pen }: LineOptions = {}) {
  const spots = marks.map((mark) => inPath(mark, pen));
  const bottom = inPath({ x: until ?? 0, y: zero }, pen);
  const end = until === undefined || until <= marks.at(-1)!.x ? '' : `H${short(bottom.x)}`;
  const d = `${linePath(spots, path === 'step')}${end}V${short(bottom.y)}H${short(spots[0]!.x)}Z`;
  return pathsView(svg`<path class="area" d=${d} />`, pen);
}

/** Draws a band of a stacked area: its inside, and its upper edge. */
export function bandView(bands: readonly Band[], step: boolean, pen?: Pen) {
  const top = linePath(
    bands.map(({ x, top }) => inPath({ x, y: top }, pen)),
    step,
  );
  const below = bands.map(({ x, bottom }) => inPath({ x, y: bottom }, pen));
  // Backwards, a step first goes up or down to the level of the one before.
  const back = below
    .toReversed()
    .map((spot, i) => (i === 0 || !step ? `L${place(spot)}` : `V${short(spot.y)}H${short(spot.x)}`))
    .join('');
  return pathsView([svg`<path class="band" d=${`${top}${back}Z`} />`, pathView('edge', top)], pen);
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
