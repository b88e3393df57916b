import { svg } from 'lit';
import { tickText } from './format.ts';
import type { Frame } from './frame.ts';
import { percent } from './line.ts';
import type { TimeTick } from './time.ts';

/** Pixels: what a character of an axis label takes at most, at 12 px; and the blank between two labels. */
const CHARACTER = 7.7;
const GAP = 22;
/** Pixels that are kept free at the right of the plot for a label that hangs over. */
export const MARGIN_RIGHT = 20;

/**
 * Widths of the plot, in pixels, from which the time axis takes a denser set of labels. Every set is made for
 * the least width of its tier, so that it fits all of them; style sheets show the one that applies.
 */
export const tiers = [180, 240, 300, 440, 640, 900] as const;
/** The tier from which a label that needs much room is shown. */
export const WIDE = tiers[3];

/** Pixels that the labels of the vertical axis need. */
export function gutterOf({ values }: Frame, unit: string): number {
  const longest = Math.max(...values.ticks.map((tick) => tickText(tick, unit).length));
  return Math.ceil(longest * CHARACTER) + 12;
}

/** The labels of the vertical axis, right-aligned at the right edge of their own drawing. */
export const valueLabels = ({ values, y }: Frame, unit: string) =>
  values.ticks.map(
    (tick) =>
      svg`<text class="label" x="100%" dx="-10" y=${percent(y(tick))} dy="0.35em" text-anchor="end">${tickText(tick, unit)}</text>`,
  );

/** The horizontal lines; the line of zero is the strong one. */
export const gridView = ({ values, y }: Frame) =>
  [...values.ticks, ...(values.ticks.includes(0) ? [] : [0])].map(
    (tick) => svg`<line
      class=${tick === 0 ? 'zero' : 'grid'} x1="0" x2="100%" y1=${percent(y(tick))} y2=${percent(y(tick))} />`,
  );

/** The labels of the time axis for a plot at least `width` pixels wide. */
const labelsFor = ({ labels }: Frame, width: number): TimeTick[] =>
  labels({ width, left: 36, right: MARGIN_RIGHT, character: CHARACTER, gap: GAP });

const tierView = (ticks: TimeTick[], className: string) => svg`
  <svg class=${className} y="100%" overflow="visible">${ticks.map(
    ({ at, text, anchor }) => svg`
      <line class="tick" x1=${percent(at)} x2=${percent(at)} y1="0" y2="5" />
      <text class="label" x=${percent(at)} y="19" text-anchor=${anchor}>${text}</text>`,
  )}</svg>`;

/** The time axis: below the plot, one group of labels for each tier, or the one that fits a known width. */
export function timeAxisView(frame: Frame, width?: number) {
  if (width !== undefined) return tierView(labelsFor(frame, width), 'labels');
  return tiers.map((tier) => tierView(labelsFor(frame, tier), `labels from-${tier}`));
}
