import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { locales } from '../inputs/choices.ts';
import { iframeMarkup } from '../embed/iframe.ts';
import { citedMarkup } from '../parts/links.ts';
import { renderElement, renderPage } from '../embed/render.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { drawPage, resize } from '../testing/page.ts';
import {
  barCharts,
  comparisons,
  datasetCharts,
  scatterCharts,
  summary,
  valuations,
} from '../testing/samples.ts';
import { drawWidget, kinds, type Widget } from '../widgets/index.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const name = 'Harbor Biologics International (formerly Northern Harbour)';
const latest = { ...valuations.usual.points.at(-1)!, value: 3.8e11, estimate: true };
const source = { url: 'https://news.example/', title: 'news.business-standard-international.example' };
const points = [...valuations.usual.points.slice(0, -1), latest].map((point) => ({ ...point, source }));
const data = { ...valuations.usual, company: { ...valuations.usual.company, name }, points };
const companies = comparisons.ten.companies.map((one) => ({ ...one, company: { ...one.company, name } }));
const series = datasetCharts.companies.series.map((one, i) => ({
  ...one,
  name: `${name} ${i}: Valuation ($B)`,
}));
const widgets: Widget[] = [
  { kind: 'valuation-chart', data },
  { kind: 'valuation-sparkline', data },
  { kind: 'valuation-table', data },
  { kind: 'company-card', data },
  { kind: 'company-summary', data: { ...summary, company: data.company } },
  { kind: 'dataset-chart', data: { ...datasetCharts.companies, series } },
  { kind: 'dataset-chart', data: datasetCharts.quarters },
  drawWidget(
    { kind: 'dataset-chart', data: { ...datasetCharts.quiet, description: name } },
    {
      title: name.repeat(2),
      subtitle: name.repeat(3),
      note: name,
      byline: name,
      source: `${name} ${'W'.repeat(90)}`,
    },
  ),
  { kind: 'small-multiples', data: { ...comparisons.ten, companies } },
  { kind: 'ranking-table', data: { ...comparisons.ten, companies } },
  { kind: 'ranking-table', data: { ...comparisons.ten, companies, sparklines: true } },
  { kind: 'dataset-chart', data: datasetCharts.baseline },
  { kind: 'bar-chart', data: barCharts.rounds },
  { kind: 'bar-chart', data: barCharts.estimates },
  { kind: 'scatter-chart', data: scatterCharts.usual },
  { kind: 'bar-chart', data: { ...barCharts.several, columns: [name, `${name} 2`] } },
];

type Fault = 'cut' | 'overlap' | 'contrast';

/**
 * Returns the faults of visible texts in columns of several widths, with the usual text and with one twice as large. A text is
 * `cut` if it is wider or higher than the box that clips it, or scrolls sideways; it may `overlap` another; and its `contrast`
 * with the paper, which no width changes, may be below 4.5, in the light or in the dark.
 */
const faultsOf = (page: Page, percents = [100, 200]): Promise<[kind: Fault, where: string][]> =>
  page.evaluate((sizes) => {
    const main = document.querySelector<HTMLElement>('main')!;
    const root = main.firstElementChild!.shadowRoot!;
    for (const details of root.querySelectorAll('details')) details.open = true;
    const boxes = [...root.querySelectorAll<HTMLElement>('*')].filter(
      (box) => box instanceof HTMLElement && !box.closest('.unseen, .scroller'),
    );
    const cut = (box: HTMLElement) => {
      const { overflowX, visibility, clipPath } = getComputedStyle(box);
      if (overflowX === 'visible' || visibility === 'hidden' || clipPath !== 'none') return false;
      return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1;
    };
    const found: [Fault, string][] = [];
    const wordsOf = ({ textContent }: Node) => textContent!.trim().replace(/\s+/g, ' ');
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: { node: Node; parent: Element }[] = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const parent = node.parentElement;
      if (parent && wordsOf(node) !== '' && !parent.closest('style, title, desc, .unseen, .scroller'))
        texts.push({ node, parent });
    }
    /** Pixels by which lines may reach into each other: the boxes of letters are higher than the letters. */
    const slack = 3;
    const range = document.createRange();
    const boxesOf = ({ node, parent }: (typeof texts)[number]) => {
      if (
        !parent.checkVisibility() ||
        getComputedStyle(parent.closest('thead') ?? parent).clipPath !== 'none'
      )
        return [];
      range.selectNodeContents(node);
      const rects = parent instanceof SVGElement ? [parent.getBoundingClientRect()] : range.getClientRects();
      return Array.from(rects, (rect) => ({ ...rect.toJSON(), node }) as DOMRect & { node: Node });
    };
    const overlaps = () => {
      const boxes = texts.flatMap(boxesOf).sort((a, b) => a.top - b.top);
      return boxes.flatMap((box, i) => {
        const over: string[] = [];
        for (let k = i + 1; k < boxes.length && boxes[k]!.top < box.bottom - slack; k += 1) {
          const other = boxes[k]!;
          if (other.node !== box.node && other.left < box.right - 1 && box.left < other.right - 1)
            over.push(`${wordsOf(box.node)} / ${wordsOf(other.node)}`);
        }
        return over;
      });
    };
    const channels = (colour: string) =>
      colour
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number);
    const light = (colour: string) =>
      channels(colour)
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i]!, 0);
    const faint = () =>
      (['light', 'dark'] as const).flatMap((scheme) => {
        main.style.colorScheme = scheme;
        const paper = light(getComputedStyle(main.firstElementChild!).backgroundColor);
        const colours = new Map(
          texts.map(({ node, parent }) => {
            const { color, fill } = getComputedStyle(parent);
            return [parent instanceof SVGElement ? fill : color, node] as const;
          }),
        );
        main.style.colorScheme = '';
        const ratio = (colour: string) =>
          (Math.max(light(colour), paper) + 0.05) / (Math.min(light(colour), paper) + 0.05);
        return [...colours].flatMap(([colour, node]) =>
          ratio(colour) < 4.5 ? [`${scheme}: ${wordsOf(node)} in ${colour}`] : [],
        );
      });
    for (const percent of sizes) {
      document.documentElement.style.fontSize = `${percent}%`;
      for (const width of [280, 320, 480, 600, 1000, 1400]) {
        main.style.width = `${width}px`;
        const at = `${width} pixels, ${percent}%`;
        const { left, right } = main.getBoundingClientRect();
        for (const box of boxes) {
          const own = box.getBoundingClientRect();
          if (getComputedStyle(box.closest('thead') ?? box).clipPath !== 'none') continue;
          if (own.right > right + 1 || (own.left < left - 1 && own.width > 1))
            found.push(['cut', `${at}, beyond the page: ${box.localName}.${box.className}`]);
        }
        for (const box of boxes.filter(cut))
          if (box.clientWidth > 0) found.push(['cut', `${at}: ${wordsOf(box)}`]);
        for (const words of overlaps()) found.push(['overlap', `${at}: ${words}`]);
      }
    }
    for (const words of faint()) found.push(['contrast', words]);
    return found;
  }, percents);

it.each(widgets.map((widget, i) => [widget.kind, i] as const))(
  'no text of a %s is cut, overlaps another or is faint in six languages, with short and whole numbers, from 280 to 1400 pixels, nor do whole ones at 200%% text (%i)',
  async (_, i) => {
    for (const locale of locales)
      // Whole numbers are the longer ones.
      for (const [numbers, percents] of [
        ['compact', [100]],
        ['full', [100, 200]],
      ] as const)
        await drawPage(browser, widgets[i]!, { look: { locale, numbers } }, async (page) => {
          await resize(page, 1500, 1200);
          expect([locale, numbers, ...(await faultsOf(page, [...percents]))]).toEqual([locale, numbers]);
        });
  },
);

it('no composed text of a long name is cut at its end, and a source keeps its whole headline', async () => {
  const long = (letter: string) => `${letter}${'w'.repeat(298)}${letter}`;
  const { x, y } = scatterCharts.usual;
  const axes = { x: { ...x, name: long('X') }, y: { ...y, name: long('Y') } };
  const scatter = {
    kind: 'scatter-chart',
    data: { ...scatterCharts.usual, name: undefined, ...axes },
  } as Widget;
  const text = renderElement(scatter, {});
  expect(text).not.toContain('…');
  expect(text).toMatch(/Hollow: estimate/);
  const headline = `${'Northern Harbour '.repeat(58)}end`;
  expect(citedMarkup({ ...source, headline }).text.replaceAll(/<[^>]+>/g, '')).toContain(`Harbour end`);
  const title = Array.from({ length: 10 }, () => long('A')).join(', ');
  expect(iframeMarkup({ src: '/', title, width: 600, height: 500 })).toContain(title);
  const point = (day: number) => ({ ...latest, date: `2026-02-0${day}` });
  const values = { ...data, company: { ...data.company, name: long('A') }, points: [point(1), point(2)] };
  const page = renderPage({ kind: 'valuation-chart', data: values });
  expect(/<meta name="description" content="([^"]*)"/.exec(page)![1]).toMatch(/estimate[^…]*$/);
});

it('a long word in the head of a table makes no column wider than its frame', () => {
  const named = datasetCharts.companies.series.map((one, i) => ({ ...one, name: `${'W'.repeat(150)}${i}` }));
  const widget: Widget = { kind: 'dataset-chart', data: { ...datasetCharts.companies, series: named } };
  return drawPage(browser, widget, {}, async (page) => {
    await resize(page, 600, 840);
    const widest = await page.evaluate(() => {
      const root = document.querySelector('main > *')!.shadowRoot!;
      for (const details of root.querySelectorAll('details')) details.open = true;
      return Math.max(...Array.from(root.querySelectorAll('thead th'), (head) => head.clientWidth));
    });
    expect(widest).toBeLessThan(600);
  });
});

it('every kind of widget is measured', () =>
  expect([...new Set(widgets.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort()));

it('a text that is cut, that overlaps another or that is faint is reported', () =>
  drawPage(browser, widgets[0]!, {}, async (page) => {
    await page.evaluate(() => {
      const root = document.querySelector('main > *')!.shadowRoot!;
      const style = 'overflow:hidden;white-space:nowrap;width:90px;color:#999';
      root.querySelector('h1')!.setAttribute('style', style);
      root.querySelector('.subtitle')!.setAttribute('style', 'margin-top:-20px');
    });
    const found = await faultsOf(page);
    const at = '600 pixels, 100%';
    expect(found).toContainEqual(['cut', `${at}: ${name} valuation`]);
    expect(found).toContainEqual(['overlap', expect.stringContaining(`${at}: ${name}`)]);
    expect(found).toContainEqual(['contrast', expect.stringMatching(/^light: .* in rgb\(153, 153, 153\)$/)]);
  }));
