import { css } from 'lit';
import { gutterOf, valueLabels } from '../../chart/axis.ts';
import { html, row, type Markup } from '../../text/markup.ts';
import { chartStyles } from '../../parts/chart-styles.ts';
import type { Face } from '../../parts/element.ts';
import { briefMarkup } from '../../parts/links.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { nameView, notesView, titleView, wholeView } from '../../parts/views.ts';
import { longestOf } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import {
  axes,
  figureWords,
  labelOf,
  leftOutWords,
  scatterSummary,
  sourcesOf,
  valueWords,
  type Dot,
  type ScatterChartData,
} from './data.ts';
import { measureName, titleOfAxes } from './measures.ts';
import { axesWords, scatterPlot, scatterView, type ScatterView } from './plot.ts';
import { readable, restOf } from './readable.ts';

/** The most sources that the notes name. The table has all of them. */
const MAX_SOURCES = 4;

const scatterStyles = css`
  .readout {
    grid-template-columns: minmax(0, 1fr);
  }
  .readout strong {
    grid-row: auto;
    font-size: 1.0625rem;
  }
  .readout > .fixed:nth-child(n) {
    grid-column: 1;
  }
  /* Room for an amount that no line breaks. */
  .readout .fixed::before {
    content: attr(data-room) ' 0000000000';
  }
  td small {
    display: block;
    color: var(--muted);
    font-size: 0.75rem;
  }
  td,
  tr > th {
    overflow-wrap: anywhere;
    white-space: normal;
  }
`;

/** Two measures of several names: a dot for each. */
export const scatterChartFace: Face<ScatterChartData> = {
  styles: [compact(widgetStyles, chartStyles, scatterStyles)],
  view(data, { address, papers }) {
    const view = scatterView(data, papers);
    const dots = view?.marks.map(({ dot }) => dot) ?? [];
    return html`<article aria-labelledby="title">
      ${titleView(data, wholeView(titleOfAxes(data)))}
      <p class="subtitle">${wholeView(axesWords(data, view))}</p>
      ${view ? chartView(data, view) : html`<p class="empty">${say('There are no values to show.')}</p>`}
      <div class="below">
        ${view && detailsView(data, dots)}
        ${notesView({
          ...data,
          sources: sourcesOf(dots),
          most: MAX_SOURCES,
          table: true,
          count: view ? dots.length * axes.length : undefined,
          address,
          forms: view ? ['csv', 'json', 'svg', 'png'] : [],
        })}
        ${leftOutWords(data).map((words) => html`<footer>${words}.</footer>`)}
      </div>
    </article>`;
  },
  read(data, root, papers) {
    const view = scatterView(data, papers);
    return view ? [[root, readable(data, view)]] : [];
  },
};

function chartView(data: ScatterChartData, view: ScatterView): Markup {
  const { frame, marks } = view;
  const rest = restOf(view);
  const textView = (key: string, words: (dot: Dot) => string) =>
    html`<span class="fixed" data-room=${longestOf(marks.map(({ dot }) => words(dot)))}
      ><span dir="auto" data-t=${key}>${words(rest)}</span></span
    >`;
  return html`<p class="readout">
      <strong>${textView('name', labelOf)}</strong>
      ${axes.map((axis) => textView(axis, (dot) => valueWords(data, dot, axis)))}
    </p>
    <figure>
      <svg aria-hidden="true" width=${gutterOf(frame, data.y.unit)}>${valueLabels(frame, data.y.unit)}</svg>
      <div class="plot">
        <svg role="img" aria-label=${scatterSummary(data)}>${scatterPlot(view)}</svg>
      </div>
    </figure>`;
}

/** Returns the table of values, which opens on request. */
const detailsView = (data: ScatterChartData, dots: readonly Dot[]): Markup =>
  html`<details>
    <summary>${say('Show the data as a table')}</summary>
    <table>
      <caption class="unseen">
        ${titleOfAxes(data)}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say('Name')}</th>
          ${axes.map((axis) => html`<th scope="col">${wholeView(measureName(data, axis))}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${dots.map((dot) => row(html`<th scope="row">${nameView(labelOf(dot))}</th>`, ...axes.map((axis) => cellView(data, dot, axis))))}
      </tbody>
    </table>
  </details>`;

function cellView(data: ScatterChartData, dot: Dot, axis: (typeof axes)[number]): Markup {
  const { source } = dot[axis];
  return html`<td>
    ${figureWords(dot[axis], data[axis].unit)}
    ${source ? html`<small>${briefMarkup(source)}</small>` : undefined}
  </td>`;
}
