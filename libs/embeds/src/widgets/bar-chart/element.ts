import { css } from 'lit';
import { eitherColour, seriesColours, type Pair } from '../../chart/colour.ts';
import { percent } from '../../chart/pen.ts';
import { html, svg, type Markup } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { nameView, notesView, titleView } from '../../parts/views.ts';
import { say } from '../../words/say.ts';
import {
  barColours,
  barDay,
  barScale,
  hiddenBars,
  leftOutWords,
  shownBars,
  titleOf,
  unitWords,
  isEstimate,
  valuesOf,
  valueWords,
  type Bar,
  type BarChartData,
} from './data.ts';

/** The notes name this many sources. */
const MAX_SOURCES = 4;

const barStyles = css`
  .bars,
  .key {
    margin: 12px 0 4px;
    padding: 0;
    list-style: none;
  }
  .bars {
    display: grid;
    grid-template-columns: fit-content(38%) minmax(0, 1fr) max-content;
    gap: 0 12px;
  }
  .bars li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
    padding: 4px 0;
    break-inside: avoid;
  }
  .values {
    display: grid;
    grid-column: 2 / -1;
    grid-template-columns: subgrid;
    gap: 2px 12px;
    align-items: center;
  }
  .bars small {
    display: block;
    color: var(--muted);
    font-size: 0.75rem;
  }
  .bars strong {
    text-align: end;
  }
  .values svg {
    display: block;
    width: 100%;
    height: 1.25rem;
    overflow: visible;
  }
  .several .values svg {
    height: 0.875rem;
  }
  svg:dir(rtl) {
    transform: scaleX(-1);
  }
  .values line {
    stroke: var(--axis);
  }
  rect {
    fill: currentColor;
  }
  rect.estimate {
    fill-opacity: 0.2;
    stroke: currentColor;
    stroke-dasharray: 4px 3px;
  }
  .key {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 18px;
  }
  .key svg {
    margin-inline-end: 6px;
  }
  .left-out {
    margin-top: 8px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  @container widget (max-width: 30rem) {
    .bars {
      grid-template-columns: minmax(0, 1fr) fit-content(75%);
    }
    .label,
    .values {
      grid-column: 1 / -1;
    }
    .label small {
      display: inline;
    }
  }
  @media print {
    article > .bars {
      order: 2;
    }
  }
`;

/** A value for each of several names as bars. */
export const barChartFace: Face<BarChartData> = {
  styles: [compact(widgetStyles, barStyles)],
  view(data, { address, papers }) {
    const bars = shownBars(data);
    const several = data.columns.length > 1;
    const unit = unitWords(data);
    const hidden = hiddenBars(data);
    return html`<article aria-labelledby="title">
      ${titleView(data, nameView(titleOf(data)))}
      ${unit === '' ? undefined : html`<p class="subtitle">${unit}</p>`}
      ${several ? keyView(data, papers) : undefined}
      ${
        bars.length === 0
          ? html`<p class="empty">${say('There are no values to show.')}</p>`
          : html`<ul class=${several ? 'bars several' : 'bars'}>
              ${barsView(bars, data, papers)}
            </ul>`
      }
      ${hidden === 0 ? undefined : html`<p class="left-out">${say('and {rest} more', { rest: hidden })}.</p>`}
      ${leftOutWords(data).map((words) => html`<p class="left-out">${words}.</p>`)}
      ${notesView({
        ...data,
        sources: bars.map(({ source }) => source),
        most: MAX_SOURCES,
        count: valuesOf(data).length,
        address,
        forms: bars.length === 0 ? [] : ['csv', 'json', 'svg', 'png'],
      })}
    </article>`;
  },
};

const keyView = ({ columns }: BarChartData, papers: Pair | undefined): Markup =>
  html`<ul class="key">
    ${columns.map(
      (name, i) =>
        html`<li>
          <svg
            aria-hidden="true"
            width="12"
            height="12"
            color=${eitherColour(seriesColours(i, null, papers))}
          >
            <rect width="12" height="12" /></svg
          >${nameView(name)}
        </li>`,
    )}
  </ul>`;

function barsView(bars: readonly Bar[], { columns, unit }: BarChartData, papers: Pair | undefined): Markup[] {
  const scale = barScale(bars);
  const zero = percent(scale(0).zero);
  const zeroView = svg`<line x1=${zero} x2=${zero} y2="100%" />`;
  const rectView = (bar: Bar, value: number | null, i: number) => {
    if (value === null || value === 0) return zeroView;
    const { x, width } = scale(value);
    return svg`<rect class=${isEstimate(bar, i) ? 'estimate' : undefined} x=${percent(x)} width=${percent(width)} height="100%" />${zeroView}`;
  };
  const valueView = (bar: Bar, value: number | null, i: number) =>
    html`<svg aria-hidden="true" color=${eitherColour(barColours(bar, i, papers))}>
        ${rectView(bar, value, i)}
      </svg>
      <strong
        >${columns.length > 1 ? html`<span class="unseen">${nameView(columns[i]!)} </span>` : undefined}${valueWords(bar, i, unit)}</strong
      >`;
  return bars.map(
    (bar) =>
      html`<li>
        <span class="label"
          >${nameView(bar.label)}${bar.date === null ? undefined : html` <small><time datetime=${bar.date}>${barDay(bar.date, bar)}</time></small>`}</span
        >
        <div class="values">${bar.values.map((value, i) => valueView(bar, value, i))}</div>
      </li>`,
  );
}
