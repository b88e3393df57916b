import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { svg, type TemplateResult } from 'lit';
import { gutterOf, MARGIN_RIGHT, valueLabels } from './chart/axis.ts';
import { dayText } from './chart/format.ts';
import { drawable, frameOf, marksOf } from './chart/frame.ts';
import { legendMarks } from './chart/legend.ts';
import { plotView } from './chart/plot.ts';
import type { ValuationChartData } from './data.ts';
import { palette, type Colour } from './elements/palette.ts';
import { drawingCss, fonts } from './elements/styles.ts';
import { EMPTY, subtitleOf, summaryOf, titleOf } from './elements/valuation.ts';
import { escapeMarkup, plainText } from './text.ts';

/** Pixels. */
export type PictureSize = { width: number; height: number };

const PADDING = 16;
const HEAD = 116;
const FOOT = 66;

const headCss =
  'text.title{font-size:20px;font-weight:700;fill:var(--ink)}text.subtitle{font-size:14px}.paper{fill:var(--paper)}';

/** Pixels that a character of the title takes. */
const TITLE_CHARACTER = 11.5;

/** The drawing's style with its colours written out: most viewers of SVG files know no custom properties. */
function styleOf(theme: 'light' | 'dark'): string {
  return (drawingCss + headCss)
    .replaceAll('var(--font)', fonts)
    .replaceAll(/var\(--(\w+)\)/g, (_, name) => palette[name as Colour][theme === 'light' ? 0 : 1]);
}

/** A valuation chart as an SVG file that stands alone: title, subtitle and plot, and its summary for who cannot see. */
export function valuationPicture(
  data: ValuationChartData,
  { width, height }: PictureSize,
  theme: 'light' | 'dark' = 'light',
): string {
  const points = drawable(data.points);
  const title = escapeMarkup(titleOf(data));
  const shown = plainText(titleOf(data), Math.floor((width - 2 * PADDING) / TITLE_CHARACTER));
  const empty = svg`<text class="subtitle" x=${PADDING} y=${HEAD}>${EMPTY}</text>`;
  const plot = points.length > 0 ? plotBox(data, points, { width, height }) : empty;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${title}</title>
<desc>${escapeMarkup(summaryOf(data, points))}</desc>
<style>${styleOf(theme)}</style>
<rect class="paper" width="100%" height="100%"/>
<text class="title" x="${PADDING}" y="34">${escapeMarkup(shown)}</text>
<text class="subtitle" x="${PADDING}" y="56">${escapeMarkup(subtitleOf(points, data.currency))}</text>
${markup(plot)}
<text x="${PADDING}" y="${height - PADDING}">${data.asOf === null ? '' : escapeMarkup(`Data as of ${dayText(data.asOf)}`)}</text>
</svg>
`;
}

/** The drawing without the marks that Lit leaves for its script. Data cannot look like them: they are escaped. */
const markup = (drawing: TemplateResult<2>) =>
  collectResultSync(render(drawing))
    .replaceAll(/<!--.*?-->|<\?>/gs, '')
    .trim();

function plotBox(
  data: ValuationChartData,
  points: ValuationChartData['points'],
  { width, height }: PictureSize,
) {
  const frame = frameOf(points);
  const gutter = PADDING + gutterOf(frame, data.currency);
  const across = width - gutter - MARGIN_RIGHT - PADDING;
  const down = height - HEAD - FOOT;
  return svg`
    <svg x=${PADDING} y="72" overflow="visible">${legendMarks(points)}</svg>
    <svg y=${HEAD} width=${gutter} height=${down} overflow="visible">
      ${valueLabels(frame, data.currency)}
    </svg>
    <svg x=${gutter} y=${HEAD} width=${across} height=${down} overflow="visible">
      ${plotView(frame, marksOf(points, frame), data.currency, undefined, across)}
    </svg>`;
}
