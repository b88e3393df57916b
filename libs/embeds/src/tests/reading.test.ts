import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { moveTo, openPage, playPage, withScript } from '../testing/page.ts';
import { datasetCharts, point, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

const usual: Widget = { kind: 'valuation-chart', data: valuations.usual };

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

type Use = Parameters<typeof playPage<void>>[3];
const open = (widget: Widget, use: Use) => playPage(browser, widget, { scripts: built }, use);

describe('reading a valuation chart', () => {
  it('goes from point to point by keyboard, each with its source', () =>
    open(usual, async ({ page, trouble }) => {
      const reader = page.getByRole('slider', { name: 'Read the values one by one' });
      const readout = page.locator('.readout');
      await reader.focus();
      await page.keyboard.press('Home');
      expect(await readout.innerText()).toMatch(
        /\$40M\s+May 20, 2012, estimate\s+Source: Example News, 2012/,
      );
      expect(await reader.getAttribute('aria-valuetext')).toBe(
        'May 20, 2012: $40M, estimate, source: Example News, 2012',
      );
      await page.keyboard.press('ArrowRight');
      expect(await readout.innerText()).toMatch(/\$350M\s+Feb 11, 2014, reported/);
      expect(await readout.getByRole('link').getAttribute('href')).toBe('https://news.example/2014-02-11');
      await page.keyboard.press('End');
      expect(await readout.innerText()).toMatch(/\$6.75B\s+Latest: Feb 27, 2025/);
      await page.keyboard.press('ArrowLeft');
      expect(await readout.innerText()).toMatch(/\$4.2B/);
      expect(trouble).toEqual([]);
    }));

  it('shows exact values as tooltips of the opened table', () => {
    const points = [point('2020-01-01', 1_234_567_890), point('2021-01-01', 2e9, true)];
    const widget: Widget = { kind: 'valuation-chart', data: { ...valuations.usual, points } };
    return open(widget, async ({ page }) => {
      await page.locator('summary').click();
      await page.locator('td[title]').first().waitFor();
      const cells = await page
        .locator('td.number')
        .evaluateAll((all) => all.map((cell) => [cell.textContent, cell.getAttribute('title')]));
      expect(cells).toEqual([
        ['est. $2B', null],
        ['$1.23B', '$1.23456789B'],
      ]);
    });
  });

  it('reads the point nearest to the pointer, without any shift of the layout', () =>
    open(usual, async ({ page }) => {
      await page.getByRole('slider').waitFor({ state: 'attached' });
      const plot = page.locator('.plot');
      const before = (await plot.boundingBox())!;
      const point = (part: number) => moveTo(page, before.x + before.width * part, before.y + 50);
      await point(0.98);
      expect(await page.locator('.readout strong').innerText()).toBe('$6.75B');
      await point(0.02);
      expect(await page.locator('.readout strong').innerText()).toBe('$40M');
      expect(await page.locator('.reading').count()).toBe(1);
      expect(await plot.boundingBox()).toEqual(before);
    }));

  it('ends when the mouse leaves, on Escape, and on blur', () =>
    // Chromium does not always report that a pointer leaves a page that `playPage` lends.
    openPage(browser, usual, withScript(built), async ({ page }) => {
      const readout = page.locator('.readout');
      const reader = page.getByRole('slider');
      await reader.waitFor({ state: 'attached' });
      const box = (await page.locator('.plot').boundingBox())!;
      const ends = {
        leave: () => moveTo(page, box.x, box.y + box.height + 100),
        escape: () => page.keyboard.press('Escape'),
        blur: () => reader.evaluate((input: HTMLElement) => input.blur()),
      };
      for (const end of Object.values(ends)) {
        await page.mouse.move(box.x + 1, box.y + 50);
        await reader.focus();
        await page.keyboard.press('Home');
        expect(await readout.innerText()).toMatch(/^\$40M/);
        await end();
        expect(await readout.innerText()).toMatch(/^\$6.75B\s+Latest: Feb 27, 2025/);
        expect(await page.locator('.reading').count()).toBe(0);
      }
    }));

  it('hydrates the drawing of the server instead of replacing it', () =>
    open(usual, async ({ page }) => {
      await page.getByRole('slider').waitFor({ state: 'attached' });
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('figure').count()).toBe(1);
    }));

  it.each(['none', 'one', 'same-day', 'hundred'] as const)('logs no errors with "%s"', (name) =>
    open({ kind: 'valuation-chart', data: valuations[name] }, async ({ page, trouble }) => {
      for (const reader of await page.getByRole('slider').all()) {
        await reader.focus();
        await page.keyboard.press('Home');
      }
      expect(await page.getByRole('slider').count()).toBe(name === 'none' ? 0 : 1);
      expect(trouble).toEqual([]);
    }),
  );
});

describe('values after the day of the data', () => {
  const later = (date: string) => ({ ...valuations.usual.points[0]!, date, value: 9e9, estimate: true });
  it('are forecasts, and none of them is the latest value of a company', () =>
    open(
      {
        kind: 'valuation-chart',
        data: { ...valuations.usual, points: [...valuations.usual.points, later('2028-01-01')] },
      },
      async ({ page }) => {
        const readout = page.locator('.readout');
        expect(await readout.innerText()).toMatch(/^\$6.75B\s+Latest: Feb 27, 2025, reported/);
        await page.getByRole('slider').focus();
        await page.keyboard.press('Home');
        await page.keyboard.press('End');
        expect(await readout.innerText()).toMatch(/^\$9B\s+Jan 1, 2028, forecast, estimate/);
      },
    ));
  it('are named as forecasts and shaded if there is no other value', () =>
    open({ kind: 'dataset-chart', data: { ...datasetCharts.area, asOf: '2010-12-31' } }, async ({ page }) => {
      expect(await page.locator('.day').innerText()).toMatch(/^Forecast: 2024/);
      expect(await page.locator('rect.forecast').getAttribute('width')).toBe('100%');
    }));
  it('are never the latest value of a dataset', () =>
    open({ kind: 'dataset-chart', data: { ...datasetCharts.area, asOf: '2022-12-31' } }, async ({ page }) => {
      expect(await page.locator('.day').innerText()).toMatch(/^Latest: 2022/);
      expect(await page.locator('.keys').innerText()).toMatch(/\$260M\s*$/);
      await page.getByRole('slider').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('End');
      expect(await page.locator('.day').innerText()).toMatch(/^Forecast: 2024/);
    }));
});

describe('reading a dataset chart', () => {
  it('says which values are estimates, and how these look', () =>
    open({ kind: 'dataset-chart', data: datasetCharts.line }, async ({ page }) => {
      expect(await page.locator('.keys').innerText()).toMatch(
        /\$410M\s*\(est\.\)\s*Bolt Machines\s*\$230M\s*$/,
      );
      expect(await page.locator('.day circle.estimate').count()).toBe(1);
    }));
  it.each(['annotated', 'columns'] as const)(
    'reads the value of every dataset on a day, with its source: %s',
    (name) =>
      open({ kind: 'dataset-chart', data: datasetCharts[name] }, async ({ page, trouble }) => {
        const reader = page.getByRole('slider');
        await reader.focus();
        await page.keyboard.press('Home');
        expect(await page.locator('.day').innerText()).toMatch(/^2016/);
        expect(await page.locator('.keys').innerText()).toMatch(
          /Acme Robotics\s*\$40M\s*Bolt Machines\s*\$120M/,
        );
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        expect(await page.locator('.keys').innerText()).toMatch(
          /Acme Robotics\s*\$90M\s*Bolt Machines\s*\$130M\s*2017/,
        );
        expect(await reader.getAttribute('aria-valuetext')).toBe(
          '2018: Acme Robotics $90M, source: Example News on Acme Robotics; ' +
            'Bolt Machines $130M (2017), source: Example News on Bolt Machines',
        );
        expect(trouble).toEqual([]);
      }),
  );
});
