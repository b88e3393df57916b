import { svg, nothing } from 'lit';
import { gridView, tiers, timeAxisView, WIDE } from './axis.ts';
import { short } from './format.ts';
import type { Frame, Mark } from './frame.ts';
import { areaView, heightAt, lineView, markersView, percent } from './line.ts';

/** The greatest width of a label's character in pixels, and the plot widths to place the label for. */
const CHARACTER = 9;
const widths = [tiers[0], WIDE] as const;

/**
 * Returns the side of the last mark on which a text `share` percent of the width long does not cover the line, or
 * undefined if it would on both sides.
 */
export function freeSide(marks: readonly Mark[], share: number): 'above' | 'below' | undefined {
  const last = marks.at(-1)!;
  const from = last.x - share;
  const start = heightAt(marks, from);
  const heights = [
    ...(start === undefined ? [] : [start]),
    ...marks.filter((mark) => mark.x > from).map((mark) => mark.y),
  ];
  if (heights.every((y) => y > last.y - 1)) return 'above';
  return heights.every((y) => y < last.y + 1) && last.y < 90 ? 'below' : undefined;
}

/** Draws the last value where it does not cover the line, or only on wide plots if it fits only there. */
function endLabelView(marks: readonly Mark[], unit: string, width?: number) {
  const last = marks.at(-1);
  if (!last) return nothing;
  const text = short(last.point.value, unit);
  const alone = marks.length === 1;
  const sides = (width === undefined ? widths : [width]).map((pixels) =>
    freeSide(marks, (text.length * CHARACTER * 100) / pixels),
  );
  const side = sides.find((found) => found !== undefined);
  if (!side) return nothing;
  return svg`<text class=${sides[0] ? 'value' : 'value wide'} x=${percent(last.x)} y=${percent(last.y)}
    dx=${alone ? 0 : 6} dy=${side === 'above' ? -12 : 22}
    text-anchor=${alone ? 'middle' : 'end'}>${text}</text>`;
}

/** Draws the rule and ring of the selected point. */
const readingView = ({ x, y }: Mark) => svg`
  <line class="rule" x1=${percent(x)} x2=${percent(x)} y1="0" y2="100%" />
  <circle class="reading" cx=${percent(x)} cy=${percent(y)} r="6" />`;

/**
 * Draws the inside of the plot in percent of its size, so one drawing fits every width and height.
 * @param width the plot's width in pixels, if known; otherwise the time axis is drawn in tiers
 */
export function plotView(frame: Frame, marks: readonly Mark[], unit: string, reading?: Mark, width?: number) {
  const zero = frame.y(0);
  return svg`
    ${gridView(frame)}
    ${timeAxisView(frame, width)}
    ${marks.length > 1 ? [areaView(marks, zero), lineView(marks)] : nothing}
    ${reading ? readingView(reading) : nothing}
    ${markersView(marks)}
    ${endLabelView(marks, unit, width)}`;
}
