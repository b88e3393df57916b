import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { insertCompany, insertEvent, insertInto, insertNews } from '../../testing/fixtures.ts';

type Axe = { violations: { id: string; nodes: { html: string }[] }[]; passes: unknown[] };

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän & Partners with a name that does not end soon';

describe('the site in Chromium', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    for (const [i, name] of ['Acme', LONG].entries()) {
      const company_id = await insertCompany(site.db, {
        domain: `c${i}.com`,
        name,
        headquarters_country: 'United Kingdom',
      });
      const figure = { company_id, name: 'latest_estimated_valuation', value: 9.5e10, date: '2026-01-13' };
      await insertInto(site.db, 'company_financials', figure);
      await insertEvent(site.db, { company_id, type: 'funding_round', name });
      await insertNews(site.db, { company_id, headline: LONG });
    }
  });
  afterAll(() => site.close());

  it.each([320, 1200])('fits %i pixels, and passes axe in light and in dark', async (width) => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const context = {
      ...{ viewport: { width, height: 900 }, bypassCSP: true },
      extraHTTPHeaders: { accept: 'text/html' },
    };
    await site.visit(`${site.url}/`, context, async ({ page, trouble }) => {
      for (const path of ['/', '/companies?sort=valuation', '/companies?valuation_gte=x', '/search?q=acme']) {
        await page.goto(site.url + path);
        await page.evaluate(axe);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const { violations, passes } = await page.evaluate<Axe>('axe.run()');
          const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
          expect([path, colorScheme, found]).toEqual([path, colorScheme, []]);
          expect(passes.length).toBeGreaterThan(15);
        }
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
          path,
          width,
        ]);
      }
      // The page with a wrong value is a 400, which browsers report.
      expect(trouble.filter((message) => !message.includes('400'))).toEqual([]);
    });
  });

  it('finds companies of a country by keyboard alone, without script', async () => {
    await site.visit(`${site.url}/companies`, { javaScriptEnabled: false }, async ({ page }) => {
      await page.getByText('Filters, order and columns').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Country' }).focus();
      await page.keyboard.type('United Kingdom');
      await page.keyboard.press('Enter');
      await page.waitForURL(/country=United\+Kingdom/, { timeout: 20_000 });
      expect(await page.getByRole('status').innerText()).toContain('from United Kingdom. 2 companies.');
      expect(await page.getByRole('rowheader').count()).toBe(2);
    });
  });
});
