import { html, nothing } from 'lit';
import { ChartElement } from '../../parts/element.ts';
import { chartStyles } from '../../parts/chart-styles.ts';
import { markupView } from '../../parts/markup-view.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { eyebrowView, notesView } from '../../parts/views.ts';
import type { ValuationData } from './data.ts';
import { headingView, subtitleView } from './heading.ts';
import { chartView, detailsView, readable, valuationView, type ValuationView } from './view.ts';
import { emptyWords } from './words.ts';

/** The notes name this many sources; the table has all of them. */
const MAX_SOURCES = 2;

/** A company's valuations over time. `data` is a property, or JSON in the attribute. */
export class ValuationChart extends ChartElement<ValuationData> {
  static override styles = [compact(widgetStyles, chartStyles)];

  private drawn: ValuationView | undefined;

  protected override view(data: ValuationData) {
    this.drawn = valuationView(data);
    const { points, view } = this.drawn;
    return html`<article aria-labelledby="title">
      ${eyebrowView(data.company, this.address)} ${headingView(data)} ${subtitleView(data, points)}
      ${view ? markupView(chartView(data, points, view)) : html`<p class="empty">${emptyWords()}</p>`}
      <div class="below">
        ${view ? markupView(detailsView(data, points)) : nothing}
        ${notesView({
          ...data,
          sources: points.map((point) => point.source).reverse(),
          most: MAX_SOURCES,
          table: true,
          count: points.length,
          address: this.address,
          forms: points.length === 0 ? [] : ['csv', 'json', 'svg', 'png'],
        })}
      </div>
    </article>`;
  }

  protected override readable(data: ValuationData) {
    const { points = [], view } = this.drawn ?? {};
    return view && readable(data, { points, view });
  }
}
