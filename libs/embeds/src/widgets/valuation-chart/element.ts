import { html, LitElement, nothing } from 'lit';
import { gutterOf, valueLabels } from '../../chart/axis.ts';
import { drawable, frameOf, latestOf, marksOf } from '../../chart/frame.ts';
import { short } from '../../chart/format.ts';
import { legendView } from '../../chart/legend.ts';
import { plotView } from '../../chart/plot.ts';
import type { Point } from '../../data.ts';
import { chartStyles } from '../../parts/chart-styles.ts';
import { Reader } from '../../parts/reader.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { dayView, eyebrowView, notesView, sourceView } from '../../parts/views.ts';
import type { ValuationData } from './data.ts';
import { tableView } from './table.ts';
import { EMPTY, headingView, kindOf, readingOf, subtitleView, summaryOf, titleOf } from './words.ts';

/** The notes name this many sources; the table has all of them. */
const MAX_SOURCES = 4;

/** A company's valuations over time. `data` is a property, or JSON in the attribute. */
export class ValuationChart extends LitElement {
  static override properties = { data: { type: Object }, address: {} };
  static override styles = [widgetStyles, chartStyles];

  declare data: ValuationData | null;
  declare address: string | null;
  private reader = new Reader(this);

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
      ${points.length === 0 ? html`<p class="empty">${EMPTY}</p>` : this.chart(data, points)}
      ${notesView({
        ...data,
        sources: points.map((point) => point.source).reverse(),
        most: MAX_SOURCES,
        address: this.address,
        forms: points.length === 0 ? [] : ['csv', 'json', 'svg'],
      })}
    </article>`;
  }

  private chart(data: ValuationData, points: Point[]) {
    const { currency } = data;
    const frame = frameOf(points);
    const marks = marksOf(points, frame);
    const stops = marks.map(({ x, y, point }) => ({ x, y, words: readingOf(point, currency) }));
    const { at } = this.reader;
    const latest = latestOf(
      points.map(({ date }) => date),
      data.asOf,
    );
    const read = points[at ?? -1] ?? points.findLast(({ date }) => date === latest)!;
    const point = (event: PointerEvent) => this.reader.point(event, stops);
    return html`
      <p class="readout">
        <strong>${short(read.value, currency)}</strong>
        <span
          >${read.date === latest ? 'Latest: ' : ''}${dayView(read.date)},
          ${read.date > latest ? 'forecast, ' : ''}${kindOf(read).toLowerCase()}</span
        >
        <span>${read.source ? html`Source: ${sourceView(read.source)}` : 'Source not given'}</span>
      </p>
      ${legendView(points)}
      <figure>
        <svg aria-hidden="true" width=${gutterOf(frame, currency)}>${valueLabels(frame, currency)}</svg>
        <div class="plot" @pointermove=${point} @pointerdown=${point} @pointerleave=${this.reader.leave}>
          ${this.reader.view(stops)}
          <svg role="img" aria-label=${summaryOf(data, points)}>
            ${plotView(frame, marks, currency, at === undefined ? undefined : marks[at])}
          </svg>
        </div>
      </figure>
      <details>
        <summary>
          ${points.length === 1 ? 'Show the value as a table' : `Show the ${points.length} values as a table`}
        </summary>
        ${tableView(points, currency, titleOf(data))}
      </details>
    `;
  }
}
