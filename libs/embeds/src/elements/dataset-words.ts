import { html, nothing } from 'lit';
import { latestMark, markOn, type DatasetView, type Lane } from '../chart/dataset.ts';
import { dayText, exact, short, unitName } from '../chart/format.ts';
import { latestOf } from '../chart/frame.ts';
import type { Note } from '../chart/notes.ts';
import type { DatasetChartData } from '../data.ts';
import { plainText } from '../text.ts';
import { dayView, nameView } from './parts.ts';

/** The words of a dataset chart. */
export const EMPTY_DATASETS = 'There are no values to show.';

export const unitWords = (unit: string) => `In ${plainText(unitName(unit), 40)}`;

/** The description as a sentence before another one. */
export const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** How estimates look; undefined where there are none. */
export function estimateWords({ lanes, columns }: DatasetView): string | undefined {
  if (!lanes.some(({ marks }) => marks.some(({ point }) => point.estimate))) return undefined;
  return `${columns === undefined ? 'Hollow' : 'Pale'}, dashed: estimate`;
}

export const noteWords = ({ date, label }: Note) => `${dayText(date)}: ${plainText(label)}`;

const nameOf = ({ series }: Lane) => plainText(series.name, 60);

/** What the chart shows, for those who do not see it. */
export function datasetSummary(data: DatasetChartData, { lanes, dates }: DatasetView): string {
  const kind = { line: 'Line', column: 'Column', area: 'Area' }[data.view];
  const day = latestOf(dates, data.asOf);
  const names = lanes.map((lane) => {
    const mark = latestMark(lane, day);
    return nameOf(lane) + (mark ? ` (latest ${short(mark.point.value, data.unit)})` : '');
  });
  return `${kind} chart of ${names.join(', ')}, ${dayText(dates[0]!)} to ${dayText(dates.at(-1)!)}.`;
}

function valueWords(lane: Lane, date: string, unit: string): string {
  const mark = markOn(lane, date);
  const { source } = lane.series;
  if (!mark) return `${nameOf(lane)} no value`;
  return (
    `${nameOf(lane)} ${exact(mark.point.value, unit)}${mark.point.estimate ? ', estimate' : ''}` +
    (source ? `, source: ${plainText(source.title)}` : '')
  );
}

/** What is read out of a day by keyboard. */
export const dayWords = (view: DatasetView, date: string, unit: string) =>
  `${dayText(date)}: ${view.lanes.map((lane) => valueWords(lane, date, unit)).join('; ')}`;

/** The values as a table, a row for each day, the newest first. */
export const datasetTable = (data: DatasetChartData, view: DatasetView) => html`
  <div class="scroller" tabindex="0" role="region" aria-label="Table of the values">
    <table>
      <caption class="unseen">
        ${plainText(data.name)}
      </caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          ${data.series.map(({ name }) => html`<th scope="col" class="number">${nameView(name, 60)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${view.dates.toReversed().map(
          (date) =>
            html`<tr>
              <th scope="row" class="whole">${dayView(date)}</th>
              ${view.lanes.map((lane) => {
                const mark = markOn(lane, date);
                return html`<td class="number">
                  ${mark?.point.estimate ? html`<small>est.</small> ` : nothing}${
                    mark ? exact(mark.point.value, data.unit) : '–'
                  }
                </td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`;
