import { datasetView } from '../../chart/dataset.ts';
import { Markup } from '../../text/markup.ts';
import { citedMarkup } from '../../parts/links.ts';
import { readPage } from '../../scripts/page.ts';
import { speakAsPage } from '../../scripts/words.ts';
import { unpackDatasets, type PackedDatasets } from './pack.ts';
import { readable } from './view.ts';

speakAsPage();
readPage((packed: PackedDatasets, root) => {
  const [data, papers] = unpackDatasets(packed);
  const view = datasetView(data, papers);
  if (!view) return [];
  const chart = readable(data, view, ({ index, series }, date) => {
    const known = root.querySelector(`[data-origin="${index} ${date}"]`);
    return known ? new Markup(known.innerHTML) : series.source ? citedMarkup(series.source) : undefined;
  });
  return [[root, chart]];
});
