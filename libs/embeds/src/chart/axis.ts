import { svg } from '../text/markup.ts';
import { tickTexts } from './format.ts';
import type { Frame } from './frame.ts';
import type { Size } from './labels.ts';
import { levelView, movedView, percent, plumbView, textView, type Pen } from './pen.ts';
import type { TimeTick } from './time.ts';
import { fonts, widestOf } from '../text/width.ts';

/** The gap between two labels in pixels. */
const GAP = 22;
/** Pixels right of the plot that a label may extend into. */
export const MARGIN_RIGHT = 20;

/**
 * Plot widths in pixels at which the time axis switches to a denser set of labels. Each set fits the smallest width
 * of its tier. Style sheets show the set for the current width.
 */
export const tiers = [180, 240, 300, 440, 640, 900] as const;
/** The smallest width that shows long labels. */
export const WIDE = tiers[3];

/** Returns the width of the value labels in pixels. */
export function gutterOf({ values }: Frame, unit: string): number {
  return widestOf(tickTexts(values.ticks, unit), fonts.label) + 12;
}

/** Draws the value labels, aligned to the right edge of their own `<svg>`. */
export function valueLabels({ values, y }: Frame, unit: string, pen?: Pen) {
  const texts = tickTexts(values.ticks, unit);
  return values.ticks.map((tick, i) =>
    textView('label', { x: 100, dx: -10, y: y(tick), dy: 4, anchor: 'end' }, texts[i]!, pen),
  );
}

/** Draws the horizontal grid lines, and a darker line where columns and areas begin. */
export const gridView = ({ values, y, zero }: Frame, pen: Pen) => [
  ...values.ticks.filter((tick) => y(tick) !== zero).map((tick) => levelView('grid', y(tick), pen)),
  levelView('zero', zero, pen),
];

/** Returns the time labels for a plot at least `width` pixels wide. */
export const labelsFor = ({ labels }: Frame, width: number): TimeTick[] =>
  labels({ width, left: 36, right: MARGIN_RIGHT, gap: GAP });

const tierView = (ticks: TimeTick[], className: string) => svg`
  <svg class=${className} y="100%" overflow="visible">${ticks.map(
    ({ at, text, anchor }) => svg`
      <line class="tick" x1=${percent(at)} x2=${percent(at)} y2="5" />
      <text class="label" x=${percent(at)} y="19" text-anchor=${anchor}>${text}</text>`,
  )}</svg>`;

/** Draws the time axis of a picture. */
const pictureAxisView = (frame: Frame, pen: Size) =>
  labelsFor(frame, pen.width).map(({ at, text, anchor }) => {
    const tick = plumbView('tick', at, [0, 500 / pen.height], pen);
    return movedView(0, pen.height, [tick, textView('label', { x: at, y: 0, dy: 19, anchor }, text, pen)]);
  });

/** Draws the time axis below the plot: a group of labels for each width at which they change, or one for a known width. */
export function timeAxisView(frame: Frame, width?: number, pen?: Pen) {
  if (pen) return pictureAxisView(frame, pen);
  if (width !== undefined) return tierView(labelsFor(frame, width), 'axis');
  const groups: { ticks: TimeTick[]; shown: string; className: string }[] = [];
  for (const tier of tiers) {
    const ticks = labelsFor(frame, tier);
    const shown = JSON.stringify(ticks);
    const last = groups.at(-1);
    if (last?.shown === shown) last.className += ` from-${tier}`;
    else groups.push({ ticks, shown, className: `labels from-${tier}` });
  }
  return groups.map(({ ticks, className }) => tierView(ticks, className));
}
