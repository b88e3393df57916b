/** The colours on a light and a dark page. Every text colour has a contrast of at least 4.5 with its paper. */
export const palette = {
  paper: ['#ffffff', '#15191e'],
  ink: ['#1a212b', '#eef1f4'],
  muted: ['#58626e', '#a5afba'],
  grid: ['#e2e6ea', '#2c333b'],
  axis: ['#8a949f', '#737e8a'],
  line: ['#1b5e9e', '#7ab6f2'],
} as const;
export type Colour = keyof typeof palette;

/** The colour of what is beside a highlighted part. Made darker or lighter until it is readable. */
export const GREY = '#868d95';

const names = Object.keys(palette) as Colour[];

/** Every colour on a light and a dark page. */
export type Colours = Record<Colour, readonly [light: string, dark: string]>;

const declare = (value: (name: Colour) => string) =>
  names.map((name) => `--${name}:${value(name)}`).join(';');

/** The system colours that replace the palette in forced-colors mode. */
const forced: Record<Colour, string> = {
  paper: 'Canvas',
  ink: 'CanvasText',
  muted: 'CanvasText',
  grid: 'GrayText',
  axis: 'CanvasText',
  line: 'LinkText',
};

/**
 * Returns the colours as custom properties of `selector`. They follow the `color-scheme` of the page. Print uses the
 * light palette, as do browsers without `light-dark()`.
 */
export const paletteCss = (selector: string, colours: Colours = palette) => `
${selector}{${declare((name) => colours[name][0])}}
@supports (color:light-dark(#000,#fff)){${selector}{${declare((name) => `light-dark(${colours[name].join()})`)}}}
@media print{${selector}{color-scheme:light;${declare((name) => palette[name][0])}}}
@media (forced-colors:active){${selector}{${declare((name) => forced[name])}}}`;
