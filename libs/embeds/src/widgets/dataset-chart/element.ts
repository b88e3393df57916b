import { html, LitElement, nothing } from 'lit';
import { gutterOf, valueLabels } from '../../chart/axis.ts';
import { eitherColour, type Pair } from '../../chart/colour.ts';
import { datasetPlotView } from '../../chart/dataset-plot.ts';
import { datasetView, latestMark, markOn, type DatasetView } from '../../chart/dataset.ts';
import { short, timeOf } from '../../chart/format.ts';
import { latestOf } from '../../chart/frame.ts';
import { estimateKeyView } from '../../chart/legend.ts';
import { notesOf } from '../../chart/notes.ts';
import { shapeView } from '../../chart/shapes.ts';
import { chartStyles } from '../../parts/chart-styles.ts';
import { Reader } from '../../parts/reader.ts';
import { widgetStyles } from '../../parts/styles.ts';
import { dayView, nameView, notesView } from '../../parts/views.ts';
import { datasetSources, type DatasetChartData } from './data.ts';
import { datasetStyles } from './styles.ts';
import { datasetTable } from './table.ts';
import { datasetSummary, dayWords, EMPTY, estimateWords, noteWords, sentence, unitWords } from './words.ts';

/** Datasets as lines, columns or areas. `data` is a property, or JSON in the attribute. */
export class DatasetChart extends LitElement {
  static override properties = { data: { type: Object }, address: {}, papers: { type: Array } };
  static override styles = [widgetStyles, chartStyles, datasetStyles];

  declare data: DatasetChartData | null;
  declare address: string | null;
  /** The backgrounds of a light and of a dark page in hex, if they are not the palette's. Colours are made readable on them. */
  declare papers: Pair | null;
  private reader = new Reader(this);

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
    return html`<article aria-labelledby="title">
      <h1 id="title">${nameView(data.name, 120)}</h1>
      <p class="subtitle">
        ${data.description ? html`${nameView(sentence(data.description), 300)} ` : nothing}${unitWords(data.unit)}
      </p>
      ${view ? this.chart(data, view) : html`<p class="empty">${EMPTY}</p>`}
      ${notesView({
        ...data,
        sources: datasetSources(data),
        address: this.address,
        forms: ['csv', 'json', 'svg'],
      })}
    </article>`;
  }

  private chart(data: DatasetChartData, view: DatasetView) {
    const { frame, dates } = view;
    const { at } = this.reader;
    const reading = at === undefined ? undefined : dates[at];
    const stops = dates.map((date) => ({
      x: frame.x(timeOf(date)),
      y: 0,
      words: dayWords(view, date, data.unit),
    }));
    const point = (event: PointerEvent) => this.reader.point(event, stops);
    return html`
      ${keysView(data, view, reading)}
      <figure>
        <svg aria-hidden="true" width=${gutterOf(frame, data.unit)}>${valueLabels(frame, data.unit)}</svg>
        <div class="plot" @pointermove=${point} @pointerdown=${point} @pointerleave=${this.reader.leave}>
          ${this.reader.view(stops)}
          <svg role="img" aria-label=${datasetSummary(data, view)}>
            ${datasetPlotView(view, data, { reading })}
          </svg>
        </div>
      </figure>
      ${numberedView(view)}
      <details>
        <summary>Show the data as a table</summary>
        ${datasetTable(data, view)}
      </details>
    `;
  }
}

/** The legend, with each dataset's value: the latest, or the one of the day that is read. */
function keysView(data: DatasetChartData, view: DatasetView, reading: string | undefined) {
  const estimates = estimateWords(view);
  const latest = latestOf(view.dates, data.asOf);
  const date = reading ?? latest;
  return html`<p class="day">
      <span>${date === latest ? 'Latest: ' : date > latest ? 'Forecast: ' : ''}${dayView(date)}</span
      >${estimates ? html` <span>${estimateKeyView(view.columns !== undefined)}${estimates}</span>` : nothing}
    </p>
    <ul class="keys">
      ${view.lanes.map((lane) => {
        const mark = reading === undefined ? latestMark(lane, latest) : markOn(lane, reading);
        return html`<li>
          <svg
            class="series"
            color=${eitherColour(lane.colours)}
            aria-hidden="true"
            width="12"
            height="12"
            viewBox="-6 -6 12 12"
          >
            ${shapeView(view.columns === undefined ? lane.index : 1, false)}
          </svg>
          <span>${nameView(lane.series.name, 60)}</span>
          <strong>${mark ? short(mark.point.value, data.unit) : '–'}</strong
          >${mark?.point.estimate ? html` <small>(est.)</small>` : nothing}
        </li>`;
      })}
    </ul>`;
}

/** The annotations in words, numbered as in the drawing. */
function numberedView(view: DatasetView) {
  const notes = notesOf(view);
  if (notes.length === 0) return nothing;
  return html`<ol class="notes">
    ${notes.map((note) => html`<li><bdi>${noteWords(note)}</bdi></li>`)}
  </ol>`;
}
