import { markOn, ownDay, type DatasetView } from '../../chart/dataset.ts';
import { digitsClass, exact, short } from '../../chart/format.ts';
import { dateName } from '../../chart/periods.ts';
import { html, row } from '../../text/markup.ts';
import { briefMarkup, citedMarkup, distinct } from '../../parts/links.ts';
import { oneADay, type Mark } from '../../chart/frame.ts';
import type { DatasetSeries } from '../../chart/lane.ts';
import type { Source } from '../../inputs/data.ts';
import { linkAddress, plainText } from '../../text/text.ts';
import { phrase, say } from '../../words/say.ts';
import { datasetSources, type DatasetChartData } from './data.ts';
import { shortNames, titleOf } from './names.ts';

/** A table has about this many cells at most. Of more, it has the newest days, and the number of the others. */
const MAX_CELLS = 1600;

/** The values as a table with a row for each day, the newest first. */
export function datasetTable(data: DatasetChartData, view: DatasetView) {
  const sources = view.lanes.map(({ series }) => sourcesByDay(series));
  const days = view.dates.toReversed().slice(0, Math.ceil(MAX_CELLS / view.lanes.length));
  const rest = view.dates.length - days.length;
  return html`<div class="scroller" tabindex="0" role="region" aria-label=${say('Table of the values')}>
      <table class=${digitsClass()}>
        <caption class="unseen">
          ${titleOf(data)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${say('Date')}</th>
            ${shortNames(data).map((name) => html`<th scope="col" class="number"><bdi>${plainText(name)}</bdi></th>`)}
          </tr>
        </thead>
        <tbody>
          ${days.map((date) => rowView(data, view, sources, date))}
        </tbody>
      </table>
    </div>
    ${rest === 0 ? undefined : html`<p class="rest">${say('and {rest} earlier', { rest })}: CSV</p>`}
    ${originsView(data, view)} ${sourcesView(data)}`;
}

/** What is known of the sources of single values, for readers and for the script that shows it at a value. */
function originsView(data: DatasetChartData, { lanes }: DatasetView) {
  const names = shortNames(data);
  const items = lanes.flatMap(({ series, period }, i) =>
    oneADay(series.points).flatMap(({ date, value, source }, at) =>
      value !== null && source?.headline !== undefined
        ? [
            html`<li>
              <bdi>${plainText(names[i]!)}</bdi>,
              ${dateName(at === 0 ? (series.since ?? date) : date, period)}, ${short(value, data.unit)}:
              <span data-origin=${`${i} ${date}`}>${citedMarkup(source)}</span>
            </li>`,
          ]
        : [],
    ),
  );
  return items.length === 0
    ? undefined
    : html`<ul class="origins">
        ${items}
      </ul>`;
}

/**
 * Returns the sources of the values of a dataset that has several, by the day of the value. A single source is stated once,
 * below the chart, and one with a headline in the list of sources.
 */
function sourcesByDay({ source, points }: DatasetSeries): Map<string, Source> {
  if (!points.some((point) => point.source && point.source.url !== source?.url)) return new Map();
  return new Map(
    points.flatMap((point) => {
      const own = point.source ?? source;
      return own && own.headline === undefined ? [[point.date, own] as const] : [];
    }),
  );
}

/** A value as the link of its source, if it has one of its own. */
function valueView({ point }: Mark, sources: Map<string, Source>, unit: DatasetChartData['unit']) {
  const source = sources.get(point.date);
  const href = source && linkAddress(source.url);
  const text = exact(point.value, unit);
  return href ? html`<a href=${href}>${text}</a>` : text;
}

/** All sources of a chart that has several. */
function sourcesView(data: DatasetChartData) {
  const all = distinct(datasetSources(data));
  if (all.length < 2) return undefined;
  return html`<p class="all">
    ${phrase('Sources: {sources}.', { count: all.length, sources: all.map((source, i) => [i === 0 ? '' : '; ', briefMarkup(source)]) })}
  </p>`;
}

const rowView = (data: DatasetChartData, view: DatasetView, sources: Map<string, Source>[], date: string) =>
  row(
    html`<th scope="row">
      <time datetime=${date}>${dateName(date, view.frame.period)}</time>
    </th>`,
    ...view.lanes.map((lane, i) => {
      const mark = markOn(lane, date);
      const estimate = mark?.point.estimate ? html`<small>${say('est.')}</small> ` : undefined;
      const own = mark && ownDay(lane, mark);
      const held =
        own === undefined || own === date
          ? undefined
          : html` <small>${say('since {day}', { day: dateName(own, lane.period) })}</small>`;
      return html`<td class="number">
        ${estimate}${mark ? valueView(mark, sources[i]!, data.unit) : '–'}${held}
      </td>`;
    }),
  );
