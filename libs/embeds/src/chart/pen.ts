import { svg, type Markup, type Part } from '../text/markup.ts';
import type { Size } from './labels.ts';

/**
 * Where a drawing puts things. Pages draw in percent of a plot of any size. Pictures draw in the pixels of this size:
 * programs other than browsers resolve percentages, nested drawings, `dx`, `dy` and `paint-order` in other ways or not at
 * all.
 */
export type Pen = Size | undefined;
/** A position in percent of the plot, from the left and from the top. */
export type Spot = { x: number; y: number };

/** Writes a number with at most two decimals. */
export const shortNumber = (value: number) => String(Number(value.toFixed(2)));

/** Formats a position as a percentage for an attribute. */
export const percent = (value: number) => `${shortNumber(value)}%`;

const placed = (value: number, whole: number | undefined, by = 0) =>
  whole === undefined ? percent(value) : shortNumber((value / 100) * whole + by);

/** Returns a horizontal position or width for an attribute, moved by so many pixels in a picture. */
export const across = (x: number, pen: Pen, by?: number) => placed(x, pen?.width, by);
/** Returns a vertical position or height for an attribute, moved by so many pixels in a picture. */
export const down = (y: number, pen: Pen, by?: number) => placed(y, pen?.height, by);

/** Returns a position in the units of a path: percent, or pixels of a picture. */
export const inPath = ({ x, y }: Spot, pen: Pen): Spot =>
  pen ? { x: (x / 100) * pen.width, y: (y / 100) * pen.height } : { x, y };

/** Draws paths. On a page, they fill a box that stretches to any size; their strokes keep their width. */
export const pathsView = (paths: Part, pen: Pen): Markup =>
  pen
    ? svg`${paths}`
    : svg`<svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">${paths}</svg>`;

/** Draws a path of `pathsView`. */
export const pathView = (className: string, d: string) => svg`<path class=${className} d=${d} />`;

const sharp = (value: string) => String(Math.round(Number(value) - 0.5) + 0.5);

/** Draws a vertical line from one height to another. In a picture, it is in the middle of a pixel, where a thin stroke is sharp. */
export function plumbView(className: string, at: number, [from, to]: readonly [number, number], pen: Pen) {
  const x = pen ? sharp(across(at, pen)) : across(at, pen);
  return svg`<line class=${className} x1=${x} x2=${x} y1=${down(from, pen)} y2=${down(to, pen)} />`;
}

/** Draws a horizontal line across the plot, as sharp. */
export function levelView(className: string, at: number, pen: Pen) {
  const y = pen ? sharp(down(at, pen)) : down(at, pen);
  return svg`<line class=${className} x1=${across(0, pen)} x2=${across(100, pen)} y1=${y} y2=${y} />`;
}

/** Draws a horizontal line of a picture, so many pixels from the top and long. */
export const ruleAt = (y: number, width: number, className?: string) =>
  svg`<line class=${className} x1="0" x2=${shortNumber(width)} y1=${sharp(String(y))} y2=${sharp(String(y))} />`;

/** Moves a part of a drawing by pixels. */
export const movedView = (x: number, y: number, part: Part) =>
  svg`<g transform=${`translate(${shortNumber(x)} ${shortNumber(y)})`}>${part}</g>`;

type TextAt = Spot & {
  dx?: number;
  dy?: number;
  anchor?: 'start' | 'middle' | 'end';
  colour?: string | undefined;
  /** True for a text that crosses lines. In a picture, its halo is a text of its own below it. */
  halo?: boolean;
};

/** Draws a text at a position, moved by `dx` and `dy` pixels. */
export function textView(className: string, at: TextAt, text: string, pen: Pen): Part {
  const { x, y, dx, dy, anchor, colour, halo } = at;
  const tinted = colour === undefined ? className : `${className} tinted`;
  if (!pen)
    return svg`<text class=${tinted} color=${colour} x=${percent(x)} y=${percent(y)} dx=${dx} dy=${dy} text-anchor=${anchor}>${text}</text>`;
  const one = (name: string, color?: string) =>
    svg`<text class=${name} color=${color} x=${across(x, pen, dx)} y=${down(y, pen, dy)} text-anchor=${anchor}>${text}</text>`;
  return [halo ? one(`${className} halo`) : undefined, one(tinted, colour)];
}
