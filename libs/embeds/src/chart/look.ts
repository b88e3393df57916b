import { isDark, mix, readable, type Pair } from './colour.ts';
import type { Font, Theme } from '../inputs/choices.ts';
import { palette, paletteCss, type Colour, type Colours } from './palette.ts';
import type { Look } from '../inputs/options.ts';

export const systemFont = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';

/** Font families that readers' machines have. No font is ever loaded. */
const families: Record<Font, string> = {
  system: systemFont,
  sans: '"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif',
  serif: 'Charter,"Iowan Old Style",Georgia,Cambria,"Times New Roman","Liberation Serif",serif',
  slab: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",source-sans-pro,sans-serif',
  mono: 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace',
};
export const familyOf = ({ font = 'system' }: Look) => families[font];

const MIN_AXIS_CONTRAST = 3;
const shades = [0, 1] as const;
const shadeOfPaper = (paper: string) => (isDark(paper) ? 1 : 0);

/** Returns the colours of one theme: the requested ones, made readable, and mixtures of ink and paper. */
function coloursOn(shade: 0 | 1, { accent, background, text }: Look): Record<Colour, string> {
  const wish = background === undefined ? undefined : `#${background}`;
  // A background applies to the theme that it suits. The page then has that theme.
  const paper = wish !== undefined && shadeOfPaper(wish) === shade ? wish : palette.paper[shade];
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
          axis: readable(mix(ink, paper, 0.5), paper, MIN_AXIS_CONTRAST),
        }),
  };
}

/** Returns the colours of a look on a light and on a dark page. Text has a contrast of at least 4.5, axes of 3. */
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

/** Returns the backgrounds that series are drawn on, or undefined for the palette's own. */
export const papersOf = (look: Look): Pair | undefined =>
  look.background === undefined ? undefined : coloursOf(look).paper;

/** Returns the theme of a page. A background of its own decides it. */
export function themeOf({ theme = 'auto', background }: Look): Theme {
  if (background === undefined) return theme;
  return isDark(`#${background}`) ? 'dark' : 'light';
}

/** Returns the shade of a picture, which cannot follow the page around it: light unless its theme is dark. */
export const shadeOf = (look: Look) => (themeOf(look) === 'dark' ? 1 : 0);

/** Returns the style sheet by which a page gives its element the look; empty for the default look. */
export function lookCss(look: Look): string {
  const { accent, background, text, font } = look;
  const family = font === undefined ? '' : `main>*{--font:${familyOf(look)}}`;
  if (accent === undefined && background === undefined && text === undefined) return family;
  const colours = coloursOf(look);
  const [light, dark] = colours.paper;
  const paper = `@media screen and (forced-colors:none){body{background:${light};background:light-dark(${light},${dark})}}`;
  return family + paper + paletteCss('main>*', colours);
}
