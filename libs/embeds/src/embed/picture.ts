import { gutterOf, MARGIN_RIGHT, valueLabels } from '../chart/axis.ts';
import { datasetDrawingCss, drawingCss, pictureHaloCss } from '../chart/drawing-styles.ts';
import { LINE } from '../chart/legend.ts';
import { movedView } from '../chart/pen.ts';
import type { Colour } from '../chart/palette.ts';
import type { Dated } from '../inputs/data.ts';
import { coloursOf, familyOf, shadeOf } from '../chart/look.ts';
import type { Look } from '../inputs/options.ts';
import { svg, type Markup } from '../text/markup.ts';
import { notesOf } from './picture-notes.ts';
import { frameAncestors, hashSource } from './policy.ts';
import { sheetOf, type Sheet } from '../chart/sheet.ts';
import { escapeMarkup, plainText } from '../text/text.ts';
import { fonts, widthOf, wrapText } from '../text/width.ts';
import { definitionOf, type Kind, type Widget } from '../widgets/index.ts';
import type { Picture, Size } from '../widgets/widget.ts';
import { translated } from '../words/index.ts';

/** Pixels. Without a height the picture is as high as its contents need. */
export type PictureSize = { width: number; height?: number };
/** `brand` is the name of the operator, which ends the picture's last line. */
type PictureOptions = { look?: Look; brand?: string };

const PADDING = 16;
const HEAD = 98;
const TITLE_LINE = 24;
const FOOT = 66;
/** Returns the height of the plot in pixels, if the picture has no height of its own. */
const plotHeight = (width: number) => Math.min(440, Math.max(200, width * 0.42));
/** A picture of a given height leaves out notes until this many pixels are left for its plot. */
const MIN_PLOT = 110;
/** A picture whose plot would be lower is drawn larger and shown smaller, in steps up to this factor. */
const ENLARGED = 1.25;
const MAX_ROOM = 1.9;
/** The greatest factor for a preview that would leave out notes or rows. Previews are about half as high as wide. */
const MAX_ROOM_FOR_ALL = 1.5;
const PREVIEW = 0.6;
/** The height around the words that replace a plot without values. */
const AROUND_EMPTY = 6;
/** The description of a picture does not depend on its width. */
const DESCRIBED_WIDTH = 600;

const headCss =
  'text.title{font-size:20px;font-weight:700;fill:var(--ink)}text.subtitle{font-size:14px}.paper{fill:var(--paper)}' +
  'text.figure{font-size:26px;font-weight:700;fill:var(--ink)}text.amount{font-size:20px;font-weight:700;fill:var(--ink)}text.strong{font-weight:700;fill:var(--ink)}text.ink{fill:var(--ink)}';

/**
 * Returns the style with its colours and its font written out: most viewers of SVG files lack custom properties, and
 * some the shorthand of fonts. Lines inherit the colour of their parent: LibreOffice prefers a rule
 * without a parent to one with a parent.
 */
function styleOf(look: Look): string {
  const colours = coloursOf(look);
  const shade = shadeOf(look);
  return (
    (drawingCss + datasetDrawingCss + pictureHaloCss + headCss)
      // Few programs have figures of equal width, and texts must end at the same place in all of them. Lines need no crisp
      // edges: the pen puts them on pixels, and resvg loses some lines with crisp edges.
      .replaceAll(/;?(font-variant-numeric|shape-rendering):[\w-]+/g, '')
      .replaceAll('.series ', '')
      .replaceAll(/font:(\w+)\/1 var\(--font\)/g, 'font-family:var(--font);font-size:$1')
      .replaceAll('var(--font)', familyOf(look))
      .replaceAll(/var\(--(\w+)\)/g, (_, name: string) => colours[name as Colour][shade])
  );
}

/** Returns the Content-Security-Policy of a picture, which allows its own style only. */
export function picturePolicy(look: Look = {}, origins?: readonly string[]): string {
  return ["default-src 'none'", `style-src ${hashSource(styleOf(look))}`, ...frameAncestors(origins)].join(
    '; ',
  );
}

/** Returns whether a kind of widget has a picture. */
export const hasPicture = (kind: Kind) => definitionOf(kind).picture !== undefined;

/** Describes a widget in the language and the form of numbers of a look, as its alternative text. */
export const alternativeText = (widget: Widget, look: Look = {}) =>
  translated(look, () => describeWidget(widget) ?? '');

/** Describes a widget in a sentence or two. Returns undefined for a widget without a picture. */
export const describeWidget = ({ kind, data }: Widget) =>
  definitionOf(kind).picture?.(data, {}, DESCRIBED_WIDTH).summary;

/**
 * Renders a widget as a self-contained SVG file: title, subtitle, legend, plot, notes, and a summary for readers who
 * cannot see it. Returns undefined for a widget without a picture.
 */
export function renderPicture(
  widget: Widget,
  size: PictureSize,
  options: PictureOptions = {},
): string | undefined {
  return translated(options.look ?? {}, () => drawn(widget, size, size, options));
}

/** Draws a picture at one size that is shown at another: a low picture with many series is drawn larger. */
function drawn(
  widget: Widget,
  { width, height: wanted }: PictureSize,
  shown: PictureSize,
  options: PictureOptions,
): string | undefined {
  const { kind, data } = widget;
  const { look = {}, brand } = options;
  const room = width - 2 * PADDING;
  const own = definitionOf(kind).picture?.(data, look, room);
  if (!own) return undefined;
  const { title: headline, subtitle: deck } = data.editorial ?? {};
  const whole = { ...own, title: headline ?? own.title };
  const title = wrapText(whole.title, room, fonts.title);
  const named = [headline === undefined ? '' : own.title, own.subtitle].filter((text) => text !== '');
  const subtitle = [deck ?? '', named.join('. ')]
    .flatMap((text) => wrapText(text, room, fonts.subtitle))
    .filter((line) => line !== '');
  const titleEnd = 34 + (title.length - 1) * TITLE_LINE;
  const head = HEAD + titleEnd - 34 + Math.max(0, subtitle.length - 1) * LINE;
  const ending = wrapText(plainText(brand ?? ''), room, fonts.label);
  const footOf = (notes: readonly string[]) => {
    const lines = notes.flatMap((note) => wrapText(note, room, fonts.label));
    // The operator's name ends the last line, or has lines of its own below it.
    const isBeside = widthOf([lines.at(-1) ?? '', ...ending].join('   '), fonts.label) <= room;
    return { lines, rows: lines.length + (isBeside ? 0 : ending.length) };
  };
  const always = (footOf(notesOf(whole, data, 0)).rows - 1) * LINE;
  const picture = withRoom(whole, { width: room, height: (wanted ?? Infinity) - head - FOOT - always });
  const top = head + picture.lines * LINE;
  const least = Math.max(MIN_PLOT, picture.ends?.least ?? 0);
  const noted = notesOf(picture, data, wanted === undefined ? undefined : wanted - top - FOOT - least);
  const foot = footOf(noted);
  const below = (picture.frame ? FOOT : FOOT - LINE) + (foot.rows - 1) * LINE;
  if (
    wanted !== undefined &&
    width <
      shown.width *
        mostRoom(picture, data, {
          down: wanted - top - below,
          plot: wanted - top - FOOT - LINE,
          noted,
          isPreview: wanted < width * PREVIEW,
        })
  ) {
    return drawn(
      widget,
      { width: Math.round(width * ENLARGED), height: Math.round(wanted * ENLARGED) },
      shown,
      options,
    );
  }
  const height = wanted ?? Math.round(top + innerHeight(picture, width) + below);
  const sheet = sheetOf(width, look);
  const drawing = boxes(picture, sheet, { width, height, head, top, below }).text;
  const lineAt = (text: string, y: number, className?: string) =>
    sheet.text({ x: PADDING, y, className }, text).text;
  const last = height - PADDING;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.width}" height="${shown.height ?? height}" viewBox="0 0 ${width} ${height}" role="img" color="${coloursOf(look).line[shadeOf(look)]}">
<title>${escapeMarkup(picture.title)}</title>
<desc>${escapeMarkup(picture.summary)}</desc>
<style>${styleOf(look)}</style>
<rect class="paper" width="${width}" height="${height}"/>
${title.map((text, i) => lineAt(text, 34 + i * TITLE_LINE, 'title')).join('\n')}
${subtitle.map((text, i) => lineAt(text, titleEnd + 22 + i * LINE, 'subtitle')).join('\n')}
${drawing}
${foot.lines.map((note, i) => lineAt(note, last - (foot.rows - 1 - i) * LINE)).join('\n')}
${ending.map((text, i) => sheet.text({ x: width - PADDING, y: last - (ending.length - 1 - i) * LINE, ends: true }, text).text).join('\n')}
</svg>
`;
}

/**
 * Returns how many times larger a picture of a given height may be drawn. `down` are the pixels of height for its inside,
 * `plot` those for its plot with the last two lines of notes.
 */
function mostRoom(
  picture: Picture,
  data: Dated,
  {
    down,
    plot,
    noted,
    isPreview,
  }: { down: number; plot: number; noted: readonly string[]; isPreview: boolean },
): number {
  const { frame, body } = picture;
  if (frame && plot < MIN_PLOT) return MAX_ROOM;
  const isNoted = noted.length === notesOf(picture, data, undefined).length;
  const isWhole = isNoted && (frame !== undefined || (body?.least ?? 0) <= down);
  return isWhole || !isPreview ? 1 : MAX_ROOM_FOR_ALL;
}

const emptyLines = (empty: string, width: number) => wrapText(empty, width - 2 * PADDING, fonts.subtitle);

/** Returns the height of what is between the legend and the notes, if the picture has no height of its own. */
const innerHeight = ({ frame, body, ends, empty }: Picture, width: number) =>
  frame
    ? Math.max(plotHeight(width), ends?.least ?? 0)
    : (body?.height ?? AROUND_EMPTY + LINE * emptyLines(empty, width).length);

/** The least width of a picture with texts at the ends of its lines, and their greatest height, in pixels. */
const ENDS = { from: 420, most: 620 };

/** Returns a picture with either texts at the ends of its lines or a legend, whichever has room. */
function withRoom(picture: Picture, { width, height }: Size): Picture {
  const { ends } = picture;
  if (!ends) return picture;
  return width >= ENDS.from && ends.least <= Math.min(height, ENDS.most)
    ? { ...picture, keys: [], lines: 0 }
    : { ...picture, ends: undefined };
}

function boxes(
  { frame, unit, keys, body, empty, plot, ends }: Picture,
  sheet: Sheet,
  { width, height, head, top, below }: Size & { head: number; top: number; below: number },
): Markup {
  const down = height - top - below;
  if (!frame) {
    return body
      ? movedView(PADDING, head - 18, body.view(down))
      : svg`${emptyLines(empty, width).map((text, i) => sheet.text({ x: PADDING, y: head + i * LINE, className: 'subtitle' }, text))}`;
  }
  const gutter = PADDING + gutterOf(frame, unit);
  const across = width - gutter - (ends ? ends.width : MARGIN_RIGHT) - PADDING;
  return svg`${movedView(PADDING, head - 26, keys)}
    ${movedView(0, top, valueLabels(frame, unit, { width: gutter, height: down }))}
    ${movedView(gutter, top, plot({ width: across, height: down }))}
    ${ends && movedView(gutter + across, top, ends.view(down))}`;
}
