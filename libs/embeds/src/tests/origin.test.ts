import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Source } from '../inputs/data.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { noScript, openPage, resize, withScript } from '../testing/page.ts';
import { datasetCharts, hostileText, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

const source: Source = {
  url: 'https://news.example/raises',
  title: 'news.example',
  headline: 'Acme raises a billion',
  publication: 'Example News',
  quote: 'We raised it.',
};
const valuation = (last: Source | null = source): Widget => ({
  kind: 'valuation-chart',
  data: {
    ...valuations.usual,
    points: valuations.usual.points.map((point) =>
      point.date === '2025-02-27' ? { ...point, source: last } : point,
    ),
  },
});
const [first, ...others] = datasetCharts.line.series;
const datasets: Widget = {
  kind: 'dataset-chart',
  data: {
    ...datasetCharts.line,
    series: [{ ...first!, points: first!.points.map((point) => ({ ...point, source })) }, ...others],
  },
};

const card = (page: Page) => page.locator('.origin');
/** Clicks on the right end of the plot, where the newest value is. */
async function clickNewest(page: Page) {
  const box = (await page.locator('.plot').boundingBox())!;
  await page.mouse.click(box.x + box.width - 2, box.y + 10);
}

describe('where a value comes from', () => {
  it('is shown where a reader clicks, and the chart stays where it is', () =>
    openPage(browser, valuation(), withScript(built), async ({ page, trouble }) => {
      const before = await page.locator('article').boundingBox();
      await clickNewest(page);
      expect(await card(page).innerText()).toBe(
        '$6.75B Latest: Feb 27, 2025, reported. Acme raises a billion, Example News We raised it.',
      );
      expect(await card(page).getByRole('link').getAttribute('href')).toBe(source.url);
      // The mouse reaches the link without a change of the reading.
      await card(page).getByRole('link').hover();
      expect(await card(page).innerText()).toContain('Feb 27, 2025');
      expect(await page.locator('article').boundingBox()).toEqual(before);
      await page.mouse.move(0, 0);
      expect(await card(page).isVisible()).toBe(false);
      expect(trouble).toEqual([]);
    }));

  it('is named by its site at the value, not by its headline, with and without script', async () => {
    const read = (page: Page) => page.locator('.readout').innerText();
    const before = await openPage(browser, valuation(), noScript, ({ page }) => read(page));
    expect(before).toContain('Source: news.example');
    expect(await openPage(browser, valuation(), withScript(built), ({ page }) => read(page))).toBe(before);
  });

  it('says in the language of the page that a source is not given', () =>
    openPage(
      browser,
      valuation(null),
      { ...withScript(built), options: { ...withScript(built).options, look: { locale: 'fr' } } },
      async ({ page }) => {
        await clickNewest(page);
        expect(await card(page).innerText()).toContain('Source non indiquée');
      },
    ));

  it('is shown whole in a low frame, with a long headline and a long quote', () =>
    openPage(
      browser,
      valuation({
        ...source,
        headline: 'Acme raises a billion. '.repeat(40),
        quote: 'We raised it. '.repeat(28),
      }),
      withScript(built),
      async ({ page }) => {
        await resize(page, 320, 400);
        await clickNewest(page);
        const text = await card(page).innerText();
        expect(text.match(/Acme raises a billion/g)).toHaveLength(40);
        const box = await card(page).evaluate((element) => ({
          hidden: element.scrollHeight - element.clientHeight,
          top: element.getBoundingClientRect().top - element.parentElement!.getBoundingClientRect().top,
          reach: document.documentElement.scrollHeight - element.getBoundingClientRect().bottom - scrollY,
        }));
        expect(box.hidden).toBeLessThanOrEqual(1);
        expect(box.top).toBeGreaterThanOrEqual(-1);
        expect(box.reach).toBeGreaterThanOrEqual(-1);
      },
    ));

  it('is shown by keyboard: Enter opens, Tab reaches the link, Escape closes', () =>
    openPage(browser, valuation(), withScript(built), async ({ page }) => {
      await page.getByRole('slider').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      expect(await card(page).innerText()).toContain('Acme raises a billion');
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.querySelector('main > *')!.shadowRoot!.activeElement!.textContent),
      ).toBe('Acme raises a billion');
      await page.keyboard.press('Escape');
      expect(await card(page).isVisible()).toBe(false);
    }));

  it('is shown for each dataset that has a value', () =>
    openPage(browser, datasets, withScript(built), async ({ page, trouble }) => {
      await clickNewest(page);
      const text = await card(page).innerText();
      expect(text).toContain('Acme raises a billion, Example News We raised it.');
      expect(await card(page).locator('p').count()).toBe(2);
      expect(trouble).toEqual([]);
    }));

  it.each([
    ['valuation-chart', valuation()],
    ['dataset-chart', datasets],
  ] as const)('is in the table of a %s without JavaScript', (_, widget) =>
    openPage(browser, widget, noScript, async ({ page }) => {
      await page.locator('summary').click();
      const details = await page.locator('details').innerText();
      expect(details).toContain('Acme raises a billion, Example News We raised it.');
    }),
  );

  it('escapes hostile text', () =>
    openPage(
      browser,
      valuation({
        url: 'javascript:alert(1)',
        title: hostileText,
        headline: hostileText,
        publication: hostileText,
        quote: hostileText,
      }),
      withScript(built),
      async ({ page, trouble }) => {
        await clickNewest(page);
        expect(await card(page).locator('script, img, a').count()).toBe(0);
        expect(await card(page).innerText()).toContain('<script>alert(1)</script>');
        expect(trouble).toEqual([]);
      },
    ));
});
