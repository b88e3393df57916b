import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { pagePolicy, renderPage, type PageOptions } from '../render.ts';
import type { Scripts } from '../script.ts';
import type { Widget } from '../widgets/index.ts';
import { serve } from './browser.ts';

/** A page that was opened, what it has asked for (paths), and all that must not happen. */
export type Seen = { page: Page; requests: string[]; trouble: string[] };

type Opening = { options?: PageOptions; context?: BrowserContextOptions; scripts?: Scripts };

export const noScript: Opening = { context: { javaScriptEnabled: false } };
export const withScript = (scripts: Scripts): Opening => ({ options: { clientUrl: '/client.js' }, scripts });

/** Serves the widget's page under its policy, opens it, and watches. */
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
    '/client.js': { type: 'text/javascript', body: scripts?.pages.get(widget.kind)!.body ?? '' },
    '/favicon.ico': { type: 'image/x-icon', body: '' },
  });
  const opened = await browser.newContext({ viewport: { width: 600, height: 840 }, ...context });
  const page = await opened.newPage();
  const requests: string[] = [];
  const trouble: string[] = [];
  page.on('request', (request) => {
    const url = request.url().replace(server.url, '');
    // The browser's own wish for a tab; a frame never has it.
    if (url !== '/favicon.ico') requests.push(url);
  });
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  try {
    await page.goto(`${server.url}/page`);
    return await use({ page, requests, trouble });
  } finally {
    await opened.close();
    await server.close();
  }
}
