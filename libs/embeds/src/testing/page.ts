import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { pagePolicy, renderPage, type PageOptions } from '../embed/render.ts';
import type { Scripts } from '../embed/script.ts';
import type { Widget } from '../widgets/index.ts';
import { serve, troubleOf } from './browser.ts';

/** An open page, the paths it has requested, and every message, error or dialog that must not occur. */
export type Seen = { page: Page; requests: string[]; trouble: string[] };

type Opening = { options?: PageOptions; context?: BrowserContextOptions; scripts?: Scripts };

export const noScript: Opening = { context: { javaScriptEnabled: false } };
const CLIENT = '/client.js';
export const withScript = (scripts: Scripts): Opening => ({ options: { clientUrl: CLIENT }, scripts });

/** Pages that wait for their next use, by the options of their context: opening one takes longer than most tests. */
const idle = new WeakMap<Browser, Map<string, Page[]>>();

/**
 * Lends a page of a context with these options. Lent pages keep nothing of their last use: neither address, size,
 * medium nor pointer. A page whose use failed is closed.
 */
export async function withPage<T>(
  browser: Browser,
  context: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
  key = JSON.stringify(context),
): Promise<T> {
  const pages = idle.get(browser) ?? new Map<string, Page[]>();
  idle.set(browser, pages);
  const page = pages.get(key)?.pop() ?? (await (await browser.newContext(context)).newPage());
  try {
    await resize(page, 600, 840);
    const result = await use(page);
    page.removeAllListeners();
    await page.mouse.move(0, 0);
    await page.emulateMedia({ media: null, colorScheme: context.colorScheme ?? 'light' });
    pages.set(key, [...(pages.get(key) ?? []), page]);
    return result;
  } catch (error) {
    await page.context().close();
    throw error;
  }
}

/**
 * Lends a page that shows a widget without its script, for tests of sizes and places. The content is put into an empty
 * page, in a fifth of the time of opening an address. The page has no address and no policy, and sends no requests.
 */
export const drawPage = <T>(
  browser: Browser,
  widget: Widget,
  options: PageOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> =>
  withPage(
    browser,
    { javaScriptEnabled: false },
    async (page) => {
      await page.setContent(renderPage(widget, options));
      return use(page);
    },
    // Not the pages of visits, which keep their policy.
    'drawn',
  );

/**
 * Lends a page that shows a widget with its script, put into a page as `drawPage` does, and records messages, errors and
 * dialogs. Scripts of earlier uses may still listen to events of the page's window.
 */
export const playPage = <T>(
  browser: Browser,
  widget: Widget,
  { options = {}, scripts }: { options?: PageOptions; scripts: Scripts },
  use: (seen: Omit<Seen, 'requests'>) => Promise<T>,
): Promise<T> =>
  withPage(
    browser,
    {},
    async (page) => {
      // A page that a script has opened again creates no declarative shadow roots.
      if (await page.evaluate(() => document.doctype === null)) await page.setContent('<!doctype html>');
      const trouble = troubleOf(page);
      const content = renderPage(widget, { ...options, clientUrl: CLIENT });
      await page.evaluate(putPage, [content, scripts.pages.get(widget.kind)!.body] as const);
      await hydrated(page);
      return use({ page, trouble });
    },
    'played',
  );

/** Puts a page's content into the current document, and runs its script. */
async function putPage([content, body]: readonly [string, string]): Promise<void> {
  const { documentElement } = Document.parseHTMLUnsafe(content);
  document.documentElement.replaceWith(document.adoptNode(documentElement));
  const script = document.createElement('script');
  const src = URL.createObjectURL(new Blob([body], { type: 'text/javascript' }));
  const loaded = new Promise((resolve) => script.addEventListener('load', resolve));
  document.head.append(Object.assign(script, { type: 'module', src }));
  await loaded;
  URL.revokeObjectURL(src);
}

const sessions = new WeakMap<Page, CDPSession>();

/** Sets the size of a page's viewport. Playwright's own method takes three times as long. */
export async function resize(page: Page, width: number, height = 700): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const size = { width, height, deviceScaleFactor: 1, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', size);
}

/** Waits until the page has drawn what events and sizes have changed. */
export const framed = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Moves the pointer, and waits until the page has drawn what that changes. */
export async function moveTo(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y);
  await framed(page);
}

/** Serves the widget's page under its policy, opens it, and records what it does. */
export async function openPage<T>(
  browser: Browser,
  widget: Widget,
  { options = {}, context = {}, scripts }: Opening,
  use: (seen: Seen) => Promise<T>,
): Promise<T> {
  const server = await serve({
    '/page': {
      type: 'text/html; charset=utf-8',
      body: renderPage(widget, options),
      headers: { 'content-security-policy': pagePolicy(widget.kind, options) },
    },
    [CLIENT]: { type: 'text/javascript', body: scripts?.pages.get(widget.kind)!.body ?? '' },
  });
  try {
    return await withPage(browser, context, async (page) => {
      const requests: string[] = [];
      const trouble = troubleOf(page);
      // Playwright leaves out the icon of the tab.
      page.on('request', (request) => requests.push(request.url().replace(server.url, '')));
      await page.goto(`${server.url}/page`);
      if (scripts) await hydrated(page);
      return use({ page, requests, trouble });
    });
  } finally {
    await server.close();
  }
}

type Updating = Element & { updateComplete?: Promise<boolean> };

/** Waits until the element has drawn itself, and once more with what only a running script adds. */
const hydrated = (page: Page) =>
  page.evaluate(async () => {
    for (const element of document.querySelectorAll<Updating>('main > *')) {
      while (!((await element.updateComplete) ?? true)) continue;
    }
  });
