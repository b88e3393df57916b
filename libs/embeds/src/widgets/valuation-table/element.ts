import { html } from 'lit';
import { WidgetElement } from '../../parts/element.ts';
import { drawable } from '../../chart/frame.ts';
import { markupView } from '../../parts/markup-view.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { eyebrowView, notesView } from '../../parts/views.ts';
import type { ValuationData } from '../valuation-chart/data.ts';
import { headingView, subtitleView } from '../valuation-chart/heading.ts';
import { tableView } from '../valuation-chart/table.ts';
import { emptyWords, titleOf } from '../valuation-chart/words.ts';

/** A company's valuations as a table. `data` is a property, or JSON in the attribute. */
export class ValuationTable extends WidgetElement<ValuationData> {
  static override styles = [compact(widgetStyles)];

  protected override view(data: ValuationData) {
    const points = drawable(data.points);
    return html`<article aria-labelledby="title">
      ${eyebrowView(data.company, this.address)} ${headingView(data)} ${subtitleView(data, points)}
      ${
        points.length === 0
          ? html`<p class="empty">${emptyWords()}</p>`
          : markupView(tableView(points, data.currency, titleOf(data)))
      }
      ${notesView({ ...data, count: points.length, address: this.address, forms: points.length === 0 ? [] : ['csv', 'json', 'svg', 'png'] })}
    </article>`;
  }
}
