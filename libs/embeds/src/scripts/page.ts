import { readChart, type Readable } from '../parts/reader.ts';
import { reportHeight } from './height.ts';

/**
 * Lets the charts of this page be read. The server has drawn all of it; its data are in an attribute of `<main>`.
 * @param chartsOf returns what to read in which parts of the element
 */
export function readPage<Data>(
  chartsOf: (data: Data, root: ShadowRoot) => (readonly [ParentNode, Readable])[],
): void {
  const main = document.querySelector('main')!;
  const root = main.firstElementChild?.shadowRoot;
  const packed = main.dataset['chart'];
  if (root && packed !== undefined)
    for (const [part, chart] of chartsOf(JSON.parse(packed) as Data, root)) readChart(part, chart);
  reportHeight();
}
