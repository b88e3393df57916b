import { html, nothing } from 'lit';
import { markOn, type DatasetView } from '../../chart/dataset.ts';
import { exact } from '../../chart/format.ts';
import { dayView, nameView } from '../../parts/views.ts';
import { plainText } from '../../text.ts';
import type { DatasetChartData } from './data.ts';

/** The values as a table with a row for each day, the newest first. */
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
