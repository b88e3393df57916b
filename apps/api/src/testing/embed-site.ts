import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { serve, sharedBrowser, troubleOf } from '@dossier/embeds/testing';
import { ensureOrganization, generateApiKey, registerApiKey, type Db } from '@dossier/store';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { pino } from 'pino';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { readConfig } from '../config.ts';
import { openPrograms, type Programs } from '../programs/programs.ts';
import { startServer } from '../server/server.ts';

type Visit = { page: Page; requests: string[]; trouble: string[] };

/** The real service with the browser of this process, which visits it. */
export interface EmbedSite {
  db: Db;
  url: string;
  key: string;
  browser: Browser;
  searchUrl: string;
  /** Runs commands of ingest and admin on its database. */
  programs: Programs;
  /** Requests the iframe of a company's widget. `widget` is the last segment of the endpoint's path. */
  company(widget: string, query: string): Promise<string>;
  /** Requests the iframe of a dataset chart. */
  chart(body: object): Promise<string>;
  /**
   * Opens an address with the network limited to the service and the given origins. Records requests, console
   * messages, errors and dialogs. Fails if the page set a cookie.
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
  const browser = await sharedBrowser();
  const database = await createTestDatabase(engine);
  const key = generateApiKey();
  await registerApiKey(database.db, key, await ensureOrganization(database.db, 'Test partner', 'Platforms'));
  const config = readConfig({
    PORT: '0',
    ADMIN_PORT: 'off',
    PUBLIC_SITE: 'on',
    STATEMENT_SECONDS: '60',
    DATABASE_URL: database.url,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
  });
  const server = await startServer(config, pino({ level: 'silent' }));

  const idle: IdleTabs = new Map();

  const requestEmbed = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
    const response = await fetch(server.url + path, { ...init, headers });
    const { data } = (await response.json()) as { data: { embed_html: string } };
    return data.embed_html;
  };

  return {
    db: database.db,
    url: server.url,
    key,
    browser,
    searchUrl: config.searchUrl,
    programs: openPrograms(config),
    company: (widget, query) => requestEmbed(`/api/v1/embed/company-data-${widget}/?${query}`),
    chart: (body) => requestEmbed('/api/v1/embed/charts/', { method: 'PUT', body: JSON.stringify(body) }),
    visit: async (address, { origins = [], viewport = { width: 800, height: 900 }, ...context }, use) => {
      const reachable = [server.url, ...origins];
      const tab = await lendTab(browser, idle, context);
      const { page } = tab;
      const requests: string[] = [];
      const trouble = troubleOf(page);
      tab.allows = (url) => {
        requests.push(url);
        return reachable.some((origin) => url.startsWith(`${origin}/`));
      };
      try {
        if (viewport) await page.setViewportSize(viewport);
        await page.goto(address);
        if (context.javaScriptEnabled !== false) await rendered(page.mainFrame());
        const seen = await use({ page, requests, trouble });
        expect(await page.context().cookies()).toEqual([]);
        await returnTab(idle, context, tab);
        return seen;
      } catch (error) {
        await page.context().close();
        throw error;
      }
    },
    close: async () => {
      for (const { page } of [...idle.values()].flat()) await page.context().close();
      await server.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A page with its own context, and a function that returns whether it may request an address. */
type Tab = { page: Page; allows: (url: string) => boolean };

/** Tabs that wait for their next visit, by the options of their context. Opening one takes longer than most visits. */
type IdleTabs = Map<string, Tab[]>;

async function lendTab(browser: Browser, idle: IdleTabs, context: BrowserContextOptions): Promise<Tab> {
  const waiting = idle.get(JSON.stringify(context))?.pop();
  if (waiting) return waiting;
  const opened = await browser.newContext(context);
  await opened.addInitScript(recordShifts);
  const tab: Tab = { page: await opened.newPage(), allows: () => false };
  await opened.route('**', (route) => (tab.allows(route.request().url()) ? route.continue() : route.abort()));
  return tab;
}

/** Leaves the visited page, and forgets what the visit changed. */
async function returnTab(idle: IdleTabs, context: BrowserContextOptions, tab: Tab): Promise<void> {
  const { page } = tab;
  page.removeAllListeners();
  tab.allows = () => false;
  await page.emulateMedia({ media: null, colorScheme: context.colorScheme ?? 'light' });
  await page.mouse.move(0, 0);
  await page.goto('about:blank');
  const key = JSON.stringify(context);
  idle.set(key, [...(idle.get(key) ?? []), tab]);
}

type Recorded = Window & { shifts: string[] };
interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Runs in each frame before its own scripts and records every layout shift, with what moved. */
function recordShifts() {
  const shifts: string[] = [];
  (window as unknown as Recorded).shifts = shifts;
  const boxOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return `${element?.outerHTML.slice(0, 80)} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`;
      });
      shifts.push(`${value}: ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Returns the layout shifts of each frame, with the frame's address. */
export const shiftsOf = (page: Page) =>
  Promise.all(
    page
      .frames()
      .map(async (frame) => [
        frame.url(),
        await frame.evaluate(() => (window as unknown as Recorded).shifts),
      ]),
  );

export const srcOf = (html: string) => /src="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&');

/** Serves an article that contains the markup, on a publisher's own origin. */
export async function publish<T>(embedded: string[], use: (origin: string) => Promise<T>): Promise<T> {
  const parts = embedded.map((html, i) => `<p>Paragraph ${i} of an article.</p>\n${html}`).join('\n');
  const icon = '<link rel="icon" href="data:,">';
  const body = `<!doctype html><html lang="en"><title>News</title>${icon}<h1>News</h1>${parts}<p>The end.</p></html>`;
  const publisher = await serve({ '/': { type: 'text/html; charset=utf-8', body } });
  return use(publisher.url).finally(publisher.close);
}

/** Waits until the frame has rendered its scripts' changes, so that layout shifts and messages are recorded. */
const rendered = (frame: Frame) =>
  frame.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );

/**
 * Scrolls to each frame in turn to load lazy ones. Waits until all are rendered and their scripts have run. It does not use
 * `scrollIntoViewIfNeeded`, which now and then waits for minutes until a page without scripts is stable.
 */
export async function scrollThrough(page: Page, { scripting = true } = {}): Promise<void> {
  for (const iframe of await page.locator('iframe').elementHandles()) {
    await iframe.evaluate((element) => (element as Element).scrollIntoView());
    const frame = (await iframe.contentFrame())!;
    await frame.locator('h1').waitFor();
    await frame.waitForLoadState();
  }
  if (scripting) await rendered(page.mainFrame());
}
