import { css } from 'lit';
import { html } from '../../markup.ts';
import type { Face } from '../../parts/element.ts';
import { dateText, short, tickText } from '../../chart/format.ts';
import { sparkStyles } from '../../parts/spark-styles.ts';
import { roundSpan, type Span, spanOf, sparkView } from '../../parts/spark.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { dayView, nameView, notesView, titleView } from '../../parts/views.ts';
import { plainText } from '../../text.ts';
import { phrase, say } from '../../words/say.ts';
import { tableView } from '../valuation-chart/table.ts';
import { comparedOf, type Compared, type ComparisonData } from './data.ts';
import { leftOutView, lineWords, rangeWords } from './words.ts';

/** The notes name this many sources. */
const MAX_SOURCES = 4;

const multiplesStyles = css`
  .panels {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
    gap: 0 28px;
    margin: 14px 0 4px;
    padding: 0;
    list-style: none;
  }
  /* Names, values and lines of a row begin at the same height. */
  .panels li {
    display: grid;
    grid-row: span 4;
    grid-template-rows: subgrid;
    margin-bottom: 18px;
  }
  h2 {
    margin: 0;
    font-size: 0.9375rem;
    line-height: 1.25;
  }
  .panels strong {
    font-size: 1.25rem;
  }
  .panels strong + small {
    display: block;
  }
  .panels small,
  .left-out {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .panels .spark {
    height: 72px;
    margin-top: 16px;
    border-bottom: 1px solid var(--axis);
  }
  .times {
    direction: ltr;
    display: flex;
    justify-content: space-between;
    color: var(--muted);
    font-size: 0.75rem;
  }
`;

/** The valuations of several companies, each in a chart of its own on one scale. */
export const smallMultiplesFace: Face<ComparisonData> = {
  styles: [widgetStyles, sparkStyles, multiplesStyles],
  view(data, { address }) {
    const compared = comparedOf(data);
    const known = compared.filter(({ points }) => points.length > 0);
    return html`<article aria-labelledby="title">
      ${titleView(data, say('Valuations compared'))}
      ${
        known.length === 0
          ? html`<p class="empty">${say('No company has a value.')}</p>`
          : html`<p class="subtitle">${rangeWords(known, data.currency)}. ${say('All on one scale')}.</p>
              ${panelsView(compared, data)}`
      }
      ${leftOutView(data)} ${known.length === 0 ? undefined : detailsView(known, data)}
      ${notesView({
        ...data,
        sources: known.flatMap(({ points }) => points.map(({ source }) => source)).reverse(),
        most: MAX_SOURCES,
        table: true,
        count: known.reduce((sum, { points }) => sum + points.length, 0),
        address,
        forms: known.length === 0 ? [] : ['csv', 'json', 'svg', 'png'],
      })}
    </article>`;
  },
};

function panelsView(compared: readonly Compared[], { currency, asOf }: ComparisonData) {
  const lines = compared.map(({ points }) => points);
  const span = roundSpan(spanOf(lines, asOf));
  return html`<ul class="panels">
    ${compared.map((one) => panelView(one, currency, span))}
  </ul>`;
}

/** The values of each company as a table, which opens on request. */
const detailsView = (known: readonly Compared[], { currency }: ComparisonData) =>
  html`<details>
    <summary>${say('Show the data as a table')}</summary>
    ${known.map(
      ({ company, points }) =>
        html`<h2>${nameView(company.name, 60)}</h2>
          ${tableView(points, currency, plainText(company.name, 60))}`,
    )}
  </details>`;

function panelView(one: Compared, currency: string, span: Span) {
  const last = one.points.at(-1);
  return html`<li>
    <h2>${nameView(one.company.name, 60)}</h2>
    ${
      last
        ? html`<p>
              <strong>${short(last.value, currency)}</strong>
              <small
                >${phrase('since {day}', { day: dayView(last.date) })}${
                  last.estimate ? html`, ${say('estimate')}` : undefined
                }</small
              >
            </p>
            ${sparkView(one.points, span, lineWords(one, currency), tickText(span.values[1], currency))}
            <p class="times" aria-hidden="true">
              ${span.times.map((time) => html`<span>${dateText(time, 'year')}</span>`)}
            </p>`
        : html`<p><small>${say('No valuation is known.')}</small></p>`
    }
  </li>`;
}
