import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { galleryPolicy, renderGallery } from '../gallery/page.ts';
import { serve, sharedBrowser } from '../testing/browser.ts';
import { drawPage, openPage, resize, withPage } from '../testing/page.ts';
import { comparisons, datasetCharts, summary, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const widths = [320, 360, 414, 480, 560, 600, 768, 1024, 1200, 1600];

type Box = { text: string; left: number; right: number; top: number; bottom: number };

const openAll = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));

const measure = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('main > *')!.shadowRoot!;
    const boxes = (selector: string) =>
      [...root.querySelectorAll(selector)]
        .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0)
        .map(({ text, box: { left, right, top, bottom } }): Box => ({ text, left, right, top, bottom }));
    return {
      width: window.innerWidth,
      wider: document.documentElement.scrollWidth - window.innerWidth,
      axes: boxes('figure text.label'),
      labels: boxes('figure text.value, figure text.datum'),
    };
  });

/** Expects the page to have the colours of the reader: without them, it would pass tests about them. */
const expectOwnColours = async (page: Page) =>
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);

const touching = (boxes: Box[]) =>
  boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter((b) => a.right > b.left && b.right > a.left && a.bottom > b.top + 1 && b.bottom > a.top + 1)
      .map((b) => `${a.text} on ${b.text}`),
  );

const charts: [string, Widget][] = [
  ...Object.entries(valuations).map(([name, data]): [string, Widget] => [
    name,
    { kind: 'valuation-chart', data },
  ]),
  ...Object.entries(datasetCharts).map(([name, data]): [string, Widget] => [
    `datasets, ${name}`,
    { kind: 'dataset-chart', data },
  ]),
];

describe.each(charts)('a chart from 320 to 1600 pixels: %s', (name, widget) => {
  it('keeps within the page, and no label touches another', () =>
    drawPage(browser, widget, {}, async (page) => {
      for (const width of widths) {
        await resize(page, width);
        const { axes, labels, wider, ...size } = await measure(page);
        expect(size).toEqual({ width });
        expect(wider).toBeLessThanOrEqual(0);
        if (!name.endsWith('none')) expect(axes.length).toBeGreaterThan(2);
        for (const { left, right } of [...axes, ...labels]) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(width);
        }
        expect([width, touching(axes), touching(labels)]).toEqual([width, [], []]);
      }
    }));
});

it.each([320, 343, 380, 600])(
  'the label of a last value at the top of the axis keeps clear of the legend at %i pixels',
  (width) => {
    const last = { ...valuations.usual.points.at(-1)!, value: 8e9 };
    const data = { ...valuations.usual, points: [...valuations.usual.points.slice(0, -1), last] };
    return drawPage(browser, { kind: 'valuation-chart', data }, {}, async (page) => {
      await resize(page, width);
      const [label, legend] = await Promise.all(
        ['text.value', '.legend'].map((selector) => page.locator(selector).boundingBox()),
      );
      expect(label!.y).toBeGreaterThanOrEqual(legend!.y + legend!.height);
    });
  },
);

describe.each<[string, Widget]>([
  ['valuation table', { kind: 'valuation-table', data: valuations.usual }],
  ['company summary', { kind: 'company-summary', data: summary }],
])('a %s from 320 to 1600 pixels', (_, widget) => {
  it('keeps within the page', () =>
    drawPage(browser, widget, {}, async (page) => {
      for (const width of widths) {
        await resize(page, width);
        expect((await measure(page)).wider).toBeLessThanOrEqual(0);
      }
    }));
});

it.each<[what: string, widget: Widget, name: string, value: string]>([
  ['ranking', { kind: 'ranking-table', data: comparisons.usual }, 'tbody th', 'tbody th ~ td.number'],
  ['legend', { kind: 'dataset-chart', data: datasetCharts.companies }, '.keys .name', '.keys .now'],
])(
  'below 480 pixels, a %s has each value below its name, and the values in one column',
  (_, widget, ...texts) =>
    drawPage(browser, widget, {}, async (page) => {
      const boxesAt = async (width: number) => {
        await resize(page, width);
        const [names, values] = await Promise.all(
          texts.map((text) =>
            page
              .locator(text)
              .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect)),
          ),
        );
        return names!.map((name, i) => ({ name, value: values![(i * values!.length) / names!.length]! }));
      };
      for (const width of [320, 400, 479]) {
        const boxes = await boxesAt(width);
        expect(boxes.length).toBeGreaterThan(1);
        for (const { name, value } of boxes) {
          expect(name.height).toBeGreaterThan(0);
          expect(value.top).toBeGreaterThanOrEqual(name.bottom - 1);
        }
        expect([width, new Set(boxes.map(({ value }) => Math.round(value.left))).size]).toEqual([width, 1]);
      }
    }),
);

it('the gallery keeps within the page, from 320 to 1600 pixels', async () => {
  const headers = { 'content-security-policy': galleryPolicy() };
  const body = renderGallery({ publicUrl: '' });
  const server = await serve({ '/embeds': { type: 'text/html; charset=utf-8', body, headers } });
  await withPage(browser, {}, async (page) => {
    await page.goto(`${server.url}/embeds`);
    for (const open of [false, true]) {
      if (open) await openAll(page);
      for (const width of widths) {
        await resize(page, width);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([width, open, wider]).toEqual([width, open, 0]);
      }
    }
  }).finally(server.close);
});

describe('the theme', () => {
  const usual: Widget = { kind: 'valuation-chart', data: valuations.usual };
  const colours = (page: Page) =>
    page.evaluate(() => ({
      scheme: getComputedStyle(document.documentElement).colorScheme,
      paper: getComputedStyle(document.body).backgroundColor,
      element: getComputedStyle(document.querySelector('main > *')!).backgroundColor,
    }));
  const [white, night] = ['rgb(255, 255, 255)', 'rgb(21, 25, 30)'];

  it.each([
    ['auto', 'light', 'light dark', white],
    ['auto', 'dark', 'light dark', night],
    ['light', 'dark', 'light', white],
    ['dark', 'light', 'dark', night],
  ] as const)('%s for a reader who prefers %s', (theme, colorScheme, scheme, paper) =>
    openPage(browser, usual, { options: { look: { theme } }, context: { colorScheme } }, async ({ page }) =>
      expect(await colours(page)).toEqual({ scheme, paper, element: paper }),
    ),
  );

  it('of a dataset gives each theme a colour that can be read on it', async () => {
    const widget: Widget = { kind: 'dataset-chart', data: datasetCharts.annotated };
    const yellow = (colorScheme: 'light' | 'dark') =>
      openPage(browser, widget, { context: { colorScheme } }, ({ page }) =>
        page
          .locator('g.series')
          .nth(1)
          .locator('path.line')
          .first()
          .evaluate((line) => getComputedStyle(line).stroke),
      );
    expect(await yellow('dark')).toBe('rgb(255, 238, 0)');
    expect(await yellow('light')).not.toBe('rgb(255, 238, 0)');
  });

  it("leaves the datasets their colours beside the reader's own", () =>
    openPage(
      browser,
      { kind: 'dataset-chart', data: datasetCharts.columns },
      { context: { forcedColors: 'active' } },
      async ({ page }) => {
        await expectOwnColours(page);
        const fills = await page
          .locator('rect.column:not(.estimate)')
          .evaluateAll((columns) => columns.map((column) => getComputedStyle(column).fill));
        expect(new Set(fills).size).toBe(2);
      },
    ));

  it("gives way to the reader's own colours", () =>
    openPage(browser, usual, { context: { forcedColors: 'active' } }, async ({ page }) => {
      await expectOwnColours(page);
      const [stroke, link] = await page.evaluate(() => {
        const root = document.querySelector('main > *')!.shadowRoot!;
        const styles = ['path.line', 'a'].map((selector) => getComputedStyle(root.querySelector(selector)!));
        return [styles[0]!.stroke, styles[1]!.color];
      });
      expect(stroke).toBe(link);
    }));
});
