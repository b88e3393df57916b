import { css, html, nothing } from 'lit';
import { WidgetElement } from '../../parts/element.ts';
import { dateText, short } from '../../chart/format.ts';
import { sparkStyles } from '../../parts/spark-styles.ts';
import { spanOf, type Span } from '../../parts/spark.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { dayView, nameView, notesView, lineView } from '../../parts/views.ts';
import { phrase, say } from '../../words/say.ts';
import { comparedOf, type Compared, type ComparisonData } from './data.ts';
import { leftOutView, lineWords, rangeWords } from './words.ts';

/** The notes name this many sources. */
const MAX_SOURCES = 4;

const multiplesStyles = css`
  .panels {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
    gap: 18px 28px;
    margin: 14px 0 4px;
    padding: 0;
    list-style: none;
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
export class SmallMultiples extends WidgetElement<ComparisonData> {
  static override styles = [widgetStyles, sparkStyles, multiplesStyles];

  protected override view(data: ComparisonData) {
    const compared = comparedOf(data);
    const known = compared.filter(({ points }) => points.length > 0);
    return html`<article aria-labelledby="title">
      <h1 id="title">${say('Valuations compared')}</h1>
      ${
        known.length === 0
          ? html`<p class="empty">${say('No company has a value.')}</p>`
          : html`<p class="subtitle">${rangeWords(known, data.currency)}. ${say('All on one scale')}.</p>
              ${panelsView(compared, data)}`
      }
      ${leftOutView(data)}
      ${notesView({
        ...data,
        sources: known.flatMap(({ points }) => points.map(({ source }) => source)).reverse(),
        most: MAX_SOURCES,
        address: this.address,
        forms: known.length === 0 ? [] : ['csv', 'json', 'svg', 'png'],
      })}
    </article>`;
  }
}

function panelsView(compared: readonly Compared[], { currency, asOf }: ComparisonData) {
  const span = spanOf(
    compared.map(({ points }) => points),
    asOf,
  );
  return html`<ul class="panels">
    ${compared.map((one) => panelView(one, currency, span))}
  </ul>`;
}

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
                  last.estimate ? html`, ${say('estimate')}` : nothing
                }</small
              >
            </p>
            ${lineView(one.points, span, lineWords(one, currency))}
            <p class="times" aria-hidden="true">
              ${span.times.map((time) => html`<span>${dateText(time, 'year')}</span>`)}
            </p>`
        : html`<p><small>${say('No valuation is known.')}</small></p>`
    }
  </li>`;
}
