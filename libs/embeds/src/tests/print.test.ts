import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { fittingSize } from '../embed/iframe.ts';
import { sharedBrowser } from '../testing/browser.ts';
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
