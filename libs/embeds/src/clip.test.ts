import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { locales } from './choices.ts';
import { sharedBrowser } from './testing/browser.ts';
import { drawPage, resize } from './testing/page.ts';
import {
  barCharts,
  comparisons,
  datasetCharts,
  scatterCharts,
  summary,
  valuations,
} from './testing/samples.ts';
import { definitionOf, drawWidget, kinds, type Widget } from './widgets/index.ts';

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

/**
 * Returns the visible texts that are cut, wider or higher than the box that clips them, and what scrolls sideways, in columns
 * of several widths with the usual text and with one twice as large.
 */
const clipped = (page: Page) =>
  page.evaluate(() => {
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
    const found: string[] = [];
    for (const percent of [100, 200]) {
      document.documentElement.style.fontSize = `${percent}%`;
      for (const width of [280, 320, 480, 600, 1000, 1400]) {
        main.style.width = `${width}px`;
        const at = `${width} pixels, ${percent}%`;
        const { left, right } = main.getBoundingClientRect();
        for (const box of boxes) {
          const own = box.getBoundingClientRect();
          if (getComputedStyle(box.closest('thead') ?? box).clipPath !== 'none') continue;
          if (own.right > right + 1 || (own.left < left - 1 && own.width > 1))
            found.push(`${at}, beyond the page: ${box.localName}.${box.className}`);
        }
        for (const box of boxes.filter(cut))
          if (box.clientWidth > 0) found.push(`${at}: ${box.textContent.trim().replace(/\s+/g, ' ')}`);
      }
    }
    return found;
  });

it.each(widgets.map((widget, i) => [widget.kind, i] as const))(
  'no text of a %s is cut in six languages, with short and whole numbers, from 280 to 1400 pixels, nor at 200%% text (%i)',
  async (_, i) => {
    for (const locale of locales)
      for (const numbers of ['compact', 'full'] as const)
        await drawPage(browser, widgets[i]!, { look: { locale, numbers } }, async (page) => {
          await resize(page, 1500, 1200);
          expect([locale, numbers, ...(await clipped(page))]).toEqual([locale, numbers]);
        });
  },
);

it('every kind of widget is measured, except for a part of a line of text, which stays one line', () =>
  expect([...new Set(widgets.map(({ kind }) => kind))].sort()).toEqual(
    kinds.filter((kind) => !definitionOf(kind).inline).sort(),
  ));

it('a text that is cut is reported', () =>
  drawPage(browser, widgets[0]!, {}, async (page) => {
    await page.evaluate(() =>
      document
        .querySelector('main > *')!
        .shadowRoot!.querySelector('h1')!
        .setAttribute('style', 'overflow:hidden;white-space:nowrap;width:90px'),
    );
    expect(await clipped(page)).toContain(`600 pixels, 100%: ${name} valuation`);
  }));
