import { html, nothing } from 'lit';
import { ChartElement } from '../../parts/element.ts';
import type { Pair } from '../../chart/colour.ts';
import { datasetView, type DatasetView } from '../../chart/dataset.ts';
import { endsWidth, isCrowded } from '../../chart/ends.ts';
import { roomOf } from '../../chart/reading.ts';
import { chartStyles } from '../../parts/chart-styles.ts';
import { markupView } from '../../parts/markup-view.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { nameView, notesView, titleView } from '../../parts/views.ts';
import { datasetSources, type DatasetChartData } from './data.ts';
import { shortNames, titleOf } from './names.ts';
import { datasetStyles } from './styles.ts';
import { chartView, detailsView, numberedView, readable } from './view.ts';
import { emptyWords, scaleWords, sentence, unitWords } from './words.ts';

/** The notes name this many sources; below the table are all of them. */
const MAX_SOURCES = 3;

/** Datasets as lines, columns or areas. `data` is a property, or JSON in the attribute. */
export class DatasetChart extends ChartElement<DatasetChartData> {
  static override properties = { ...ChartElement.properties, papers: { type: Array } };
  static override styles = [compact(widgetStyles, chartStyles, datasetStyles)];

  /** The backgrounds of a light and of a dark page in hex, if they are not the palette's. Colours are made readable on them. */
  declare papers: Pair | null;
  private drawn: DatasetView | undefined;

  constructor() {
    super();
    this.papers = null;
  }

  protected override view(data: DatasetChartData) {
    const view = datasetView(data, this.papers ?? undefined);
    this.drawn = view;
    const words = [unitWords(data.unit), ...scaleWords(data, view)].filter((text) => text !== '');
    const texts = view && { names: shortNames(data), room: roomOf(view, data.unit) };
    const isFull = texts && isCrowded(view, { ...texts, width: endsWidth(texts.names, texts.room) });
    return html`<article aria-labelledby="title" class=${isFull ? 'crowded' : nothing}>
      ${titleView(data, nameView(titleOf(data), 120))}
      <p class="subtitle">
        ${data.description ? html`${nameView(sentence(data.description), 300)} ` : nothing}${words.join('. ')}
      </p>
      ${view ? markupView(chartView(data, view)) : html`<p class="empty">${emptyWords()}</p>`}
      <div class="below">
        ${view ? [markupView(numberedView(view)), markupView(detailsView(data, view))] : nothing}
        ${notesView({
          ...data,
          sources: datasetSources(data),
          most: MAX_SOURCES,
          table: true,
          count: view?.lanes.reduce((sum, { marks }) => sum + marks.length, 0),
          address: this.address,
          forms: ['csv', 'json', 'svg', 'png'],
        })}
      </div>
    </article>`;
  }

  protected override readable(data: DatasetChartData) {
    return this.drawn && readable(data, this.drawn);
  }
}
