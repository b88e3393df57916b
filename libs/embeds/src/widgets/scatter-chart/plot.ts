import { gridView, labelsFor, tiers, timeAxisView } from '../../chart/axis.ts';
import { eitherColour, seriesColours, type Pair } from '../../chart/colour.ts';
import { tickTexts } from '../../chart/format.ts';
import { riseOf, type Frame } from '../../chart/frame.ts';
import { MIN_HEIGHT_LOW_FRAME, placeable, type Label, type Size } from '../../chart/labels.ts';
import { GREY, palette } from '../../chart/palette.ts';
import { across, down, plumbView, textView, type Pen, type Spot } from '../../chart/pen.ts';
import type { TimeTick } from '../../chart/time.ts';
import { svg } from '../../text/markup.ts';
import { fonts, widthOf } from '../../text/width.ts';
import { say } from '../../words/say.ts';
import { axes, axisWords, isEstimate, labelOf, shownDots, type Dot, type ScatterChartData } from './data.ts';

/** A dot and where it is. */
export type Mark = Spot & { dot: Dot; colours: Pair };
export type ScatterView = { frame: Frame; marks: Mark[]; logs: { x: boolean; y: boolean } };

/** An axis is logarithmic if all values are above zero, and the greatest is so many times the least. */
const WIDE_SPAN = 50;

const riseOfSpan = (values: readonly number[]) =>
  riseOf(values, {
    baseline: 'data',
    ...(Math.max(...values) >= WIDE_SPAN * Math.min(...values) && { scale: 'log' }),
  });

/** Returns the layout; undefined without a dot. Axes end on round numbers, and need not contain zero. */
export function scatterView(data: ScatterChartData, papers: Pair = palette.paper): ScatterView | undefined {
  const dots = shownDots(data);
  if (dots.length === 0) return undefined;
  const rise = riseOfSpan(dots.map(({ y }) => y.value));
  const side = riseOfSpan(dots.map(({ x }) => x.value));
  const x = (value: number) => 100 - side.y(value);
  const labels: Frame['labels'] = ({ width, left, right, gap }) => {
    const texts = tickTexts(side.values.ticks, data.x.unit);
    const all = texts.map((text, i): TimeTick => ({ at: x(side.values.ticks[i]!), text, anchor: 'middle' }));
    const ends = ({ at, text }: TimeTick) => {
      const half = widthOf(text, fonts.label) / 2;
      return [(at / 100) * width - half, (at / 100) * width + half] as const;
    };
    const inside = all.filter((tick) => ends(tick)[0] >= -left && ends(tick)[1] <= width + right);
    for (let step = 1; ; step += 1) {
      const some = inside.filter((_, i) => i % step === 0);
      if (some.every((tick, i) => i === 0 || ends(tick)[0] - ends(some[i - 1]!)[1] >= gap / 2)) return some;
    }
  };
  // A highlighted dot may be left out of a pinned chart.
  const isHighlighted = dots.some(({ quiet }) => quiet === false);
  const marks = dots.map((dot) => ({
    dot,
    x: x(dot.x.value),
    y: rise.y(dot.y.value),
    colours: seriesColours(0, isHighlighted && dot.quiet ? GREY : null, papers),
  }));
  const frame: Frame = { ...rise, x, labels, period: 'moment' };
  return { frame, logs: { x: side.log, y: rise.log }, marks };
}

/** Returns what the axes show, which are logarithmic, and how estimates look, in words. */
export function axesWords(data: ScatterChartData, view: ScatterView | undefined): string {
  return [
    ...axes.flatMap((axis) => [
      axisWords(data, axis),
      ...(view?.logs[axis] ? [say('Logarithmic scale')] : []),
    ]),
    ...(view?.marks.some(({ dot }) => isEstimate(dot)) ? [say('Hollow: estimate')] : []),
  ].join('. ');
}

// Sizes in pixels. That of a dot includes its edge.
const RADIUS = 5;
/** From the centre of a dot to a name beside it, or above it. */
const BESIDE = 9;
const ABOVE = 15;
/** Between two names. */
const GAP = 6;
/** Names move up or down so little that each stays at its own dot. */
const ASIDE = 9;

/** Of names that the place of another would hide, the highlighted and the highest have priority. */
const byRank = (a: Mark, b: Mark) => Number(a.dot.quiet ?? false) - Number(b.dot.quiet ?? false) || a.y - b.y;

/**
 * Returns the names that fit. Without a size, they are all above their dots, so that names that fit the smallest plot never
 * meet in a larger one.
 */
function namesOf(marks: readonly Mark[], size: Size | undefined) {
  const { width, height } = size ?? { width: tiers[0], height: MIN_HEIGHT_LOW_FRAME };
  const ranked = marks.toSorted(byRank);
  const [w, h] = [(RADIUS / width) * 100, (RADIUS / height) * 100];
  const obstacles = ranked.map(({ x, y }, lane) => ({
    lane,
    box: { left: x - w, right: x + w, top: y - h, bottom: y + h },
  }));
  const labels = ranked.map(({ dot, x, y }, lane): Label => {
    const length = widthOf(labelOf(dot), fonts.strong) + GAP;
    const dx = (length - GAP) / 2 + BESIDE;
    const at = { x, y, lane, length };
    return size ? { ...at, dx, shifts: [-dx], sides: [0, -ASIDE, ASIDE] } : { ...at, dx: 0, sides: [-ABOVE] };
  });
  const places = placeable(labels, { width, height }, { obstacles });
  return [...places].map(([i, offset]) => ({ mark: ranked[i]!, ...offset }));
}

/** Returns where a name begins or ends: its width is an estimate. */
const besideOf = (dx: number) =>
  ({ dx: Math.sign(dx) * BESIDE, anchor: dx === 0 ? 'middle' : dx > 0 ? 'start' : 'end' }) as const;

type Options = { size?: Size | undefined; pen?: Pen; colourOf?: (mark: Mark) => string };

/** Draws the inside of the plot: the grid, the axis, the dots, and the names that have room. */
export function scatterPlot(
  { frame, marks }: ScatterView,
  { pen, size = pen, colourOf = ({ colours }) => eitherColour(colours) }: Options = {},
) {
  const side = (x: number, className: string) => plumbView(className, x, [0, 100], pen);
  const ticks = labelsFor(frame, size?.width ?? tiers[0]);
  return svg`${gridView(frame, pen)}${ticks.map(({ at }) => side(at, 'grid'))}${side(0, 'zero')}
    ${timeAxisView(frame, size?.width, pen)}
    ${marks.map(
      (mark) =>
        svg`<g class="series" color=${colourOf(mark)}><circle class=${isEstimate(mark.dot) ? 'estimate' : undefined} cx=${across(mark.x, pen)} cy=${down(mark.y, pen)} r=${RADIUS} /></g>`,
    )}
    ${namesOf(marks, size).map(({ mark, dx, dy }) =>
      textView(
        'datum',
        { x: mark.x, y: mark.y, ...besideOf(dx), dy: dy + 4, halo: true, colour: colourOf(mark) },
        labelOf(mark.dot),
        pen,
      ),
    )}`;
}
