import { readChart, type Readable } from '../parts/reader.ts';
import { reportHeight } from './height.ts';

/**
 * Lets the chart of this page be read. The server has drawn all of it; its data are in an attribute of `<main>`.
 * @param chartOf returns what to read in a chart's data and in its element, or undefined if it has no values
 */
export function readPage<Data>(chartOf: (data: Data, root: ShadowRoot) => Readable | undefined): void {
  const main = document.querySelector('main')!;
  const root = main.firstElementChild?.shadowRoot;
  const packed = main.dataset['chart'];
  if (root && packed !== undefined) {
    const chart = chartOf(JSON.parse(packed) as Data, root);
    if (chart) readChart(root, chart);
  }
  reportHeight();
}
