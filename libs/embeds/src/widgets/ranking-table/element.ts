import { css } from 'lit';
import { html } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { short } from '../../chart/format.ts';
import { changeView } from '../../parts/change.ts';
import { sparkView, type Span } from '../../parts/spark.ts';
import { sparkStyles } from '../../parts/spark-styles.ts';
import { sourceMarkup } from '../../parts/links.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { dayView, nameView, notesView, titleView } from '../../parts/views.ts';
import { phrase, say } from '../../words/say.ts';
import type { ComparisonData } from '../small-multiples/data.ts';
import { leftOutView, lineWords } from '../small-multiples/words.ts';
import { hasSources, lineSpan, rankedOf, rankingRange, type Ranked } from './data.ts';

/** The width of a line in a frame of 600 pixels, of which it has 22%, with room for wider frames. */
const LINE = 160;

const rankingStyles = css`
  tbody th {
    overflow-wrap: anywhere;
    white-space: normal;
  }
  td.line {
    width: 22%;
    min-width: 4.5rem;
  }
  .spark {
    height: 32px;
  }
  td small {
    display: block;
    color: var(--muted);
    font-size: 0.75rem;
    font-weight: 400;
  }
  .left-out {
    margin-top: 8px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  td[data-of] small {
    white-space: normal;
  }
  /* Room for the longest word of most names. */
  @container widget (min-width: 34rem) {
    tbody th {
      min-width: 6.5em;
    }
  }
  /* Without room for columns, a row becomes lines, which say what they are. */
  @container widget (max-width: 30rem) {
    table,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody tr {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      gap: 0 0.6em;
      padding: 6px 0;
      border-bottom: 1px solid var(--grid);
    }
    tbody tr:last-child {
      border-bottom: 0;
    }
    tbody tr > :is(th, td, .number) {
      grid-column: 2;
      padding: 0;
      border: 0;
      text-align: start;
      white-space: normal;
    }
    tbody tr > .number:first-child {
      grid-column: 1;
      grid-row: 1 / span 4;
    }
    table.lined tr > .number:first-child {
      grid-row: 1 / span 5;
    }
    tbody tr > .line {
      width: auto;
    }
    td[data-of]::before {
      content: attr(data-of) ': ';
      font-weight: 400;
    }
  }
`;

/** Companies by valuation, the highest first. Equal values share a rank. */
export const rankingTableFace: Face<ComparisonData> = {
  styles: [widgetStyles, sparkStyles, rankingStyles],
  view(data, { address }) {
    const ranked = rankedOf(data);
    return html`<article aria-labelledby="title">
      ${titleView(data, say('Ranked by valuation'))}
      ${
        ranked.length === 0
          ? html`<p class="empty">${say('No company has a value.')}</p>`
          : html`<p class="subtitle">${rankingRange(ranked, data)}</p>
              ${tableView(ranked, data)}`
      }
      ${leftOutView(data)}
      ${notesView({
        ...data,
        count: ranked.length,
        address,
        forms: ranked.length === 0 ? [] : ['csv', 'json', 'svg', 'png'],
      })}
    </article>`;
  },
};

const tableView = (ranked: readonly Ranked[], data: ComparisonData) => html`
  <table class=${data.sparklines ? 'lined' : undefined}>
    <caption class="unseen">
      ${say('Ranked by valuation')}
    </caption>
    <thead>
      <tr>
        <th scope="col" class="number">${say('Rank')}</th>
        <th scope="col">${say('Company')}</th>
        ${data.sparklines ? html`<th scope="col">${say('Over time')}</th>` : undefined}
        <th scope="col" class="number">${say('Valuation')}</th>
        <th scope="col" class="number">${say('Change on the previous valuation')}</th>
        ${hasSources(ranked) ? html`<th scope="col">${say('Source')}</th>` : undefined}
      </tr>
    </thead>
    <tbody>
      ${ranked.map((one) => rowView(one, data, { span: lineSpan(ranked, one, data), sourced: hasSources(ranked) }))}
    </tbody>
  </table>
`;

function rowView(
  one: Ranked,
  { currency, sparklines }: ComparisonData,
  { span, sourced }: { span: Span; sourced: boolean },
) {
  const { company, points, last, rank, change } = one;
  return html`<tr>
    <td class="number">${rank}</td>
    <th scope="row">${nameView(company.name)}</th>
    ${sparklines ? html`<td class="line">${sparkView(points, span, lineWords(one, currency), LINE)}</td>` : undefined}
    <td class="number">
      ${short(last.value, currency)}<small
        >${phrase('since {day}', { day: dayView(last.date) })}${last.estimate ? `, ${say('est.')}` : undefined}</small
      >
    </td>
    <td class="number" data-of=${say('Change on the previous valuation')}>
      ${typeof change === 'string' ? html`<small>${change}</small>` : html`${changeView(change)}<small>${say('since {day}', { day: change.before })}</small>`}
    </td>
    ${sourced ? html`<td data-of=${say('Source')}>${last.source ? sourceMarkup(last.source) : say('Not given')}</td>` : undefined}
  </tr>`;
}
