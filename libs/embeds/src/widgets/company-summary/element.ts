import { css } from 'lit';
import { html } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { short } from '../../chart/format.ts';
import type { Figure } from '../../inputs/data.ts';
import { sourceMarkup } from '../../parts/links.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { dayView, eyebrowView, nameView, notesView, titleView } from '../../parts/views.ts';
import { plainText } from '../../text/text.ts';
import { kindOf } from '../valuation-chart/words.ts';
import { say } from '../../words/say.ts';
import type { CompanySummaryData } from './data.ts';
import { factsOf, figuresOf } from './words.ts';

const MAX_DESCRIPTION = 600;

const summaryStyles = css`
  .description {
    margin-top: 8px;
    max-width: 68ch;
  }
  dl {
    display: grid;
  }
  dt {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .figures {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
    gap: 14px 20px;
    margin-top: 16px;
    padding: 14px 0;
    border: solid var(--grid);
    border-width: 1px 0;
  }
  .figures strong {
    display: block;
    font-size: 1.625rem;
    line-height: 1.25;
    letter-spacing: -0.01em;
  }
  .figures small {
    display: block;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .facts {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
    gap: 10px 20px;
    margin: 14px 0 16px;
  }
`;

const figureView = (label: string, figure: Figure, currency: string) =>
  html`<div>
    <dt>${label}</dt>
    <dd>
      <strong>${short(figure.value, currency)}</strong>
      <small>${kindOf(figure)}${figure.date === null ? undefined : html`, ${dayView(figure.date)}`}</small>
      <small>${figure.source ? sourceMarkup(figure.source) : say('Source not given')}</small>
    </dd>
  </div>`;

const factView = (label: string, words: readonly string[]) =>
  html`<div>
    <dt>${label}</dt>
    <dd>${words.map((word, i) => html`${i === 0 ? '' : ', '}${nameView(word)}`)}</dd>
  </div>`;

/** What a company does, its latest figures and its people. `data` is a property, or JSON in the attribute. */
export const companySummaryFace: Face<CompanySummaryData> = {
  styles: [compact(widgetStyles, summaryStyles)],
  view(data, { address, home }) {
    const { currency } = data;
    const figures = figuresOf(data);
    return html`<article aria-labelledby="title">
      ${eyebrowView(data.company, home)} ${titleView(data, nameView(data.company.name))}
      ${
        data.description
          ? html`<p class="description" dir="auto" lang="">
              ${plainText(data.description, MAX_DESCRIPTION)}
            </p>`
          : undefined
      }
      ${
        figures.length === 0
          ? undefined
          : html`<dl class="figures">
              ${figures.map(([label, figure]) => figureView(label, figure, currency))}
            </dl>`
      }
      <dl class="facts">${factsOf(data).map(([label, words]) => factView(label, words))}</dl>
      ${notesView({ ...data, address, forms: ['json', 'svg', 'png'] })}
    </article>`;
  },
};
