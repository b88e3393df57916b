import { css } from 'lit';
import { html } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { short } from '../../chart/format.ts';
import { changeOf, changeView } from '../../parts/change.ts';
import { sparkStyles } from '../../parts/spark-styles.ts';
import { spanOf, sparkView } from '../../parts/spark.ts';
import { sourceMarkup } from '../../parts/links.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { dayView, eyebrowView, nameView } from '../../parts/views.ts';
import { phrase, say } from '../../words/say.ts';
import { knownPoints, type ValuationData } from '../valuation-chart/data.ts';
import { emptyWords, kindWithin, summaryOf } from '../valuation-chart/words.ts';

const cardStyles = css`
  h1 {
    font-size: 1.125rem;
  }
  .value {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 10px;
    margin-top: 6px;
  }
  .value strong {
    font-size: 1.75rem;
    line-height: 1.15;
    letter-spacing: -0.01em;
  }
  .value span,
  .origin {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .spark {
    flex: 1 1 48px;
    min-height: 32px;
    max-height: 120px;
    margin: 8px 0 4px;
  }
`;

/** A company's latest valuation with its day, its source and its history, for a box of 300 by 250 pixels. */
export const companyCardFace: Face<ValuationData> = {
  styles: [widgetStyles, sparkStyles, cardStyles],
  view(data, { home }) {
    const { company, currency, asOf } = data;
    const points = knownPoints(data);
    const last = points.at(-1);
    const change = changeOf(points);
    return html`<article aria-labelledby="title">
      ${eyebrowView(company, home)}
      <h1 id="title">${phrase('{company} valuation', { company: nameView(company.name) })}</h1>
      ${
        last
          ? html`<p class="value">
                <strong>${short(last.value, currency)}</strong>
                <span>${phrase('since {day}', { day: dayView(last.date) })}, ${kindWithin(last)}</span>
                ${change ? html`<span>${changeView(change)} ${say('on the previous valuation, {day}', { day: change.before })}</span>` : undefined}
              </p>
              ${sparkView(points, spanOf([points], asOf), summaryOf(data, points))}
              <p class="origin">
                ${last.source ? html`${say('Source')}: ${sourceMarkup(last.source)}` : say('Source not given')}
              </p>`
          : html`<p class="empty">${emptyWords()}</p>`
      }
    </article>`;
  },
};
