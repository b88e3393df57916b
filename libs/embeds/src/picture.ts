import { gutterOf, MARGIN_RIGHT, valueLabels } from './chart/axis.ts';
import { drawingCss } from './chart/drawing-styles.ts';
import { dayText } from './chart/format.ts';
import { LINE } from './chart/legend.ts';
import type { Colour } from './chart/palette.ts';
import type { Source } from './data.ts';
import { coloursOf, familyOf, shadeOf } from './look.ts';
import type { Look } from './options.ts';
import { svg, type Markup } from './markup.ts';
import { distinct } from './parts/views.ts';
import { frameAncestors, hashSource } from './policy.ts';
import { escapeMarkup, plainText } from './text.ts';
import { definitionOf, type Widget } from './widgets/index.ts';
import type { Picture, Size } from './widgets/widget.ts';

/** Pixels. Without a height the picture is as high as its notes and its legend need. */
export type PictureSize = { width: number; height?: number };

const PADDING = 16;
const HEAD = 98;
const FOOT = 66;
/** Pixels of a character of the title, of the subtitle and of the notes. */
const TITLE_CHARACTER = 12.8;
const SUBTITLE_CHARACTER = 7.7;
const NOTE_CHARACTER = 6.6;
/** Returns the height of the plot in pixels, if the picture has no height of its own. */
const plotHeight = (width: number) => Math.min(440, Math.max(200, width * 0.42));
/** A picture names this many sources. */
const MAX_SOURCES = 3;

const headCss =
  'text.title{font-size:20px;font-weight:700;fill:var(--ink)}text.subtitle{font-size:14px}.paper{fill:var(--paper)}';

/** Returns the style with its colours written out: most viewers of SVG files lack custom properties. */
function styleOf(look: Look): string {
  const colours = coloursOf(look);
  const shade = shadeOf(look);
  return (drawingCss + headCss)
    .replaceAll('var(--font)', familyOf(look))
    .replaceAll(/var\(--(\w+)\)/g, (_, name: string) => colours[name as Colour][shade]);
}

/** Returns the Content-Security-Policy of a picture, which allows its own style only. */
export function picturePolicy(look: Look = {}, origins?: readonly string[]): string {
  return ["default-src 'none'", `style-src ${hashSource(styleOf(look))}`, ...frameAncestors(origins)].join(
    '; ',
  );
}

/**
 * Renders a widget as a self-contained SVG file: title, subtitle, legend, plot, notes, and a summary for readers who
 * cannot see it. Returns undefined for a widget without a picture.
 */
export function renderPicture(
  { kind, data }: Widget,
  { width, height: wanted }: PictureSize,
  look: Look = {},
): string | undefined {
  const room = width - 2 * PADDING;
  const picture = definitionOf(kind).picture?.(data, look, room);
  if (!picture) return undefined;
  const title = plainText(picture.title, Math.floor(room / TITLE_CHARACTER));
  const subtitle = plainText(picture.subtitle, Math.floor(room / SUBTITLE_CHARACTER));
  const { until, asOf } = data;
  const pinned = until ? '; later values are left out' : '';
  const day = asOf === null ? [] : [`Data as of ${dayText(plainText(asOf, 30))}${pinned}`];
  const above = [...picture.notes, ...sourceNotes(picture.sources)];
  const notes = [...above, ...day].map((note) => plainText(note, Math.floor(room / NOTE_CHARACTER)));
  const below = FOOT + above.length * LINE;
  const plot = picture.frame ? picture.lines * LINE + Math.round(plotHeight(width)) : 0;
  const height = wanted ?? HEAD + plot + below;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeMarkup(picture.title)}</title>
<desc>${escapeMarkup(picture.summary)}</desc>
<style>${styleOf(look)}</style>
<rect class="paper" width="100%" height="100%"/>
<text class="title" x="${PADDING}" y="34">${escapeMarkup(title)}</text>
<text class="subtitle" x="${PADDING}" y="56">${escapeMarkup(subtitle)}</text>
${boxes(picture, { width, height, below }).text}
${notes.map((note, i) => noteAt(note, height - PADDING - (notes.length - 1 - i) * LINE)).join('\n')}
</svg>
`;
}

/** Returns the line of sources: as many names as have room, and how many more there are. */
function sourceNotes(sources: readonly (Source | null)[]): string[] {
  const names = distinct(sources).map(({ title, url }) => plainText(title || url, 60));
  if (names.length === 0) return [];
  const rest = names.length - MAX_SOURCES;
  const more = rest > 0 ? `; and ${rest} more` : '';
  return [`${names.length === 1 ? 'Source' : 'Sources'}: ${names.slice(0, MAX_SOURCES).join('; ')}${more}`];
}

const noteAt = (note: string, y: number) => `<text x="${PADDING}" y="${y}">${escapeMarkup(note)}</text>`;

function boxes(
  { frame, unit, keys, lines, empty, plot }: Picture,
  { width, height, below }: Size & { below: number },
): Markup {
  if (!frame) return svg`<text class="subtitle" x=${PADDING} y=${HEAD}>${empty}</text>`;
  const gutter = PADDING + gutterOf(frame, unit);
  const across = width - gutter - MARGIN_RIGHT - PADDING;
  const top = HEAD + lines * LINE;
  const down = height - top - below;
  return svg`
    <svg x=${PADDING} y="72" overflow="visible">${keys}</svg>
    <svg y=${top} width=${gutter} height=${down} overflow="visible">
      ${valueLabels(frame, unit)}
    </svg>
    <svg x=${gutter} y=${top} width=${across} height=${down} overflow="visible">
      ${plot({ width: across, height: down })}
    </svg>`;
}
