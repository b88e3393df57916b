import { gutterOf, valueLabels } from '../../chart/axis.ts';
import { datasetPlotView } from '../../chart/dataset-plot.ts';
import { layoutOf, type DatasetView } from '../../chart/dataset.ts';
import { exact, short } from '../../chart/format.ts';
import { drawable } from '../../chart/frame.ts';
import type { Size } from '../../chart/labels.ts';
import { legendView } from '../../chart/legend.ts';
import type { Pen } from '../../chart/pen.ts';
import type { Point, Source } from '../../inputs/data.ts';
import { html, type Markup } from '../../text/markup.ts';
import { citedMarkup, sourceLine } from '../../parts/links.ts';
import type { Readable } from '../../parts/reader.ts';
import { say } from '../../words/say.ts';
import type { ValuationData } from './data.ts';
import { tableView } from './table.ts';
import { longestOf } from '../../text/text.ts';
import { readingOf, readingWords, summaryOf, titleOf } from './words.ts';

const LINE_COLOUR = 'var(--line)';

/** A valuation chart's points in order of time, and its layout, if it has any. */
export type ValuationView = { points: Point[]; view: DatasetView | undefined };

/** Lays a company's valuations out as the steps of one dataset: nobody reported a value between two of them. */
export function valuationView({ points: given, currency, asOf, scale }: ValuationData): ValuationView {
  const points = drawable(given);
  const series = [
    {
      name: 'Valuation',
      color: null,
      points,
      annotations: [],
      dataLabels: false,
      source: null,
      path: 'step' as const,
    },
  ];
  const view = scale === 'log' ? ('line' as const) : ('area' as const);
  const drawing = { series, view, unit: currency, asOf, scale };
  return { points, view: layoutOf(drawing, { colours: [[LINE_COLOUR, LINE_COLOUR]] }) };
}

/** Draws the inside of the plot. The newest, the highest and the lowest value are written at their marks. */
export const valuationPlot = (
  view: DatasetView,
  unit: string,
  options: { size?: Size; pen?: Pen; colourOf?: () => string } = {},
) => datasetPlotView(view, { unit }, { ...options, few: true });

/** Returns the latest value up to the day of the data. */
export const latestOf = (points: readonly Point[], { latest }: DatasetView) =>
  points.findLast(({ date }) => date === latest)!;

/** Where a value comes from: its source, and in full with what is known of it. */
export type Origin = { source: Source | null; cited: () => Markup };
export const NO_ORIGIN: Origin = { source: null, cited: () => html`${say('Source not given')}` };

const originOf = ({ source }: Point): Origin =>
  source ? { source, cited: () => citedMarkup(source) } : NO_ORIGIN;

/** Returns the texts of the line that names the source of a value. */
const originTexts = (source: Source | null) =>
  source
    ? { from: `${say('Source')}: `, source: sourceLine(source) }
    : { from: say('Source not given'), source: { text: '', href: undefined } };

function originText({ source: given }: Point): string {
  const { from, source } = originTexts(given);
  return from + source.text;
}

function originView(point: Point): Markup {
  const { from, source } = originTexts(point.source);
  return html`<span data-t="from">${from}</span
    ><bdi
      ><a
        data-t="source"
        href=${source.href}
        target="_blank"
        rel="noopener noreferrer"
        title=${say('Opens in a new tab')}
        >${source.text}</a
      ></bdi
    >`;
}

/** The most characters of a value in large letters. */
const MAX_LARGE = 12;

/** Returns the chart: the value that is read, the legend and the drawing. */
export function chartView(data: ValuationData, points: Point[], view: DatasetView): Markup {
  const { currency } = data;
  const read = latestOf(points, view);
  const longest = longestOf(points.map(({ value }) => short(value, currency)));
  return html`<p class="readout">
      <strong class=${longest.length > MAX_LARGE ? 'long' : undefined} data-room=${longest}
        ><span data-t="value">${short(read.value, currency)}</span></strong
      >
      <span class="fixed" data-room=${longestOf(points.map((point) => readingWords(point, view.latest)))}
        ><span data-t="day">${readingWords(read, view.latest)}</span></span
      >
      <span class="fixed" data-room=${longestOf(points.map(originText))}
        ><span>${originView(read)}</span></span
      >
      ${legendView(points)}
    </p>
    <figure>
      <svg aria-hidden="true" width=${gutterOf(view.frame, currency)}>
        ${valueLabels(view.frame, currency)}
      </svg>
      <div class="plot">
        <svg role="img" aria-label=${summaryOf(data, points)}>${valuationPlot(view, currency)}</svg>
      </div>
    </figure>`;
}

/** Returns the table of values, which opens on request. */
export const detailsView = (data: ValuationData, points: Point[]): Markup =>
  html`<details>
    <summary>
      ${say('Show the {count} values as a table', { count: points.length }, 'Show the value as a table')}
    </summary>
    ${tableView(points, data.currency, titleOf(data), true)}
  </details>`;

/**
 * Returns what the script needs to read and to redraw the chart.
 * @param origin returns where a point comes from, by its place in the order of time
 */
export function readable(
  data: ValuationData,
  { points, view }: { points: Point[]; view: DatasetView },
  origin = (i: number) => originOf(points[i]!),
): Readable {
  const { currency } = data;
  const [lane] = view.lanes;
  const rest = points.lastIndexOf(latestOf(points, view));
  return {
    label: say('Read the values one by one'),
    stops: lane!.marks,
    exact: (value) => exact(value, currency),
    words: (stop) => readingOf({ ...points[stop]!, source: origin(stop).source }, currency),
    texts: (stop) => {
      const i = stop ?? rest;
      const point = points[i]!;
      return {
        value: short(point.value, currency),
        day: readingWords(point, view.latest),
        ...originTexts(origin(i).source),
      };
    },
    rings: (stop) => {
      const { x, y } = lane!.marks[stop]!;
      return [{ x, y, lane: 0, colour: LINE_COLOUR }];
    },
    origin: (stop) => {
      const point = points[stop]!;
      return html`<strong>${short(point.value, currency)}</strong> ${readingWords(point, view.latest)}.
        ${origin(stop).cited()}`;
    },
    draw: (size) => ({ plot: valuationPlot(view, currency, { size }) }),
  };
}
