import { html, LitElement, nothing } from 'lit';
import { drawable } from '../chart/frame.ts';
import type { ValuationData } from '../data.ts';
import { eyebrowView, notesView } from './parts.ts';
import { widgetStyles } from './styles.ts';
import { EMPTY, headingView, subtitleView, tableView, titleOf } from './valuation.ts';

/** A company's valuations as a table. Its data come as a property or as JSON in the attribute `data`. */
export class ValuationTable extends LitElement {
  static override properties = { data: { type: Object }, address: {} };
  static override styles = [widgetStyles];

  declare data: ValuationData | null;
  declare address: string | null;

  constructor() {
    super();
    this.data = null;
    this.address = null;
  }

  override render() {
    const { data } = this;
    if (!data) return nothing;
    const points = drawable(data.points);
    return html`<article aria-labelledby="title">
      ${eyebrowView(data.company)} ${headingView(data)} ${subtitleView(data, points)}
      ${
        points.length === 0
          ? html`<p class="empty">${EMPTY}</p>`
          : tableView(points, data.currency, titleOf(data))
      }
      ${notesView({ ...data, address: this.address, forms: points.length === 0 ? [] : ['csv', 'json'] })}
    </article>`;
  }
}
