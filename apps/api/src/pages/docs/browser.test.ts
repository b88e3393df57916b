import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { axeProblems, sharedBrowser, troubleOf } from '@dossier/embeds/testing';
import type { Page } from 'playwright-core';
import request from 'supertest';
import { startTestApi, type TestApi } from '../../testing/api.ts';

/** One of each kind of page. */
const PAGES = [
  '/docs',
  '/docs/partners/sync',
  '/docs/limits',
  '/docs/api/news',
  '/docs/api/filings/list-filings',
  '/docs/search?q=rate+limit',
  '/docs/try/listNews',
];
/** Pages that are longer than others, in pixels of a window 1200 wide. */
const LONG = [
  '/docs/api/companies/get-companies',
  '/docs/api/events/query-events',
  '/docs/errors',
  '/docs/changelog',
];
const MAX_PIXELS = 12_000;

describe('the documentation in Chromium', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
  });
  afterAll(() => api.close());

  /** Opens a page that may reach nothing but the service. */
  async function visit(
    options: object,
    use: (page: Page, trouble: string[]) => Promise<void>,
  ): Promise<void> {
    const context = await (await sharedBrowser()).newContext(options);
    try {
      const page = await context.newPage();
      const trouble = troubleOf(page);
      page.on('request', (sent) => {
        if (!sent.url().startsWith(api.url)) trouble.push(sent.url());
      });
      await use(page, trouble);
      expect(trouble).toEqual([]);
    } finally {
      await context.close();
    }
  }

  it('fits 1200 pixels in light and 360 pixels in dark, and passes axe', async () => {
    await visit({}, async (page) => {
      for (const path of PAGES) {
        // The page before left the width and the colours of a phone.
        await page.setViewportSize({ width: 1200, height: 900 });
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(api.url + path, { waitUntil: 'networkidle' });
        for (const [width, scheme] of [
          [1200, 'light'],
          [360, 'dark'],
        ] as const) {
          await page.setViewportSize({ width, height: 900 });
          const found = await axeProblems(page, scheme, { rules: 'all' });
          const widest = await page.evaluate(() => document.documentElement.scrollWidth);
          expect([path, scheme, found, widest]).toEqual([path, scheme, [], width]);
        }
      }
    });
  });

  it(`has no page higher than ${MAX_PIXELS} pixels`, async () => {
    await visit({ viewport: { width: 1200, height: 900 } }, async (page) => {
      for (const path of LONG) {
        await page.goto(api.url + path);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        expect([path, height, height <= MAX_PIXELS]).toEqual([path, height, true]);
      }
    });
  });

  it('copies a block of code by its button', async () => {
    await visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(`${api.url}/docs/api/news/list-news`);
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl 'https:/);
    });
  });

  it('is whole without script: search, examples and navigation', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${api.url}/docs`);
      const search = page.getByRole('search');
      await search.getByRole('searchbox').fill('rate limit');
      await search.getByRole('button').click();
      await page.locator('main ol a').first().click();
      expect(new URL(page.url()).pathname).toMatch(/^\/docs\/(limits|partners\/authentication)$/);
      await page.goto(`${api.url}/docs/api/news/list-news`);
      expect(await page.getByText('import urllib.request').isVisible()).toBe(false);
      await page.getByText('Python', { exact: true }).click();
      expect(await page.getByText('import urllib.request').isVisible()).toBe(true);
    });
  });

  it('sends the form of an operation without script, and shows the response on a phone', async () => {
    const options = { viewport: { width: 320, height: 900 }, javaScriptEnabled: false };
    // A cookie of the public address, which is another host.
    const extraHTTPHeaders = { authorization: `Token ${api.key}` };
    await visit({ ...options, extraHTTPHeaders }, async (page) => {
      await page.goto(`${api.url}/docs/api/documents/list-documents`);
      await page.getByText('Try it', { exact: true }).click();
      await page.getByLabel('page_size', { exact: true }).fill('2');
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.getByRole('heading', { name: 'Response 404' }).waitFor();
      expect(await page.getByLabel('page_size', { exact: true }).inputValue()).toBe('2');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  });

  it('scrolls from an older address of an operation to its link', async () => {
    await visit({}, async (page) => {
      await page.goto(`${api.url}/docs#explainCompany`);
      const link = page.locator('#explainCompany a');
      expect(await link.getAttribute('href')).toBe('/docs/api/companies/explain-company');
      const { status } = await request(api.url).get('/docs/api/companies/explain-company');
      expect(status).toBe(200);
    });
  });
});
