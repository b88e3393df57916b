import { html, LitElement, nothing } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { Pair } from '../../chart/colour.ts';
import { datasetView, type DatasetView } from '../../chart/dataset.ts';
import { chartStyles } from '../../parts/chart-styles.ts';
import { openLinks } from '../../parts/links.ts';
import { readChart } from '../../parts/reader.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { nameView, notesView } from '../../parts/views.ts';
import { spoken } from '../../words/say.ts';
import { datasetSources, type DatasetChartData } from './data.ts';
import { titleOf } from './names.ts';
import { datasetStyles } from './styles.ts';
import { chartView, detailsView, readable } from './view.ts';
import { emptyWords, scaleWords, sentence, unitWords } from './words.ts';

/** The notes name this many sources; below the table are all of them. */
const MAX_SOURCES = 3;

/** Datasets as lines, columns or areas. `data` is a property, or JSON in the attribute. */
export class DatasetChart extends LitElement {
  static override properties = { data: { type: Object }, address: {}, papers: { type: Array } };
  static override styles = [compact(widgetStyles, chartStyles, datasetStyles)];

  declare data: DatasetChartData | null;
  declare address: string | null;
  /** The backgrounds of a light and of a dark page in hex, if they are not the palette's. Colours are made readable on them. */
  declare papers: Pair | null;
  private view: DatasetView | undefined;
  private stop: (() => void) | undefined;

  constructor() {
    super();
    this.data = null;
    this.address = null;
    this.papers = null;
  }

  override render() {
    const { data } = this;
    if (!data) return nothing;
    const view = datasetView(data, this.papers ?? undefined);
    this.view = view;
    const words = [unitWords(data.unit), ...scaleWords(data, view)].filter((text) => text !== '');
    return html`<article aria-labelledby="title">
      <h1 id="title">${nameView(titleOf(data), 120)}</h1>
      <p class="subtitle">
        ${data.description ? html`${nameView(sentence(data.description), 300)} ` : nothing}${words.join('. ')}
      </p>
      ${view ? unsafeHTML(chartView(data, view).text) : html`<p class="empty">${emptyWords()}</p>`}
      <div class="below">
        ${view ? unsafeHTML(detailsView(data, view).text) : nothing}
        ${notesView({
          ...data,
          sources: datasetSources(data),
          most: MAX_SOURCES,
          address: this.address,
          forms: ['csv', 'json', 'svg', 'png'],
        })}
      </div>
    </article>`;
  }

  override updated(): void {
    this.stop?.();
    openLinks(this.renderRoot);
    const { data, view } = this;
    this.stop = data && view ? readChart(this.renderRoot, spoken(readable(data, view))) : undefined;
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
