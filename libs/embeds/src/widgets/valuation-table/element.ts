import { html } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { drawable } from '../../chart/frame.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { eyebrowView, notesView } from '../../parts/views.ts';
import type { ValuationData } from '../valuation-chart/data.ts';
import { headingView, subtitleView } from '../valuation-chart/heading.ts';
import { tableView } from '../valuation-chart/table.ts';
import { emptyWords, titleOf } from '../valuation-chart/words.ts';

/** A company's valuations as a table. `data` is a property, or JSON in the attribute. */
export const valuationTableFace: Face<ValuationData> = {
  styles: [compact(widgetStyles)],
  view(data, { address, home }) {
    const points = drawable(data.points);
    return html`<article aria-labelledby="title">
      ${eyebrowView(data.company, home)} ${headingView(data)} ${subtitleView(data, points)}
      ${
        points.length === 0
          ? html`<p class="empty">${emptyWords()}</p>`
          : tableView(points, data.currency, titleOf(data))
      }
      ${notesView({ ...data, count: points.length, address, forms: points.length === 0 ? [] : ['csv', 'json', 'svg', 'png'] })}
    </article>`;
  },
};
