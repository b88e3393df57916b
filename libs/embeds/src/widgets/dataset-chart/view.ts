import { gutterOf, valueLabels } from '../../chart/axis.ts';
import { eitherColour } from '../../chart/colour.ts';
import { datasetPlotView } from '../../chart/dataset-plot.ts';
import type { Lane } from '../../chart/lane.ts';
import { latestMark, markOn, type DatasetView } from '../../chart/dataset.ts';
import { BROAD, endsView, endsWidth, hasEnds, MANY } from '../../chart/ends.ts';
import { timeOf } from '../../chart/format.ts';
import { estimateKeyView } from '../../chart/legend.ts';
import { notesOf } from '../../chart/notes.ts';
import { rangesView } from '../../chart/ranges.ts';
import { dayName, readingsOf, roomOf, type Reading } from '../../chart/reading.ts';
import { shapeView } from '../../chart/shapes.ts';
import { html, type Markup } from '../../text/markup.ts';
import { citedMarkup } from '../../parts/links.ts';
import type { Readable } from '../../parts/reader.ts';
import { longestOf } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import type { DatasetChartData } from './data.ts';
import { shortNames, titleOf } from './names.ts';
import { datasetTable } from './table.ts';
import { datasetSummary, dayWords, estimateWords, noteWords } from './words.ts';

const colourOf = ({ colours }: Lane) => eitherColour(colours);

/** A value, with room for the longest one. */
function valueView(i: number, readings: readonly Reading[], room: readonly Reading[]): Markup {
  const longest = longestOf(room.map(({ value }) => value));
  return html`<strong data-room=${longest}><span data-t=${`v${i}`}>${readings[i]!.value}</span></strong>`;
}

/** The names of the datasets with their values. */
function keysView(view: DatasetView, names: readonly string[], readings: Reading[], room: Reading[]): Markup {
  const dated = room.some(({ when }) => when !== '');
  const longest = longestOf(room.map(({ when }) => when));
  const whenView = (i: number) =>
    html`<small data-room=${longest}><span data-t=${`w${i}`}>${readings[i]!.when}</span></small>`;
  return html`<ul class=${dated ? 'keys dated' : 'keys'}>
    ${view.lanes.map(
      (lane, i) =>
        html`<li data-lane=${i}>
          <svg
            class="series"
            color=${colourOf(lane)}
            aria-hidden="true"
            width="12"
            height="12"
            viewBox="-6 -6 12 12"
          >
            ${shapeView(view.columns === undefined && !view.stacked ? i : 1, false)}
          </svg>
          <span class="name"><bdi>${names[i]}</bdi></span>
          ${dated ? html`<span class="now">${valueView(i, readings, room)} ${whenView(i)}</span>` : valueView(i, readings, room)}
        </li>`,
    )}
  </ul>`;
}

/** The annotations in words, numbered as in the drawing. They are folded in low frames, and open in others. */
export function numberedView(view: DatasetView): Markup {
  const notes = notesOf(view);
  if (notes.length === 0) return html``;
  return html`<details class="noted">
    <summary>${say('{count} notes', { count: notes.length }, '{count} note')}</summary>
    <ol class="notes">
      ${notes.map((note) => html`<li><bdi>${noteWords(note)}</bdi></li>`)}
    </ol>
  </details>`;
}

/** Returns the widths of the column at the ends of the lines: usually, and in a broad widget if it differs. */
const widthsOf = (names: readonly string[], room: readonly Reading[]) => [
  ...new Set([endsWidth(names, room), endsWidth(names, room, BROAD.widest)]),
];

/** Returns the chart: the day and its values, the drawing, and the notes. */
export function chartView(data: DatasetChartData, view: DatasetView): Markup {
  const { frame, lanes, latest, columns } = view;
  const names = shortNames(data);
  const readings = readingsOf(view, data.unit, latest);
  const room = roomOf(view, data.unit);
  const estimates = estimateWords(view);
  const ranges = rangesView(view, undefined);
  // The title names the only dataset of a chart already, and its value needs no line of its own.
  const alone = lanes.length === 1 && titleOf(data).endsWith(names[0]!);
  return html`<p class="day">
      ${alone ? valueView(0, readings, room) : undefined}
      <span class="fixed" data-room=${longestOf([undefined, ...view.dates].map((day) => dayName(view, day)))}
        ><span data-t="day">${dayName(view, undefined)}</span></span
      >
      ${estimates === undefined ? undefined : html`<span class="key">${estimateKeyView(columns !== undefined)}${estimates}</span>`}
    </p>
    ${alone ? undefined : keysView(view, names, readings, room)}
    <figure class=${lanes.length > MANY ? 'many' : undefined}>
      <svg aria-hidden="true" width=${gutterOf(frame, data.unit)}>${valueLabels(frame, data.unit)}</svg>
      <div class="plot">
        <svg role="img" aria-label=${datasetSummary(data, view)}>${datasetPlotView(view, data)}</svg>
        ${ranges.length === 0 ? undefined : html`<svg class="ranges" aria-hidden="true">${ranges}</svg>`}
      </div>
      ${
        hasEnds(view)
          ? widthsOf(names, room).map(
              (width, i) =>
                html`<div class=${i === 0 ? 'ends' : 'ends broad'} aria-hidden="true">
                  <svg width=${width} height="0"></svg>
                  <svg width=${width}>${endsView(view, readings, { names, room, width, colourOf })}</svg>
                </div>`,
            )
          : undefined
      }
    </figure>`;
}

/** Returns the table of values, which opens on request. */
export const detailsView = (data: DatasetChartData, view: DatasetView): Markup =>
  html`<details>
    <summary>${say('Show the data as a table')}</summary>
    ${datasetTable(data, view)}
  </details>`;

function originInData({ series }: Lane, date: string): Markup | undefined {
  const source = series.points.findLast((point) => point.date === date)?.source ?? series.source;
  return source ? citedMarkup(source) : undefined;
}

/**
 * Returns what the script needs to read and to redraw the chart.
 * @param originOf returns what is known of the source of a dataset's value on a day
 */
export function readable(
  data: DatasetChartData,
  view: DatasetView,
  originOf: (lane: Lane, date: string) => Markup | undefined = originInData,
): Readable {
  const { frame, lanes, dates, latest } = view;
  const names = shortNames(data);
  return {
    label: say('Read the values one by one'),
    stops: dates.map((date) => ({ x: frame.x(timeOf(date)) })),
    words: (stop) => dayWords(view, dates[stop]!, data.unit, names),
    texts: (stop) => {
      const day = stop === undefined ? undefined : dates[stop]!;
      const texts: Record<string, string> = { day: dayName(view, day) };
      readingsOf(view, data.unit, day ?? latest).forEach(({ value, when }, i) => {
        texts[`v${i}`] = value;
        texts[`w${i}`] = when;
      });
      return texts;
    },
    rings: (stop) =>
      lanes.flatMap((lane) => {
        if (view.columns !== undefined) return [];
        const day = dates[stop]!;
        const mark = lane.series.path === 'step' ? latestMark(lane, day) : markOn(lane, day);
        if (!mark) return [];
        return [{ x: frame.x(timeOf(day)), y: mark.y, lane: lane.index, colour: colourOf(lane) }];
      }),
    origin: (stop) => {
      const items = readingsOf(view, data.unit, dates[stop]!).flatMap(({ mark, value, when }, i) => {
        const origin = mark && originOf(lanes[i]!, mark.point.date);
        return origin
          ? [
              html`<p>
                <bdi>${names[i]}</bdi> <strong>${value}</strong>${when === '' ? '' : ` ${when}`}: ${origin}
              </p>`,
            ]
          : [];
      });
      return items.length === 0 ? undefined : html`${items}`;
    },
    slot: view.columns === undefined ? undefined : 100 / view.columns,
    draw: (size, width) => {
      const readings = readingsOf(view, data.unit, latest);
      const ends = hasEnds(view)
        ? endsView(view, readings, {
            names,
            room: roomOf(view, data.unit),
            width,
            height: size.height,
            colourOf,
          })
        : undefined;
      return {
        plot: datasetPlotView(view, data, { size }),
        ends: ends && html`${ends}`,
      };
    },
  };
}
