import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { fittingSize } from '../embed/iframe.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { readBuilt } from '../testing/client.ts';
import { drawPage, resize } from '../testing/page.ts';
import { comparisons, datasetCharts, scatterCharts, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const address = 'https://dossier.example/embeds/valuation-chart/acme/-/k1.AAAAAAAAAAAAAAAAAAAAAA';
const widgets: [string, number, Widget][] = [
  [
    'valuation chart',
    valuations.hundred.points.length,
    { kind: 'valuation-chart', data: valuations.hundred },
  ],
  [
    'valuation table',
    valuations.hundred.points.length,
    { kind: 'valuation-table', data: valuations.hundred },
  ],
  ['comparison', 11, { kind: 'dataset-chart', data: datasetCharts.companies }],
  ['scatter-chart', 10, { kind: 'scatter-chart', data: scatterCharts.usual }],
  [
    'small-multiples',
    comparisons.usual.companies.reduce((sum, { points }) => sum + points.length, 0),
    { kind: 'small-multiples', data: comparisons.usual },
  ],
  ['ranking', 10, { kind: 'ranking-table', data: comparisons.ten }],
];

describe('a frame in a printed story', () => {
  it.each(widgets)('keeps the sources, the day and the number of values of a %s', (_, count, widget) =>
    drawPage(browser, widget, { address }, async (page) => {
      // A frame is printed at its own size, whatever the content needs.
      const { width, height } = fittingSize(widget);
      await resize(page, width, Math.min(height, 500));
      await page.emulateMedia({ media: 'print' });
      const printed = await page.evaluate(() => {
        const root = document.querySelector('main > *')!.shadowRoot!;
        const footer = root.querySelector('footer')!;
        const { bottom } = footer.getBoundingClientRect();
        const topOf = (selector: string) => root.querySelector(selector)?.getBoundingClientRect().top;
        const [drawing = 0, table = Infinity] = [topOf('figure, .panels'), topOf('details table')];
        const text = footer.innerText.replace(/\s+/g, ' ');
        return { text, isInFrame: bottom <= window.innerHeight, isTableLast: drawing < table };
      });
      expect([printed.isInFrame, printed.isTableLast]).toEqual([true, true]);
      expect(printed.text).toContain(`${count} values in all: ${address}`);
      expect(printed.text).toContain('Data as of ');
      if (widget.kind.endsWith('-chart')) expect(printed.text).toMatch(/^Sources?: /);
    }),
  );
});

it('an element of a dark page is printed in the colours of a light one', async () => {
  const page = await browser.newPage();
  await page.setContent(
    '<!doctype html><style>:root{color-scheme:dark}</style><dossier-chart></dossier-chart>',
  );
  await page.addScriptTag({ type: 'module', content: (await readBuilt()).elements.body });
  const element = page.locator('dossier-chart');
  await element.evaluate((chart, embed) => void Object.assign(chart, { data: embed }), {
    kind: 'dataset-chart',
    data: datasetCharts.companies,
    look: { theme: 'dark' },
  });
  const line = page.locator('.plot .series path.line').first();
  const colour = () => line.evaluate((path) => getComputedStyle(path).stroke);
  expect(await colour()).toBe('rgb(122, 182, 242)');
  await page.emulateMedia({ media: 'print' });
  expect(await colour()).toBe('rgb(27, 94, 158)');
  await page.close();
});
