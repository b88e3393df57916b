import { html } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { chartStyles } from '../../parts/chart-styles.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { eyebrowView, notesView } from '../../parts/views.ts';
import type { ValuationData } from './data.ts';
import { headingView, subtitleView } from './heading.ts';
import { chartView, detailsView, readable, valuationView } from './view.ts';
import { emptyWords } from './words.ts';

/** The notes name this many sources; the table has all of them. */
const MAX_SOURCES = 2;

/** A company's valuations over time. */
export const valuationChartFace: Face<ValuationData> = {
  styles: [compact(widgetStyles, chartStyles)],
  view(data, { address, home }) {
    const { points, view } = valuationView(data);
    return html`<article aria-labelledby="title">
      ${eyebrowView(data.company, home)} ${headingView(data)} ${subtitleView(data, points)}
      ${view ? chartView(data, points, view) : html`<p class="empty">${emptyWords()}</p>`}
      <div class="below">
        ${view && detailsView(data, points)}
        ${notesView({
          ...data,
          sources: points.map((point) => point.source).reverse(),
          most: MAX_SOURCES,
          table: true,
          count: points.length,
          address,
          forms: points.length === 0 ? [] : ['csv', 'json', 'svg', 'png'],
        })}
      </div>
    </article>`;
  },
  read(data, root) {
    const { points, view } = valuationView(data);
    return view ? [[root, readable(data, { points, view })]] : [];
  },
};
