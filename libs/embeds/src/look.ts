import { isDark, mix, readable, type Pair } from './chart/colour.ts';
import type { Font, Theme } from './data.ts';
import { palette, paletteCss, type Colour, type Colours } from './elements/palette.ts';
import { systemFont } from './elements/styles.ts';
import type { Look } from './options.ts';

/** Families that come with the machines of readers; nothing is ever loaded. */
const families: Record<Font, string> = {
  system: systemFont,
  sans: '"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif',
  serif: 'Charter,"Iowan Old Style",Georgia,Cambria,"Times New Roman","Liberation Serif",serif',
  slab: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",source-sans-pro,sans-serif',
  mono: 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace',
};
export const familyOf = ({ font = 'system' }: Look) => families[font];

const LEAST_AXIS = 3;
const shades = [0, 1] as const;
const shadeOf = (paper: string) => (isDark(paper) ? 1 : 0);

/** The colours of one theme: the wishes as far as they can be read, the others between ink and paper. */
function coloursOn(shade: 0 | 1, { accent, background, text }: Look): Record<Colour, string> {
  const wish = background === undefined ? undefined : `#${background}`;
  // A background is for the theme that it suits, which the page then takes.
  const paper = wish !== undefined && shadeOf(wish) === shade ? wish : palette.paper[shade];
  const line = readable(accent === undefined ? palette.line[shade] : `#${accent}`, paper);
  const ink = readable(text === undefined ? palette.ink[shade] : `#${text}`, paper);
  return {
    paper,
    ink,
    line,
    ...(paper === palette.paper[shade] && ink === palette.ink[shade]
      ? { muted: palette.muted[shade], grid: palette.grid[shade], axis: palette.axis[shade] }
      : {
          muted: readable(mix(ink, paper, 0.3), paper),
          grid: mix(ink, paper, 0.87),
          axis: readable(mix(ink, paper, 0.5), paper, LEAST_AXIS),
        }),
  };
}

/** The colours of a look on a light and on a dark page. Texts have a contrast of 4.5 or more, axes of 3. */
export function coloursOf(look: Look): Colours {
  const [light, dark] = shades.map((shade) => coloursOn(shade, look)) as [
    Record<Colour, string>,
    Record<Colour, string>,
  ];
  const pair = (name: Colour) => [light[name], dark[name]] as const;
  return {
    paper: pair('paper'),
    ink: pair('ink'),
    muted: pair('muted'),
    grid: pair('grid'),
    axis: pair('axis'),
    line: pair('line'),
  };
}

/** What series are drawn on, where that is not the palette's own paper. */
export const papersOf = (look: Look): Pair | undefined =>
  look.background === undefined ? undefined : coloursOf(look).paper;

/** The theme that a page takes: a background of its own decides it. */
export function themeOf({ theme = 'auto', background }: Look): Theme {
  if (background === undefined) return theme;
  return isDark(`#${background}`) ? 'dark' : 'light';
}

/** The style sheet by which a page gives its element the look; nothing for the usual one. */
export function lookCss(look: Look): string {
  const { accent, background, text, font } = look;
  const family = font === undefined ? '' : `main>*{--font:${familyOf(look)}}`;
  if (accent === undefined && background === undefined && text === undefined) return family;
  const colours = coloursOf(look);
  const [light, dark] = colours.paper;
  const paper = `@media screen and (forced-colors:none){body{background:${light};background:light-dark(${light},${dark})}}`;
  return family + paper + paletteCss('main>*', colours);
}
