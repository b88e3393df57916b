import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { short } from '../chart/format.ts';
import { sharedBrowser } from '../testing/browser.ts';
import { noScript, openPage, type Seen } from '../testing/page.ts';
import { datasetCharts, summary, valuations } from '../testing/samples.ts';
import { pinWidget, type Widget } from '../widgets/index.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const open = (widget: Widget, use: (seen: Seen) => Promise<void>) => openPage(browser, widget, noScript, use);
const chart = (name: keyof typeof valuations): Widget => ({
  kind: 'valuation-chart',
  data: valuations[name],
});

describe('the valuation chart without JavaScript', () => {
  it('shows title, latest value, chart, legend, sources and the day of the data', () =>
    open(chart('usual'), async ({ page, requests, trouble }) => {
      expect(await page.title()).toBe('Acme Robotics valuation');
      for (const text of [
        'Data as of Feb 27, 2025',
        'In US dollars, May 2012 to Feb 2025',
        'Latest: Feb 27, 2025, reported',
      ])
        expect(await page.getByText(text).isVisible()).toBe(true);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Acme Robotics valuation');
      const plot = page.getByRole('img', {
        name: 'from $40M (estimate) on May 20, 2012 to $6.75B on Feb 27, 2025',
      });
      expect((await plot.boundingBox())!.height).toBeGreaterThan(200);
      expect(await plot.locator('circle').count()).toBe(8);
      expect(await plot.locator('circle.estimate').count()).toBe(2);
      expect(await page.locator('.legend').innerText()).toBe('Estimate');
      const source = page.locator('footer').getByRole('link', { name: 'Example News, 2025' });
      expect(await source.getAttribute('href')).toBe('https://news.example/2025-02-27');
      expect(requests).toEqual(['/page']);
      expect(trouble).toEqual([]);
    }));

  it.each(['usual', 'hundred', 'negative', 'one'] as const)('has every value of "%s" in its table', (name) =>
    open(chart(name), async ({ page }) => {
      const { points } = valuations[name];
      await page.locator('summary').click();
      const rows = page.locator('tbody tr');
      const written = (await page.locator('td.number').allInnerTexts()).reverse();
      expect(written).toHaveLength(points.length);
      if (name !== 'hundred') expect(written).toEqual(points.map(({ value }) => short(value, 'USD')));
      expect(await rows.first().getByRole('link').isVisible()).toBe(true);
      expect(await rows.last().getByRole('link').isVisible()).toBe(true);
    }),
  );

  it('names the newest sources, and says how many more the table has', () =>
    open(chart('hundred'), async ({ page }) => {
      const notes = page.locator('.sources');
      expect(await notes.innerText()).toMatch(
        /^Sources: Example News, 2025; Example News, 2024; and 9 more in the table\.\s*$/,
      );
      expect(await notes.getByRole('link').count()).toBe(2);
    }));

  it('names the day that it is pinned to', () =>
    open(pinWidget(chart('usual'), '2018-12-31'), async ({ page }) => {
      const notes = await page.locator('footer').innerText();
      expect(notes).toContain('Data as of Dec 31, 2018; later values are left out.');
      expect(await page.locator('figure circle').count()).toBe(4);
    }));

  it('says that no value is known', () =>
    open(chart('none'), async ({ page }) => {
      expect(await page.getByText('No valuation is known.').isVisible()).toBe(true);
      expect(await page.locator('figure, table, footer, .subtitle').count()).toBe(0);
    }));

  it('prints its table', () =>
    open(chart('usual'), async ({ page }) => {
      const cell = page.locator('td.number').first();
      expect(await cell.isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      expect(await cell.isVisible()).toBe(true);
    }));
});

describe('the other widgets without JavaScript', () => {
  it('the valuation table has every value and source', () =>
    open({ kind: 'valuation-table', data: valuations.usual }, async ({ page, trouble }) => {
      const values = (await page.locator('td.number').allInnerTexts()).reverse();
      expect(values).toEqual(valuations.usual.points.map((point) => short(point.value, 'USD')));
      expect(await page.locator('tbody').getByRole('link').count()).toBe(8);
      expect(trouble).toEqual([]);
    }));

  it('the company summary shows name, figures, people and headquarters', () =>
    open({ kind: 'company-summary', data: summary }, async ({ page, trouble }) => {
      const text = await page.locator('article').innerText();
      for (const part of [
        'Acme Robotics builds arms',
        '$6.75B',
        'Reported, Feb 27, 2025',
        '$410M',
        'Estimate, Dec 31, 2024',
        '$1.3B',
        'Ada Example, Grace Sample',
        'Zürich, Switzerland',
        '2011',
        'Robotics, Logistics',
        'Data as of Feb 27, 2025',
      ])
        expect(text).toContain(part);
      expect(await page.title()).toBe('Acme Robotics');
      expect(trouble).toEqual([]);
    }));

  it('the dataset chart names its datasets, their latest values, notes and sources, and lists all in its table', () =>
    open({ kind: 'dataset-chart', data: datasetCharts.annotated }, async ({ page, requests, trouble }) => {
      expect(await page.locator('.keys').innerText()).toMatch(
        /Acme Robotics\s*\$410M\s*\(est\.\)\s*Bolt Machines\s*\$230M/,
      );
      expect(
        await page
          .getByRole('img', {
            name: /^Line chart of Acme Robotics \(latest \$410M, estimate\), Bolt Machines \(/,
          })
          .count(),
      ).toBe(1);
      expect(await page.locator('.notes li').allInnerTexts()).toEqual([
        'Dec 31, 2019: First factory outside Europe',
        'Jun 15, 2021: Opens a school for fitters',
        'Dec 31, 2022: Takes over Gripper & Sons',
      ]);
      expect(await page.locator('text.datum:visible').allTextContents()).toContain('$260M³');
      expect(await page.locator('footer').getByRole('link').count()).toBe(2);
      await page.locator('summary:visible').click();
      const rows = await page.locator('tbody tr').allInnerTexts();
      expect(rows.map((row) => row.split(/\s*\t\s*/))).toContainEqual(['2018', '$90M', '–']);
      expect(rows[0]!.split(/\s*\t\s*/)).toEqual(['2024', 'est. $410M', '$230M']);
      expect(requests).toEqual(['/page']);
      expect(trouble).toEqual([]);
    }));

  it('the dataset chart names the sources of single values', () => {
    const { series, ...data } = datasetCharts.line;
    const own = { url: 'https://own.example/a', title: 'own.example' };
    const points = series[0]!.points.map((point, i) => (i === 0 ? { ...point, source: own } : point));
    const widget: Widget = {
      kind: 'dataset-chart',
      data: {
        ...data,
        series: [
          { ...series[0]!, points },
          { ...series[1]!, source: null },
        ],
      },
    };
    return open(widget, async ({ page }) =>
      expect(await page.locator('.sources a').allInnerTexts()).toEqual([
        'Example News on Acme Robotics',
        'own.example',
      ]),
    );
  });

  it('a dataset without values says so', () =>
    open({ kind: 'dataset-chart', data: datasetCharts.none }, async ({ page }) => {
      expect(await page.getByText('There are no values to show.').isVisible()).toBe(true);
    }));
});
