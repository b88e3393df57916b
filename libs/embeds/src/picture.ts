import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { svg, type TemplateResult } from 'lit';
import { gutterOf, MARGIN_RIGHT, valueLabels } from './chart/axis.ts';
import { datasetPlotView } from './chart/dataset-plot.ts';
import { datasetView } from './chart/dataset.ts';
import { dayText } from './chart/format.ts';
import { drawable, frameOf, marksOf, type Frame } from './chart/frame.ts';
import { laneKeys, legendMarks } from './chart/legend.ts';
import { notesOf } from './chart/notes.ts';
import { plotView } from './chart/plot.ts';
import type { DatasetChartData, Source, ValuationData, Widget } from './data.ts';
import {
  datasetSummary,
  EMPTY_DATASETS,
  estimateWords,
  noteWords,
  unitWords,
} from './elements/dataset-words.ts';
import { drawingCss } from './elements/drawing-styles.ts';
import type { Colour } from './elements/palette.ts';
import { datasetSources, distinct } from './elements/parts.ts';
import { EMPTY, leftOutWords, subtitleOf, summaryOf, titleOf } from './elements/valuation.ts';
import { coloursOf, familyOf, papersOf, themeOf } from './look.ts';
import type { Look } from './options.ts';
import { frameAncestors, hashSource } from './policy.ts';
import { escapeMarkup, plainText } from './text.ts';

/** Pixels. Without a height the picture is as high as its notes and its legend need. */
export type PictureSize = { width: number; height?: number };
/** The widgets that have a picture. */
export type PictureWidget = Extract<Widget, { kind: 'valuation-chart' | 'dataset-chart' }>;
type Drawing = TemplateResult<2> | TemplateResult<2>[];

/** What a picture shows. `keys` is the legend, `lines` the number of its lines. */
type Picture = {
  title: string;
  subtitle: string;
  summary: string;
  unit: string;
  frame: Frame | undefined;
  keys: Drawing;
  lines: number;
  /** What stands below the plot, line by line, before the sources and the day of the data. */
  notes: string[];
  sources: readonly (Source | null)[];
  empty: string;
  /** The plot's inside for a size in pixels. */
  plot: (size: { width: number; height: number }) => Drawing;
};

const PADDING = 16;
const HEAD = 98;
const FOOT = 66;
/** Pixels of a line of the legend, and of a character of the title and of the subtitle. */
const LINE = 18;
const TITLE_CHARACTER = 12.8;
const SUBTITLE_CHARACTER = 7.7;
const NOTE_CHARACTER = 6.6;
/** Pixels of the plot's height where the picture's is not given, by its width. */
const plotHeight = (width: number) => Math.min(440, Math.max(200, width * 0.42));
/** Pixels that an entry of the legend takes across. */
const KEY = 240;
/** How many sources a picture names. */
const MOST_SOURCES = 3;

const headCss =
  'text.title{font-size:20px;font-weight:700;fill:var(--ink)}text.subtitle{font-size:14px}.paper{fill:var(--paper)}';

/** A picture cannot follow the page around it: it is light unless it is to be dark. */
const shadeOf = (look: Look) => (themeOf(look) === 'dark' ? 1 : 0);

/** The drawing's style with its colours written out: most viewers of SVG files know no custom properties. */
function styleOf(look: Look): string {
  const colours = coloursOf(look);
  const shade = shadeOf(look);
  return (drawingCss + headCss)
    .replaceAll('var(--font)', familyOf(look))
    .replaceAll(/var\(--(\w+)\)/g, (_, name: string) => colours[name as Colour][shade]);
}

/** The Content-Security-Policy of a picture that is opened by itself: its own style, and nothing else. */
export function picturePolicy(look: Look = {}, origins?: readonly string[]): string {
  return ["default-src 'none'", `style-src ${hashSource(styleOf(look))}`, ...frameAncestors(origins)].join(
    '; ',
  );
}

/** The drawing without the marks that Lit leaves for its script. Data cannot look like them: they are escaped. */
const markup = (drawing: Drawing) =>
  collectResultSync(render(drawing))
    .replaceAll(/<!--.*?-->|<\?>/gs, '')
    .trim();

/** A chart as an SVG file that stands alone: title, subtitle, legend and plot, and its summary for who cannot see. */
export function renderPicture(
  widget: PictureWidget,
  { width, height: wanted }: PictureSize,
  look: Look = {},
): string {
  const room = width - 2 * PADDING;
  const picture =
    widget.kind === 'valuation-chart'
      ? valuationPicture(widget.data)
      : datasetPicture(widget.data, look, room);
  const title = plainText(picture.title, Math.floor(room / TITLE_CHARACTER));
  const subtitle = plainText(picture.subtitle, Math.floor(room / SUBTITLE_CHARACTER));
  const { until, asOf } = widget.data;
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
${markup(boxes(picture, { width, height, below }))}
${notes.map((note, i) => noteAt(note, height - PADDING - (notes.length - 1 - i) * LINE)).join('\n')}
</svg>
`;
}

/** A line cannot hold the names of all: as many as have room, and how many more there are. */
function sourceNotes(sources: readonly (Source | null)[]): string[] {
  const names = distinct(sources).map(({ title, url }) => plainText(title || url, 60));
  if (names.length === 0) return [];
  const rest = names.length - MOST_SOURCES;
  const more = rest > 0 ? `; and ${rest} more` : '';
  return [`${names.length === 1 ? 'Source' : 'Sources'}: ${names.slice(0, MOST_SOURCES).join('; ')}${more}`];
}

const noteAt = (note: string, y: number) => `<text x="${PADDING}" y="${y}">${escapeMarkup(note)}</text>`;

function boxes(
  { frame, unit, keys, lines, empty, plot }: Picture,
  { width, height, below }: { width: number; height: number; below: number },
): TemplateResult<2> {
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

function valuationPicture(data: ValuationData): Picture {
  const points = drawable(data.points);
  const frame = points.length > 0 ? frameOf(points) : undefined;
  return {
    title: titleOf(data),
    subtitle: subtitleOf(points, data.currency),
    summary: summaryOf(data, points),
    unit: data.currency,
    frame,
    keys: legendMarks(points),
    lines: 1,
    empty: EMPTY,
    notes: leftOutWords(data),
    sources: points.map(({ source }) => source).reverse(),
    plot: ({ width }) =>
      frame ? plotView(frame, marksOf(points, frame), data.currency, undefined, width) : [],
  };
}

function datasetPicture(data: DatasetChartData, look: Look, room: number): Picture {
  const view = datasetView(data, papersOf(look));
  const shade = shadeOf(look);
  const across = Math.max(1, Math.floor(room / KEY));
  const estimates = view ? estimateWords(view) : undefined;
  const colourOf = ({ colours }: { colours: readonly [string, string] }) => colours[shade];
  return {
    title: plainText(data.name),
    subtitle: [plainText(data.description ?? ''), unitWords(data.unit)]
      .filter((text) => text !== '')
      .join('. '),
    summary: view ? datasetSummary(data, view) : EMPTY_DATASETS,
    unit: data.unit,
    frame: view?.frame,
    keys: view ? laneKeys(view, { across, width: KEY, height: LINE }, colourOf) : [],
    lines: Math.ceil((view?.lanes.length ?? 0) / across),
    notes: [
      ...(view ? notesOf(view).map((note) => `${note.number}. ${noteWords(note)}`) : []),
      ...(estimates ? [estimates] : []),
    ],
    sources: datasetSources(data),
    empty: EMPTY_DATASETS,
    plot: (size) => (view ? datasetPlotView(view, data, { size, colourOf }) : []),
  };
}
