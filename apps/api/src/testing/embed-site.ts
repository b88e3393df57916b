import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { launch, serve } from '@dossier/embeds/testing';
import { ensureOrganization, generateApiKey, registerApiKey, type Db } from '@dossier/store';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { pino } from 'pino';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';

export type Visit = { page: Page; requests: string[]; trouble: string[] };

/** The service as it runs, and a browser for it. */
export interface EmbedSite {
  db: Db;
  url: string;
  key: string;
  /** Requests the markup to paste for a company, by the last part of the widget's path. */
  company(widget: string, query: string): Promise<string>;
  /** Requests the markup to paste for a chart of datasets. */
  chart(body: object): Promise<string>;
  /**
   * Opens an address with every origin but the service and the given ones cut off, and watches. That no cookie
   * was set is checked at the end.
   */
  visit<T>(
    address: string,
    options: BrowserContextOptions & { origins?: string[] },
    use: (visit: Visit) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

export async function startEmbedSite(engine: Engine): Promise<EmbedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-embeds-'));
  const browser = await launch();
  const database = await createTestDatabase(engine);
  const key = generateApiKey();
  await registerApiKey(database.db, key, await ensureOrganization(database.db, 'Test partner', 'Platforms'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
  });
  const server = await startServer(config, pino({ level: 'silent' }));

  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
    const response = await fetch(server.url + path, { ...init, headers });
    const answer = (await response.json()) as { data: { embed_html: string } };
    return answer.data.embed_html;
  };

  return {
    db: database.db,
    url: server.url,
    key,
    company: (widget, query) => ask(`/api/v1/embed/company-data-${widget}/?${query}`),
    chart: (body) => ask('/api/v1/embed/charts/', { method: 'PUT', body: JSON.stringify(body) }),
    visit: async (address, { origins = [], ...context }, use) => {
      const reachable = [server.url, ...origins];
      const opened = await browser.newContext({ viewport: { width: 800, height: 900 }, ...context });
      const requests: string[] = [];
      const trouble: string[] = [];
      await opened.route('**', (route) => {
        const url = route.request().url();
        requests.push(url);
        return reachable.some((origin) => url.startsWith(`${origin}/`)) ? route.continue() : route.abort();
      });
      await opened.addInitScript(watchShifts);
      const page = await opened.newPage();
      page.on('console', (message) => trouble.push(message.text()));
      page.on('pageerror', (error) => trouble.push(error.message));
      page.on('dialog', (dialog) => {
        trouble.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      try {
        await page.goto(address, { waitUntil: 'networkidle' });
        const seen = await use({ page, requests, trouble });
        expect(await opened.cookies()).toEqual([]);
        return seen;
      } finally {
        await opened.close();
      }
    },
    close: async () => {
      await browser.close();
      await server.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Watched = Window & { shifts: number[] };

/** Runs in each frame before anything else: keeps every shift of the layout. */
function watchShifts() {
  const shifts: number[] = [];
  (window as unknown as Watched).shifts = shifts;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The shifts of each frame of a page, by address. */
export const shiftsOf = (page: Page) =>
  Promise.all(
    page
      .frames()
      .map(async (frame) => [frame.url(), await frame.evaluate(() => (window as unknown as Watched).shifts)]),
  );

export const srcOf = (html: string) => /src="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&');

/** A publisher's article with markup in it, on an origin of its own. */
export async function publish<T>(embedded: string[], use: (origin: string) => Promise<T>): Promise<T> {
  const parts = embedded.map((html, i) => `<p>Paragraph ${i} of an article.</p>\n${html}`).join('\n');
  const icon = '<link rel="icon" href="data:,">';
  const body = `<!doctype html><html lang="en"><title>News</title>${icon}<h1>News</h1>${parts}<p>The end.</p></html>`;
  const publisher = await serve({ '/': { type: 'text/html; charset=utf-8', body } });
  return use(publisher.url).finally(publisher.close);
}

/** Brings every lazy frame into view, from top to bottom. */
export async function scrollThrough(page: Page): Promise<void> {
  for (const frame of await page.locator('iframe').all()) await frame.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  for (const frame of page.frames().slice(1)) await frame.locator('h1').waitFor();
}
