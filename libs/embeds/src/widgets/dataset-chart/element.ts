import { html } from '../../text/markup.ts';
import type { Face } from '../../parts/element.ts';
import { datasetView } from '../../chart/dataset.ts';
import { chartStyles } from '../../parts/chart-styles.ts';
import { compact, widgetStyles } from '../../parts/styles.ts';
import { nameView, notesView, titleView, wholeView } from '../../parts/views.ts';
import { datasetSources, type DatasetChartData } from './data.ts';
import { isFull } from './height.ts';
import { titleOf } from './names.ts';
import { datasetStyles } from './styles.ts';
import { chartView, detailsView, numberedView, readable } from './view.ts';
import { emptyWords, scaleWords, sentence, unitWords } from './words.ts';

/** The notes name this many sources; below the table are all of them. */
const MAX_SOURCES = 3;

/** Datasets as lines, columns or areas. */
export const datasetChartFace: Face<DatasetChartData> = {
  styles: [compact(widgetStyles, chartStyles, datasetStyles)],
  view(data, { address, papers }) {
    const view = datasetView(data, papers);
    const words = [unitWords(data.unit), ...scaleWords(data, view)].filter((text) => text !== '');
    return html`<article aria-labelledby="title" class=${view && isFull(data, view) ? 'crowded' : undefined}>
      ${titleView(data, wholeView(titleOf(data)))}
      <p class="subtitle">
        ${data.description ? html`${nameView(sentence(data.description), 300)} ` : undefined}${words.join('. ')}
      </p>
      ${view ? chartView(data, view) : html`<p class="empty">${emptyWords()}</p>`}
      <div class="below">
        ${view && [numberedView(view), detailsView(data, view)]}
        ${notesView({
          ...data,
          sources: datasetSources(data),
          most: MAX_SOURCES,
          table: true,
          count: view?.lanes.reduce((sum, { marks }) => sum + marks.length, 0),
          address,
          forms: ['csv', 'json', 'svg', 'png'],
        })}
      </div>
    </article>`;
  },
  read(data, root, papers) {
    const view = datasetView(data, papers);
    return view ? [[root, readable(data, view)]] : [];
  },
};
