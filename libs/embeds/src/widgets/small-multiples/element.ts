import { css } from 'lit';
import { html } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { sparkStyles } from '../../parts/spark-styles.ts';
import { readingStyles } from '../../parts/reading-styles.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { nameView, notesView, titleView } from '../../parts/views.ts';
import { plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import { tableView } from '../valuation-chart/table.ts';
import { comparedOf, type Compared, type ComparisonData } from './data.ts';
import { panelReadings, panelsView } from './panels.ts';
import { leftOutView, rangeWords } from './words.ts';

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
    grid-template: subgrid / minmax(0, 1fr);
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
  .panels p {
    line-height: 1.3;
  }
  .panels [data-room] {
    max-width: 100%;
    white-space: normal;
  }
  .track {
    direction: ltr;
    height: 72px;
    margin-top: max(16px, 1.125rem);
    padding: 4px;
    border-bottom: 1px solid var(--axis);
  }
  .plot {
    position: relative;
    height: 100%;
    touch-action: pan-y;
  }
  .plot > svg {
    pointer-events: none;
  }
  .panels .spark {
    height: 100%;
    padding: 0;
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
  styles: [compact(widgetStyles, sparkStyles, readingStyles, multiplesStyles)],
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
  read: (data, root) => panelReadings(comparedOf(data), data, root),
};

/** The values of each company as a table, which opens on request. */
const detailsView = (known: readonly Compared[], { currency }: ComparisonData) =>
  html`<details>
    <summary>${say('Show the data as a table')}</summary>
    ${known.map(
      ({ company, points }) =>
        html`<h2>${nameView(company.name)}</h2>
          ${tableView(points, currency, plainText(company.name))}`,
    )}
  </details>`;
