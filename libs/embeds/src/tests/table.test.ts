import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { sharedBrowser } from '../testing/browser.ts';
import { noScript, openPage, resize } from '../testing/page.ts';
import { datasetCharts, point, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const hosts: Widget = {
  kind: 'valuation-table',
  data: {
    ...valuations.usual,
    points: ['reuters.com', 'business-standard.com', 'news.crunchbase.com'].map((title, i) => ({
      ...point(`2025-12-1${i}`, 15_603_903_948, i === 1),
      source: { url: `https://${title}/`, title },
    })),
  },
};
const ten: Widget = { kind: 'dataset-chart', data: datasetCharts.ten };

/** Pixels across of A4 within its margins. */
const A4 = 688;

const lines = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getClientRects().length));

describe('a table', () => {
  it('on a phone keeps days and values on one line, and marks estimates at their values', () =>
    openPage(browser, hosts, noScript, async ({ page }) => {
      for (const width of [280, 320, 360, 420]) {
        await resize(page, width);
        expect(await lines(page, 'tbody time')).toEqual([1, 1, 1]);
        expect(await page.locator('td.number').allInnerTexts()).toEqual(['$15.6B', 'est. $15.6B', '$15.6B']);
        expect(await page.locator('.kind:visible').count()).toBe(0);
      }
      expect(await page.locator('td.number span').first().getAttribute('title')).toBe('$15.603903948B');
      await resize(page, 600);
      expect(await page.locator('td.kind').allInnerTexts()).toEqual(['Reported', 'Estimate', 'Reported']);
      expect(await page.locator('.est:visible').count()).toBe(0);
    }));

  it('breaks a host after its dots and hyphens only', () =>
    openPage(browser, hosts, noScript, async ({ page }) => {
      await resize(page, 280);
      const parts = await page.locator('td a').evaluateAll((links) =>
        links.map((link) => {
          const texts = [...link.querySelector('bdi')!.childNodes].filter(({ nodeType }) => nodeType === 3);
          return texts.map((text) => {
            const range = document.createRange();
            range.selectNodeContents(text);
            return [...range.getClientRects()].filter(({ width }) => width > 0).length;
          });
        }),
      );
      for (const text of parts.flat()) expect(text).toBeLessThanOrEqual(1);
    }));

  it('of many datasets scrolls while its date column stays', () =>
    openPage(browser, ten, noScript, async ({ page }) => {
      await resize(page, 320);
      await page.locator('summary').click();
      const day = page.locator('tbody th').first();
      const before = await day.boundingBox();
      await page.locator('.scroller').evaluate((box) => (box.scrollLeft = 200));
      expect((await day.boundingBox())!.x).toBe(before!.x);
      expect(await lines(page, 'tbody time')).toEqual(Array.from({ length: 10 }, () => 1));
    }));

  it('of ten datasets prints all its columns', () =>
    openPage(browser, ten, noScript, async ({ page }) => {
      await resize(page, A4, 900);
      await page.emulateMedia({ media: 'print' });
      const rights = await page
        .locator('.scroller th, .scroller td')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
      expect(rights.length).toBeGreaterThan(100);
      expect(Math.max(...rights)).toBeLessThanOrEqual(A4);
      expect(await page.locator('.scroller').evaluate((box) => getComputedStyle(box).overflowX)).toBe(
        'visible',
      );
    }));

  it('says that its links open a new tab', () =>
    openPage(browser, hosts, noScript, async ({ page }) =>
      expect(await page.locator('a').first().getAttribute('title')).toBe('Opens in a new tab'),
    ));
});
