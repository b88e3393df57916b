import { palette } from './palette.ts';

/** CSS hex colours for a light and a dark page. */
export type Pair = readonly [light: string, dark: string];

/** The default colours of series on light and dark backgrounds. */
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

const MIN_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

/** Parses `#rgb` or `#rrggbb` into red, green and blue (0 to 255). Ignores alpha. Returns undefined for other text. */
function parse(colour: string): Rgb | undefined {
  const digits = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(colour) ? colour.slice(1) : undefined;
  if (!digits) return undefined;
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

const write = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Returns the relative luminance (WCAG 2.2). */
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

/** Returns the contrast ratio (WCAG 2.2) of two hex colours, 1 to 21, or NaN if either is not a hex colour. */
export function contrast(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  if (!first || !second) return Number.NaN;
  const [low, high] = [luminance(first), luminance(second)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Returns black or white, whichever contrasts more with the paper. The contrast is always at least 4.58. */
const endOn = (paper: string) => (contrast('#000', paper) > contrast('#fff', paper) ? '#000000' : '#ffffff');

/** Returns true if white text is easier to read on the colour than black. */
export const isDark = (paper: string) => endOn(paper) === '#ffffff';

/** Mixes two hex colours. A `share` of 0 returns the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [parse(from)!, parse(to)!];
  return write([0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * share) as [number, number, number]);
}

/** Returns the hex colour, darkened or lightened until it has the least contrast with the paper. */
export function readable(colour: string, paper: string, least = MIN_CONTRAST): string {
  const end = endOn(paper);
  for (let share = 0; ; share += 0.05) {
    const text = mix(colour, end, Math.min(share, 1));
    if (share >= 1 || contrast(text, paper) >= least) return text;
  }
}

/**
 * Returns the colours of a series on light and dark paper, both with a contrast of at least 4.5. Ignores a requested
 * colour that is not a hex colour.
 */
export function seriesColours(index: number, requested: string | null, papers: Pair = palette.paper): Pair {
  const [light, dark] =
    requested !== null && parse(requested) ? [requested, requested] : series[index % series.length]!;
  return [readable(light, papers[0]), readable(dark, papers[1])];
}

/** How much black or white is in every second grey of surfaces. */
const STRONGER = 0.4;

/**
 * Returns the colours of datasets. One that another dataset has already asked for is not given twice, but for grey.
 * @param surfaces true for columns and areas, whose greys alternate: surfaces of one grey beside each other look like one
 */
export const coloursOf = (
  series: readonly { color: string | null; quiet?: boolean | undefined }[],
  papers: Pair = palette.paper,
  surfaces = false,
): Pair[] => {
  const quiets = series.filter(({ quiet }) => quiet);
  return series.map((one, i) => {
    const { color, quiet } = one;
    const taken = !quiet && series.findIndex((other) => other.color === color) < i;
    // Other colours than the first are close to grey.
    const [light, dark] = seriesColours(quiet === false ? 0 : i, taken ? null : color, papers);
    if (!surfaces || quiets.indexOf(one) % 2 !== 1) return [light, dark];
    return [mix(light, endOn(papers[0]), STRONGER), mix(dark, endOn(papers[1]), STRONGER)];
  });
};

/** Returns a CSS colour that follows the page's colour scheme. */
export const eitherColour = ([light, dark]: Pair) =>
  light === dark ? light : `light-dark(${light},${dark})`;
