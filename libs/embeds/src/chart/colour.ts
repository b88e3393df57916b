import { palette } from '../elements/palette.ts';

/** The colours of series that have none of their own. */
const series = [
  '#1b5e9e',
  '#c4461b',
  '#2a8a57',
  '#8b4bb3',
  '#a87400',
  '#c2266b',
  '#0f8a99',
  '#6b5a4a',
  '#6a7d1f',
  '#5b6b7f',
] as const;

const LEAST_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

/** Red, green and blue, 0 to 255, of `#rgb` or `#rrggbb` (an alpha at the end does not count), or undefined. */
function parse(colour: string): Rgb | undefined {
  const digits = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(colour) ? colour.slice(1) : undefined;
  if (!digits) return undefined;
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

const write = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2, relative luminance. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2, contrast ratio of two hex colours, 1 to 21; NaN when one is no hex colour. */
export function contrast(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  if (!first || !second) return Number.NaN;
  const [low, high] = [luminance(first), luminance(second)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The colour itself, or as much darker or lighter as it takes to be read on the paper. */
function readable(colour: Rgb, paper: string): string {
  const end = contrast('#000', paper) > contrast('#fff', paper) ? 0 : 255;
  for (let share = 0; ; share += 0.05) {
    const [r, g, b] = colour.map((part) => part + (end - part) * Math.min(share, 1)) as [
      number,
      number,
      number,
    ];
    const text = write([r, g, b]);
    if (share >= 1 || contrast(text, paper) >= LEAST_CONTRAST) return text;
  }
}

/**
 * The colours of a series on light and on dark paper, both with a contrast of 4.5 or more. A wish that is no hex
 * colour is passed over.
 */
export function seriesColours(index: number, wish: string | null): readonly [light: string, dark: string] {
  const colour = parse(wish ?? '') ?? parse(series[index % series.length]!)!;
  return [readable(colour, palette.paper[0]), readable(colour, palette.paper[1])];
}

/** A pair of colours as one CSS colour that follows the page. */
export const eitherColour = ([light, dark]: readonly [string, string]) => `light-dark(${light},${dark})`;
