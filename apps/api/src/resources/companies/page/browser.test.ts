import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { axeProblems } from '@dossier/embeds/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startEmbedSite, type EmbedSite } from '../../../testing/embed-site.ts';
import {
  insertCompany,
  insertDataset,
  insertDocument,
  insertEvent,
  insertFiling,
  insertInto,
  insertMetric,
  insertNews,
} from '../../../testing/fixtures.ts';

const LONG =
  'An exceptionally long round of financing with Donaudampfschifffahrtsgesellschaftskapitän & Partners';

describe('the page of a company in Chromium', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const { db } = site;
    const company_id = await insertCompany(db, {
      domain: 'acme.com',
      slug: 'acme',
      name: 'Acme',
      description: 'Makes anvils.',
      founding_year: 1949,
      headquarters_city: 'Tucson',
      headquarters_country: 'United States',
      key_people_json:
        '{"founders":[{"id":"1","name":"W. E. Coyote"}],"ceo":[{"id":"2","name":"R. Runner"}]}',
    });
    const of = { company_id };
    const source_url = 'https://news.example/a-long-address-of-an-article-about-the-valuation-of-acme';
    await insertInto(
      db,
      'company_financials',
      ['latest_estimated_valuation', 'latest_estimated_revenue', 'total_estimated_funding'].map((name) => ({
        ...{ ...of, name, value: 9.5e10, date: '2026-01-13', source_url },
      })),
    );
    for (const data_type of ['Valuation', 'Revenue'])
      await insertDataset(db, {
        ...of,
        name: `Acme: ${data_type}`,
        data_type,
        frequency: 'Annual',
        source_url,
      });
    const link = { link: source_url, headline: LONG, publication: 'The News', type: 'article', quote: null };
    const data = { amount_raised: '6500000000.00', valuation: '50000000000.00' };
    for (const name of ['Series A', LONG])
      await insertEvent(db, {
        ...of,
        type: 'funding_round',
        name,
        data,
        citations_json: JSON.stringify([link]),
      });
    await insertEvent(db, { ...of, type: 'company_milestone', name: 'Listed' });
    await insertMetric(db, { ...of, scope_name: 'Europe' }, [link]);
    await insertNews(db, { ...of, headline: LONG, articles_json: JSON.stringify([link]) });
    await insertFiling(db, { ...of, name: LONG });
    await insertDocument(db, { slug: 'anvils', title: LONG }, [{ ...of, relation: 'subject' }]);
  });
  afterAll(() => site.close());

  /** Opens the page. Fails if the browser requests anything else or writes a message. */
  const visit = <T>(context: BrowserContextOptions, use: (page: Page) => Promise<T>) =>
    site.visit(`${site.url}/companies/acme`, context, async ({ page, requests, trouble }) => {
      const result = await use(page);
      expect(trouble).toEqual([]);
      expect(requests.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([`${site.url}/companies/acme`]);
      return result;
    });

  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

  it('fits 320 and 1200 pixels, and passes axe in light and in dark', async () => {
    await visit({ bypassCSP: true }, async (page) => {
      for (const width of [320, 1200]) {
        await page.setViewportSize({ width, height: 900 });
        for (const [scheme, least] of [
          ['light', 20],
          ['dark', 0],
        ] as const) {
          expect([scheme, await axeProblems(page, scheme, { least })]).toEqual([scheme, []]);
          expect(await widthOf(page)).toBe(width);
        }
      }
    });
  });

  it('is complete without script, and fits text of twice the size', async () => {
    await visit({ viewport: { width: 640, height: 900 }, javaScriptEnabled: false }, async (page) => {
      // The charts are drawn, and their tables open.
      expect(await page.locator('.charts svg[role=img]').count()).toBe(2);
      await page.locator('summary').first().click();
      expect(await page.locator('.charts table').first().isVisible()).toBe(true);
      expect(await page.getByRole('link', { name: 'news.example' }).count()).toBeGreaterThan(3);
    });
    await visit({ viewport: { width: 640, height: 900 } }, async (page) => {
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect(await widthOf(page)).toBe(640);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px');
    });
  });

  it('names its headings in order, and keeps the rows of tables on narrow screens', async () => {
    await visit({ viewport: { width: 320, height: 900 } }, async (page) => {
      // Charts have headings of the first level, which state their level in the page. They are in shadow roots.
      const headings = await page
        .locator('h1, h2')
        .evaluateAll((all) => all.map((one) => [one.ariaLevel ?? one.tagName.slice(1), one.textContent]));
      expect(headings.toSorted()).toEqual([
        ['1', 'Acme'],
        ...[
          'Charts',
          'Events',
          'Filings',
          'Funding',
          'Key figures',
          'News',
          'Reported measures',
          'Research',
        ].map((title) => ['2', title]),
        ...['Acme valuation', 'Acme: Revenue'].map((title) => ['3', title]),
      ]);
      const funding = page.getByRole('table', { name: 'Funding' });
      expect(await funding.getByRole('row').count()).toBe(3);
      expect(await funding.getByRole('columnheader').allInnerTexts()).toEqual([
        'Round',
        'Amount',
        'Valuation',
        'Announced',
        'Sources',
      ]);
      expect(await funding.getByRole('rowheader').count()).toBe(2);
    });
  });

  it('prints the tables of its charts and the addresses of its sources', async () => {
    await visit({}, async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await page.locator('.charts table').first().isVisible()).toBe(true);
      expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
      const printed = await page
        .locator('.figures .source')
        .first()
        .evaluate((link) => getComputedStyle(link, '::after').content);
      expect(printed).toContain('https://news.example/');
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
    });
  });
});
