import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { axeProblems } from '@dossier/embeds/testing';
import { openSearch } from '@dossier/search';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { contentOf, paragraph } from '../../testing/document.ts';
import {
  insertCompany,
  insertDataset,
  insertDocument,
  insertEvent,
  insertFiling,
  insertInto,
  insertNews,
  searchEntry,
} from '../../testing/fixtures.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän & Partners with a name that does not end soon';

const TABLE = {
  id: 't',
  type: 'table',
  text: '',
  header_rows: 1,
  rows: [
    ['Year', LONG, LONG],
    ['2026', LONG, '5'],
  ],
};

describe('the site in Chromium', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const [category] = await site
      .db('categories')
      .insert({ slug: 'anvils', name: 'Anvils' })
      .returning<{ id: number }[]>('id');
    await insertDocument(
      site.db,
      { slug: 'anvils', title: LONG },
      [],
      contentOf([paragraph(LONG), { ...TABLE } as never], []),
    );
    for (const [i, name] of ['Acme', LONG].entries()) {
      const company_id = await insertCompany(site.db, {
        domain: `c${i}.com`,
        slug: `c${i}`,
        name,
        headquarters_country: 'United Kingdom',
      });
      const figure = { company_id, name: 'latest_estimated_valuation', value: 9.5e10, date: '2026-01-13' };
      await insertInto(site.db, 'company_financials', figure);
      await insertEvent(site.db, { company_id, type: 'funding_round', name });
      await insertNews(site.db, { company_id, headline: LONG });
      await insertFiling(site.db, { company_id, name: LONG });
      await insertInto(site.db, 'company_categories', { company_id, category_id: category!.id });
      await insertDataset(site.db, { company_id, data_type: 'Valuation' });
    }
  });
  afterAll(() => site.close());

  const PAGES = [
    ...['/', '/companies?sort=valuation', '/companies?valuation_gte=x', '/search?q=acme'],
    ...['/categories', '/categories/anvils', '/news', '/events', '/filings', '/research', '/changes'],
    ...[
      '/companies/c0',
      '/research/anvils',
      '/compare',
      '/compare?companies=c0,c1',
      '/news?release_date_start=x',
    ],
  ];

  it.each(PAGES)('fits every width and passes axe, with at most two requests of 40 kB: %s', async (path) => {
    const context = { bypassCSP: true, extraHTTPHeaders: { accept: 'text/html,*/*;q=0.8' } };
    await site.visit('about:blank', context, async ({ page, requests, trouble }) => {
      const response = await page.goto(site.url + path);
      // A picture may be the second request of a page about one record, so none of those has a script.
      const scripts = /^\/(companies|research)\//.test(path) ? [] : [`${site.url}/search/script.js`];
      const asked = requests.filter((address) => !address.endsWith('/favicon.ico'));
      expect(asked).toEqual([site.url + path, ...scripts]);
      expect((await response!.request().sizes()).responseBodySize).toBeLessThan(40_000);
      for (const width of [320, 768, 1200]) {
        await page.setViewportSize({ width, height: 900 });
        for (const scheme of width === 320 ? (['light'] as const) : (['light', 'dark'] as const)) {
          const found = await axeProblems(page, scheme, scheme === 'light' ? { least: 15 } : {});
          expect([width, scheme, found]).toEqual([width, scheme, []]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      // The pages with a wrong value are a 400, which browsers report.
      expect(trouble.filter((message) => !message.includes('400'))).toEqual([]);
    });
  });

  it('prints the screener and a comparison without controls, with all rows', async () => {
    for (const path of ['/companies', '/compare?companies=c0,c1'])
      await site.visit(site.url + path, {}, async ({ page }) => {
        await page.emulateMedia({ media: 'print' });
        expect(await page.getByRole('rowheader', { name: 'Acme' }).first().isVisible()).toBe(true);
        for (const control of ['button', 'input', 'nav'])
          expect(await page.locator(`${control}:visible`).count()).toBe(0);
      });
  });

  it('keeps its own content security policy at /companies', async () => {
    await site.visit(`${site.url}/companies`, {}, async ({ page, trouble }) => {
      expect(await page.getByRole('row', { name: 'Acme' }).isVisible()).toBe(true);
      expect(trouble).toEqual([]);
    });
  });

  it('writes the name of a company on the line of its other columns', async () => {
    const context = { viewport: { width: 1200, height: 900 } };
    await site.visit(`${site.url}/companies`, context, async ({ page }) => {
      const row = page.getByRole('row', { name: 'Acme' });
      const bottoms = await row.evaluate((row) =>
        [row.querySelector('a')!, row.querySelector('td')!].map((element) => {
          const text = document.createRange();
          text.selectNodeContents(element);
          return text.getClientRects()[0]!.bottom;
        }),
      );
      expect(Math.abs(bottoms[0]! - bottoms[1]!)).toBeLessThan(1);
    });
  });

  it('suggests names while somebody types', async () => {
    const search = await openSearch(site.searchUrl);
    await search.put([searchEntry('Acme')]);
    await search.close();
    await site.visit(`${site.url}/`, {}, async ({ page, trouble }) => {
      const suggested = page.locator('datalist option').first();
      await page.getByRole('combobox', { name: /^Search companies/ }).pressSequentially('acm');
      await suggested.waitFor({ state: 'attached' });
      expect(await suggested.getAttribute('value')).toBe('Acme');
      // Also for what was typed before the script arrived.
      let release: () => void;
      const typed = new Promise<void>((done) => (release = done));
      await page.route('**/search/script.js', async (route) => {
        await typed;
        await route.continue();
      });
      await page.goto(`${site.url}/`, { waitUntil: 'commit' });
      await page.getByRole('searchbox', { name: /^Search companies/ }).pressSequentially('acm');
      release!();
      await suggested.waitFor({ state: 'attached' });
      expect(trouble).toEqual([]);
    });
  });
});
