import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import { databaseId } from '@dossier/store';
import type { Page } from 'playwright-core';
import { contentOf, paragraph } from '../../testing/document.ts';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import {
  insertCompany,
  insertDocument,
  insertEvent,
  insertInto,
  insertNews,
  searchEntry,
} from '../../testing/fixtures.ts';

const MOST_TABS = 150;

describe('an analyst who begins at /, by keyboard alone and without script', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const { db } = site;
    const search = await openSearch(site.searchUrl, { database: await databaseId(db) });
    const [fintech] = await db('categories')
      .insert({ slug: 'fintech', name: 'Fintech' })
      .returning<{ id: number }[]>('id');
    for (const [name, country] of [
      ['Monzo', 'United Kingdom'],
      ['Stripe', 'United States'],
      ['SpaceX', 'United States'],
    ] as const) {
      const slug = name.toLowerCase();
      const company_id = await insertCompany(db, {
        ...{ domain: `${slug}.com`, slug, name, headquarters_country: country },
      });
      const figure = { company_id, name: 'latest_estimated_valuation', value: 1e10, date: '2026-01-13' };
      await insertInto(db, 'company_financials', figure);
      if (name !== 'SpaceX')
        await insertInto(db, 'company_categories', { company_id, category_id: fintech!.id });
      const source = {
        link: 'https://news.example/a',
        headline: 'A',
        publication: 'The News',
        type: 'article',
      };
      await insertEvent(db, {
        ...{ company_id, type: 'funding_round', name: `${name} Series A` },
        citations_json: JSON.stringify([source]),
      });
      await insertNews(db, { company_id, headline: `${name} in the news` });
      await search.put([
        { ...searchEntry(name), ...(name === 'SpaceX' && { excerpt: 'Builds rockets and satellites.' }) },
      ]);
    }
    await insertDocument(db, { slug: 'fees', title: 'What payments cost' }, [], {
      ...contentOf([paragraph('Cards cost more than transfers.')], []),
      table_of_contents: [],
    });
    await search.close();
  });
  afterAll(() => site.close());

  /** Presses Tab until the element with this text or name has the focus. */
  async function reach(page: Page, text: string): Promise<void> {
    for (let i = 0; i < MOST_TABS; i++) {
      await page.keyboard.press('Tab');
      const focus = page.locator(':focus');
      if ((await focus.count()) === 0) continue;
      const label = (await focus.getAttribute('aria-label')) ?? (await focus.textContent())?.trim();
      if (label === text || (await focus.getAttribute('id')) === text) return;
    }
    throw new Error(`No Tab leads to ${text} at ${page.url()}`);
  }

  async function open(page: Page, text: string): Promise<void> {
    await reach(page, text);
    const from = page.url();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== from, { timeout: 20_000 });
  }

  const visit = (use: (page: Page) => Promise<void>) =>
    site.visit(
      `${site.url}/`,
      { javaScriptEnabled: false, extraHTTPHeaders: { accept: 'text/html,*/*;q=0.8' } },
      ({ page }) => use(page),
    );

  it('lists the fintechs of the United Kingdom, and takes the table to a spreadsheet', async () => {
    await visit(async (page) => {
      await open(page, 'Companies');
      await reach(page, 'Filters, order and columns');
      await page.keyboard.press('Enter');
      await reach(page, 'category');
      await page.keyboard.type('Fintech');
      await reach(page, 'country');
      await page.keyboard.type('United Kingdom');
      await page.keyboard.press('Enter');
      await page.waitForURL(/country=United\+Kingdom/, { timeout: 20_000 });
      expect(await page.getByRole('rowheader').count()).toBe(1);
      expect(await page.getByRole('rowheader', { name: 'Monzo' }).count()).toBe(1);
      await reach(page, 'All rows as CSV');
      const saved = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      expect((await saved).suggestedFilename()).toMatch(/^companies-\d+\.csv$/);
    });
  });

  it('reads a news story, a section of a document, and a round with its source', async () => {
    await visit(async (page) => {
      await open(page, 'News');
      await open(page, 'Stripe in the news');
      await open(page, 'Stripe');
      const round = page
        .getByRole('table', { name: 'Funding' })
        .getByRole('row', { name: 'Stripe Series A' });
      expect(await round.getByRole('link', { name: 'The News' }).count()).toBe(1);
      await open(page, 'Research');
      await open(page, 'What payments cost');
      expect(await page.getByRole('main').innerText()).toContain('Cards cost more than transfers.');
    });
  });

  it('compares two companies, and sees what changed this week', async () => {
    await visit(async (page) => {
      await open(page, 'Compare');
      await reach(page, 'companies');
      await page.keyboard.type('Stripe, Monzo');
      await page.keyboard.press('Enter');
      await page.waitForURL(/companies=Stripe/, { timeout: 20_000 });
      const table = page.getByRole('table', { name: 'Companies' });
      expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(['Stripe', 'Monzo']);
      await open(page, 'Changes');
      expect(await page.getByRole('status').innerText()).toContain('3 companies.');
    });
  });
});
