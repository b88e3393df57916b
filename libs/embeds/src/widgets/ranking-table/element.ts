import { css, html, LitElement, nothing } from 'lit';
import { short } from '../../chart/format.ts';
import { changeView, yearlyChange } from '../../parts/change.ts';
import { sparkStyles } from '../../parts/spark-styles.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { dayView, nameView, notesView, sourceView } from '../../parts/views.ts';
import { phrase, say } from '../../words/say.ts';
import { comparedOf, type Compared, type ComparisonData } from '../small-multiples/data.ts';
import { leftOutView, rangeWords } from '../small-multiples/words.ts';

const rankingStyles = css`
  tbody th {
    overflow-wrap: anywhere;
    white-space: normal;
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
  @container widget (max-width: 420px) {
    .from {
      display: none;
    }
  }
`;

const latestValue = ({ points }: Compared) => points.at(-1)?.value ?? Number.NEGATIVE_INFINITY;

/** Companies by valuation, the highest first. Equal values share a rank. */
export class RankingTable extends LitElement {
  static override properties = { data: { type: Object }, address: {} };
  static override styles = [widgetStyles, sparkStyles, rankingStyles];

  declare data: ComparisonData | null;
  declare address: string | null;

  constructor() {
    super();
    this.data = null;
    this.address = null;
  }

  override render() {
    const { data } = this;
    if (!data) return nothing;
    const ranked = comparedOf(data)
      .filter(({ points }) => points.length > 0)
      .sort((a, b) => latestValue(b) - latestValue(a));
    return html`<article aria-labelledby="title">
      <h1 id="title">${say('Ranked by valuation')}</h1>
      ${
        ranked.length === 0
          ? html`<p class="empty">${say('No company has a value.')}</p>`
          : html`<p class="subtitle">${rangeWords(latestOnly(ranked), data.currency)}</p>
              ${tableView(ranked, data)}`
      }
      ${leftOutView(data)}
      ${notesView({
        ...data,
        address: this.address,
        forms: ranked.length === 0 ? [] : ['csv', 'json'],
      })}
    </article>`;
  }
}

const latestOnly = (ranked: readonly Compared[]) =>
  ranked.map(({ company, points }) => ({ company, points: points.slice(-1) }));

const tableView = (ranked: readonly Compared[], { currency, asOf }: ComparisonData) => html`
  <table>
    <caption class="unseen">
      ${say('Ranked by valuation')}
    </caption>
    <thead>
      <tr>
        <th scope="col" class="number">${say('Rank')}</th>
        <th scope="col">${say('Company')}</th>
        <th scope="col" class="number">${say('Valuation')}</th>
        <th scope="col" class="number">${say('Change in a year')}</th>
        <th scope="col" class="from">${say('Source')}</th>
      </tr>
    </thead>
    <tbody>
      ${ranked.map((one) => rowView(one, ranked, currency, asOf))}
    </tbody>
  </table>
`;

function rowView(one: Compared, ranked: readonly Compared[], currency: string, asOf: string | null) {
  const last = one.points.at(-1)!;
  const rank = ranked.findIndex((other) => latestValue(other) === last.value) + 1;
  const change = asOf === null ? undefined : yearlyChange(one.points, asOf);
  return html`<tr>
    <td class="number">${rank}</td>
    <th scope="row">${nameView(one.company.name, 60)}</th>
    <td class="number">
      ${short(last.value, currency)}<small
        >${phrase('since {day}', { day: dayView(last.date) })}${last.estimate ? `, ${say('est.')}` : nothing}</small
      >
    </td>
    <td class="number">${change === undefined ? '–' : changeView(change)}</td>
    <td class="from">${last.source ? sourceView(last.source) : say('Not given')}</td>
  </tr>`;
}
