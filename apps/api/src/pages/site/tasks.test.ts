import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { choose, enter, open, save, tabTo, type, unfold } from '../../testing/keyboard.ts';
import { loadSample } from '../../testing/sample.ts';

const DAY = 86_400_000;

describe('an analyst who begins at / of the sample, by keyboard alone', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    await loadSample(site.programs, ['companies', 'datasets', 'documents', 'events', 'news']);
  });
  afterAll(() => site.close());

  describe.each([
    ['with script', true],
    ['without script', false],
  ])('%s', (_, javaScriptEnabled) => {
    const visit = (use: (page: Page) => Promise<void>) =>
      site.visit(
        `${site.url}/`,
        { javaScriptEnabled, extraHTTPHeaders: { accept: 'text/html,*/*;q=0.8' } },
        async ({ page, trouble }) => {
          await use(page);
          expect(trouble).toEqual([]);
        },
      );
    const namesIn = async (page: Page, table: string) =>
      (
        await page.getByRole('table', { name: table, exact: true }).getByRole('rowheader').allInnerTexts()
      ).map((name) => name.trim());
    const status = (page: Page) => page.getByRole('status').innerText();

    it('lists the fintechs of the United Kingdom, and takes the table to a spreadsheet', async () => {
      await visit(async (page) => {
        await open(page, 'Companies');
        await unfold(page, 'Filters, order and columns');
        await choose(page, 'Category', 'Fintech');
        await choose(page, 'Country', 'United Kingdom');
        await open(page, 'Show companies');
        expect(await status(page)).toContain('2 companies.');
        expect(await namesIn(page, 'Companies')).toEqual(['Revolut', 'Monzo']);
        const { name, text } = await save(page, 'All rows as CSV');
        expect(name).toMatch(/^companies-\d+\.csv$/);
        // Excel on Windows recognizes UTF-8 by its first character.
        expect(text).toMatch(/^\ufeffid,slug,name,/);
        const rows = text.trimEnd().split('\r\n');
        expect(rows.filter((row) => row.includes('United Kingdom,2015'))).toHaveLength(2);
        expect(text).toMatch(/Revolut[^]*75000000000[^]*Monzo/);
      });
    });

    it('reads the valuation of Stripe, and reaches its source', async () => {
      await visit(async (page) => {
        await type(page, 'q', 'Stripe');
        await enter(page);
        await open(page, 'Stripe');
        await tabTo(page, 'Key figures');
        await page.keyboard.press('Enter');
        await tabTo(page, 'stripe.com');
        const focus = page.locator(':focus');
        expect(await focus.getAttribute('href')).toBe('https://stripe.com/newsroom');
        const figure = page.locator('.figures > div', { has: focus });
        expect(await figure.innerText()).toMatch(/^Valuation\s+\$159B\s+Reported\s+24 February 2026/);
      });
    });

    it('compares three companies with their days, and takes them to a spreadsheet', async () => {
      await visit(async (page) => {
        await open(page, 'Compare');
        await type(page, 'Companies', 'Stripe, revolut.com and monzo');
        await enter(page);
        expect(await namesIn(page, 'Companies')).toEqual(['Stripe', 'Revolut', 'Monzo']);
        expect(await namesIn(page, 'Valuation')).toEqual(['Stripe', 'Revolut', 'Monzo']);
        const revolut = page.getByRole('table', { name: 'Companies' }).getByRole('row', { name: 'Revolut' });
        expect(await revolut.innerText()).toMatch(/\$75B\s+24 November 2025/);
        expect((await save(page, 'CSV')).text).toMatch(/159000000000[^]*75000000000[^]*5200000000/);
      });
    });

    it('ticks three companies of the list, and compares them', async () => {
      await visit(async (page) => {
        await open(page, 'Companies');
        for (const name of ['SpaceX', 'OpenAI', 'Canva']) {
          await tabTo(page, name);
          await page.keyboard.press('Space');
        }
        await open(page, 'Compare the chosen companies');
        expect(await namesIn(page, 'Companies')).toEqual(['SpaceX', 'OpenAI', 'Canva']);
      });
    });

    it('reads the news of a week, then of an earlier week, then a story with its companies', async () => {
      await visit(async (page) => {
        await open(page, 'News');
        const newest = await status(page);
        const times = page.getByRole('table', { name: 'News' }).locator('time');
        for (const earlier of [false, true]) {
          if (earlier) await open(page, await page.getByRole('link', { name: 'Earlier: to' }).innerText());
          const days = (await times.allInnerTexts()).map((day) => Date.parse(day));
          expect(days.length).toBeGreaterThan(0);
          expect(Math.max(...days) - Math.min(...days)).toBeLessThan(7 * DAY);
        }
        expect(await status(page)).not.toBe(newest);
        await open(page, 'Revolut completes a share sale at 75 billion US dollars');
        await open(page, 'Revolut');
        expect(await page.getByRole('heading', { name: 'Revolut', exact: true }).count()).toBe(1);
      });
    });

    it('finds who makes rockets, and reads its rounds with their sources', async () => {
      await visit(async (page) => {
        await type(page, 'q', 'rockets');
        await enter(page);
        await open(page, 'SpaceX');
        const rounds = page.getByRole('table', { name: 'Funding' }).locator('tbody').getByRole('row');
        expect(await rounds.count()).toBeGreaterThan(3);
        for (const round of await rounds.all())
          expect(await round.getByRole('link').count()).toBeGreaterThan(0);
      });
    });

    it('finds the fintechs of a country that has a shorter name', async () => {
      await visit(async (page) => {
        await type(page, 'q', 'fintechs in the UK');
        await enter(page);
        const names = await page.getByRole('main').locator('ol.list li a').allInnerTexts();
        expect(names.slice(0, 2).sort()).toEqual(['Monzo', 'Revolut']);
      });
    });

    it('reads a section of a document', async () => {
      await visit(async (page) => {
        await open(page, 'Research');
        await open(page, 'SpaceX: one-pager');
        await tabTo(page, 'Starlink');
        await page.keyboard.press('Enter');
        await page.waitForURL(/#./);
        const section = page.locator(':target');
        expect(await section.innerText()).toMatch(/^Starlink/);
        const box = await section.boundingBox();
        expect(Math.abs(box!.y)).toBeLessThan(100);
      });
    });

    it('sees which companies changed this week', async () => {
      await visit(async (page) => {
        await open(page, 'Changes');
        expect(await status(page)).toContain('36 companies.');
        expect(await namesIn(page, 'Changes')).toContain('Stripe');
      });
    });
  });
});
