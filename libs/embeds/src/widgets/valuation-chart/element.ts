import { html, LitElement, nothing } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { chartStyles } from '../../parts/chart-styles.ts';
import { openLinks } from '../../parts/links.ts';
import { readChart } from '../../parts/reader.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { eyebrowView, notesView } from '../../parts/views.ts';
import { spoken } from '../../words/say.ts';
import type { ValuationData } from './data.ts';
import { headingView, subtitleView } from './heading.ts';
import { chartView, detailsView, readable, valuationView, type ValuationView } from './view.ts';
import { emptyWords } from './words.ts';

/** The notes name this many sources; the table has all of them. */
const MAX_SOURCES = 4;

/** A company's valuations over time. `data` is a property, or JSON in the attribute. */
export class ValuationChart extends LitElement {
  static override properties = { data: { type: Object }, address: {} };
  static override styles = [compact(widgetStyles, chartStyles)];

  declare data: ValuationData | null;
  declare address: string | null;
  private drawn: ValuationView | undefined;
  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.data = null;
    this.address = null;
  }

  override render() {
    const { data } = this;
    if (!data) return nothing;
    this.drawn = valuationView(data);
    const { points, view } = this.drawn;
    return html`<article aria-labelledby="title">
      ${eyebrowView(data.company)} ${headingView(data)} ${subtitleView(data, points)}
      ${view ? unsafeHTML(chartView(data, points, view).text) : html`<p class="empty">${emptyWords()}</p>`}
      <div class="below">
        ${view ? unsafeHTML(detailsView(data, points).text) : nothing}
        ${notesView({
          ...data,
          sources: points.map((point) => point.source).reverse(),
          most: MAX_SOURCES,
          address: this.address,
          forms: points.length === 0 ? [] : ['csv', 'json', 'svg', 'png'],
        })}
      </div>
    </article>`;
  }

  override updated(): void {
    this.stop?.();
    openLinks(this.renderRoot);
    const { data, drawn } = this;
    const view = drawn?.view;
    this.stop =
      data && view
        ? readChart(this.renderRoot, spoken(readable(data, { points: drawn.points, view })))
        : undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    this.stop = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }
}
