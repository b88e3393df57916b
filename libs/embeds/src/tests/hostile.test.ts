import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { openPage, resize, withScript } from '../testing/page.ts';
import { hostile, hostileDatasets, hostileText, summary, valuations } from '../testing/samples.ts';
import type { BarChartData } from '../widgets/bar-chart/data.ts';
import type { ScatterChartData } from '../widgets/scatter-chart/data.ts';
import type { CompanySummaryData } from '../widgets/company-summary/data.ts';
import type { Widget } from '../widgets/index.ts';
import type { ComparisonData } from '../widgets/small-multiples/data.ts';

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

const hostileSummary: CompanySummaryData = {
  ...summary,
  company: hostile.company,
  description: hostileText + 'W'.repeat(10_000),
  headquarters: { city: hostileText, country: 'W'.repeat(10_000) },
  founders: [hostileText, 'W'.repeat(10_000)],
  ceo: [hostileText],
  categories: [hostileText],
  valuation: {
    ...summary.valuation!,
    date: hostileText,
    source: { url: 'javascript:alert(12)', title: hostileText },
  },
  currency: hostileText,
  asOf: hostileText,
};

const hostileComparison: ComparisonData = {
  companies: [hostile, { ...hostile, points: [] }],
  currency: hostile.currency,
  leftOut: [{ name: hostileText + 'W'.repeat(10_000), currency: hostileText }],
  asOf: null,
};

const hostileBars: BarChartData = {
  name: hostileText,
  unit: hostileText,
  columns: [hostileText + 'W'.repeat(10_000), hostileText],
  bars: [
    {
      label: hostileText + 'W'.repeat(10_000),
      date: hostileText,
      values: [1, -2],
      source: hostile.points[0]!.source,
    },
    { label: hostileText, date: null, values: [Number.NaN, 1e300], source: hostile.points[1]!.source },
  ],
  leftOut: [{ name: hostileText, currency: hostileText }],
  asOf: null,
};

const hostileScatter: ScatterChartData = {
  x: { name: hostileText + 'W'.repeat(10_000), unit: hostileText },
  y: { name: hostileText, unit: 'USD' },
  dots: [1, 1e300, Number.NaN].map((value, i) => ({
    label: hostileText + 'W'.repeat(10_000),
    x: { value, date: hostileText, estimate: true, source: hostile.points[0]!.source },
    y: { value: -i, date: null, estimate: false, source: hostile.points[1]!.source },
  })),
  leftOut: [hostileText + 'W'.repeat(10_000)],
  asOf: null,
};

const widgets: Widget[] = [
  { kind: 'valuation-chart', data: hostile },
  { kind: 'valuation-table', data: hostile },
  { kind: 'valuation-sparkline', data: hostile },
  { kind: 'company-card', data: hostile },
  { kind: 'small-multiples', data: hostileComparison },
  { kind: 'ranking-table', data: hostileComparison },
  { kind: 'company-summary', data: hostileSummary },
  { kind: 'dataset-chart', data: hostileDatasets },
  { kind: 'bar-chart', data: hostileBars },
  { kind: 'scatter-chart', data: hostileScatter },
];

describe.each(widgets.map((widget) => [widget.kind, widget] as const))(
  'hostile data in a %s',
  (kind, widget) => {
    it.each([320, 600])('execute nothing, ask for nothing and break no layout at %i pixels', (width) =>
      openPage(browser, widget, withScript(built), async ({ page, requests, trouble }) => {
        await resize(page, width);
        for (const details of await page.locator('summary:visible').all()) await details.click();
        const inside = await page.evaluate(() => {
          const root = document.querySelector('main > *')!.shadowRoot!;
          const all = [...document.querySelectorAll('*'), ...root.querySelectorAll('*')];
          return {
            tags: all.filter((e) => /^(img|b|iframe|object|form)$/i.test(e.localName)).length,
            scripts: all.filter((e) => e.localName === 'script').map((e) => e.outerHTML),
            handlers: all.filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name))).length,
            wider: document.documentElement.scrollWidth - window.innerWidth,
            links: [...root.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => link.href),
          };
        });
        expect(inside).toMatchObject({ tags: 0, handlers: 0, wider: 0 });
        expect(inside.scripts).toEqual(['<script type="module" src="/client.js"></script>']);
        const allowed = ['https://x.example/%22onclick=%22alert(6)', 'https://news.example/figure'];
        expect(inside.links.filter((link) => !allowed.includes(link))).toEqual([]);
        if (kind === 'valuation-chart' || kind === 'valuation-table') {
          expect(inside.links).toContain(allowed[0]);
          expect(await page.locator('tbody tr').count()).toBe(4);
        }
        expect(requests).toEqual(['/page', '/client.js']);
        expect(trouble).toEqual([]);
      }),
    );
  },
);

it('reports a page that contains unescaped markup', () =>
  openPage(
    browser,
    { kind: 'valuation-chart', data: valuations.usual },
    withScript(built),
    async ({ page, requests, trouble }) => {
      await Promise.all([
        page.waitForRequest(/logo/),
        page.waitForEvent('console', (message) => message.text().includes('tracker.example')),
        page.evaluate(() => {
          document.body.insertAdjacentHTML('beforeend', '<img src="/logo.png" onerror="alert(1)">');
          document.body.insertAdjacentHTML('beforeend', '<img src="https://tracker.example/x.png">');
        }),
      ]);
      expect(trouble.join()).toMatch(/Content Security Policy/);
      expect(requests).toContain('/logo.png');
    },
  ));
