import type { Pair } from '../../chart/colour.ts';
import { readPage } from '../../scripts/page.ts';
import { speakAsPage } from '../../scripts/words.ts';
import type { ScatterChartData } from './data.ts';
import { scatterView } from './plot.ts';
import { readable } from './readable.ts';

speakAsPage();
readPage(({ papers, ...data }: ScatterChartData & { papers: Pair | undefined }, root) => {
  const view = scatterView(data, papers);
  return view ? [[root, readable(data, view)]] : [];
});
