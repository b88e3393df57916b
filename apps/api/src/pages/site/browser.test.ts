import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

type Axe = { violations: { id: string; nodes: { html: string }[] }[]; passes: unknown[] };

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

  it.each([320, 768, 1200])('fits %i pixels, and passes axe, on wide screens in dark too', async (width) => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const context = {
      ...{ viewport: { width, height: 900 }, bypassCSP: true },
      extraHTTPHeaders: { accept: 'text/html,*/*;q=0.8' },
    };
    // Pages in dark differ by their colours alone.
    const dark = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
    await site.visit(`${site.url}/`, context, async ({ page, trouble }) => {
      for (const path of PAGES) {
        await page.goto(site.url + path);
        await page.evaluate(axe);
        const looks = [['light', {}, 15] as const, ['dark', dark, 0] as const];
        for (const [colorScheme, options, least] of width === 320 ? looks.slice(0, 1) : looks) {
          await page.emulateMedia({ colorScheme });
          const { violations, passes } = await page.evaluate<Axe>(`axe.run(${JSON.stringify(options)})`);
          const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
          expect([path, colorScheme, found]).toEqual([path, colorScheme, []]);
          expect(passes.length).toBeGreaterThan(least);
        }
        const widest = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([path, widest]).toEqual([path, width]);
      }
      // The pages with a wrong value are a 400, which browsers report.
      expect(trouble.filter((message) => !message.includes('400'))).toEqual([]);
    });
  });

  it.each(PAGES)('loads %s with at most two requests of at most 40 kB, besides the icon', async (path) => {
    const { url, browser } = site;
    const context = await browser.newContext({ extraHTTPHeaders: { accept: 'text/html,*/*;q=0.8' } });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const response = await page.goto(url + path);
    const { responseBodySize } = await response!.request().sizes();
    // A picture may be the second request of a page about one record, so none of those has a script.
    const scripts = /^\/(companies|research)\//.test(path) ? [] : [`${url}/search/script.js`];
    const asked = requests.filter((address) => !address.endsWith('/favicon.ico'));
    expect(asked).toEqual([url + path, ...scripts]);
    expect(responseBodySize).toBeLessThan(40_000);
    await context.close();
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
