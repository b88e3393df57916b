import { palette } from './palette.ts';

/** Two CSS hex colours: for a light and for a dark page. */
export type Pair = readonly [light: string, dark: string];

/** The colours of series that have none of their own, on light and on dark paper. */
const series: readonly Pair[] = [
  ['#1b5e9e', '#7ab6f2'],
  ['#c4461b', '#ff9466'],
  ['#2a8a57', '#6fcf97'],
  ['#8b4bb3', '#c99af0'],
  ['#a87400', '#f2b84b'],
  ['#c2266b', '#ff85b3'],
  ['#0f8a99', '#4fd1dc'],
  ['#6b5a4a', '#d3b48f'],
  ['#6a7d1f', '#b5cc57'],
  ['#5b6b7f', '#a9b8c9'],
];

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

/** The end of the grey scale that stands out more from the paper: 4.58 or more on any. */
const endOn = (paper: string) => (contrast('#000', paper) > contrast('#fff', paper) ? '#000000' : '#ffffff');

/** True of a colour on which white is easier to read than black. */
export const isDark = (paper: string) => endOn(paper) === '#ffffff';

/** A colour on the way between two: `share` 0 is the first, 1 the second. All are hex colours. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [parse(from)!, parse(to)!];
  return write([0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * share) as [number, number, number]);
}

/** The hex colour itself, or as much darker or lighter as it takes to have the contrast on the paper. */
export function readable(colour: string, paper: string, least = LEAST_CONTRAST): string {
  const end = endOn(paper);
  for (let share = 0; ; share += 0.05) {
    const text = mix(colour, end, Math.min(share, 1));
    if (share >= 1 || contrast(text, paper) >= least) return text;
  }
}

/**
 * The colours of a series on light and on dark paper, both with a contrast of 4.5 or more. A wish that is no hex
 * colour is passed over.
 */
export function seriesColours(index: number, wish: string | null, papers: Pair = palette.paper): Pair {
  const [light, dark] = wish !== null && parse(wish) ? [wish, wish] : series[index % series.length]!;
  return [readable(light, papers[0]), readable(dark, papers[1])];
}

/** A pair of colours as one CSS colour that follows the page. */
export const eitherColour = ([light, dark]: Pair) =>
  light === dark ? light : `light-dark(${light},${dark})`;
