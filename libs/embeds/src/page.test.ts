import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { short } from './chart/format.ts';
import type { Widget } from './data.ts';
import { pagePolicy, renderPage, type PageOptions } from './render.ts';
import { launch, serve } from './testing/browser.ts';
import { buildClient } from './testing/client.ts';
import { hostile, summary, valuations } from './testing/samples.ts';

const KILOBYTE = 1000;
const usual: Widget = { kind: 'valuation-chart', data: valuations.usual };

let browser: Browser;
let client: string;
beforeAll(async () => {
  client = await buildClient();
  browser = await launch();
});
afterAll(() => browser.close());

type Seen = { page: Page; requests: string[]; trouble: string[] };

/** Serves the widget's page under its policy, opens it, and watches for all that must not happen. */
async function open<T>(
  widget: Widget,
  use: (seen: Seen) => Promise<T>,
  { options = {}, context = {} }: { options?: PageOptions; context?: BrowserContextOptions } = {},
): Promise<T> {
  const server = await serve({
    '/page': {
      type: 'text/html; charset=utf-8',
      body: renderPage(widget, options),
      headers: { 'content-security-policy': pagePolicy(widget.kind) },
    },
    '/client.js': { type: 'text/javascript', body: client },
    '/favicon.ico': { type: 'image/x-icon', body: '' },
  });
  const opened = await browser.newContext({ viewport: { width: 600, height: 840 }, ...context });
  const page = await opened.newPage();
  const requests: string[] = [];
  const trouble: string[] = [];
  page.on('request', (request) => requests.push(request.url().replace(server.url, '')));
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

const noScript = { context: { javaScriptEnabled: false } };
const withScript = { options: { clientUrl: '/client.js' } };

describe('the page without JavaScript', () => {
  it('shows title, latest value, chart, legend, sources and the day of the data', () =>
    open(
      usual,
      async ({ page, requests, trouble }) => {
        expect(await page.title()).toBe('Acme Robotics valuation');
        for (const text of [
          'Data as of Mar 1, 2025',
          'In US dollars, May 2012 to Feb 2025',
          'Latest: Feb 27, 2025, reported',
        ])
          expect(await page.getByText(text).isVisible()).toBe(true);
        expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Acme Robotics valuation');
        const chart = page.getByRole('img', { name: 'from $40M on May 20, 2012 to $6.75B on Feb 27, 2025' });
        expect((await chart.boundingBox())!.height).toBeGreaterThan(200);
        expect(await chart.locator('circle').count()).toBe(8);
        expect(await chart.locator('circle.estimate').count()).toBe(2);
        expect(await page.locator('.legend').innerText()).toMatch(/Reported\s*Estimate/);
        const source = page.locator('footer').getByRole('link', { name: 'Example News, 2025' });
        expect(await source.getAttribute('href')).toBe('https://news.example/2025-02-27');
        expect(requests).toEqual(['/page']);
        expect(trouble).toEqual([]);
      },
      noScript,
    ));

  it.each(['usual', 'hundred', 'negative', 'one'] as const)('has every value of "%s" in its table', (name) =>
    open(
      { kind: 'valuation-chart', data: valuations[name] },
      async ({ page }) => {
        await page.locator('summary').click();
        const rows = page.locator('tbody tr');
        expect(await rows.count()).toBe(valuations[name].points.length);
        const written = await page.locator('td.number').allInnerTexts();
        expect(written.reverse()).toHaveLength(valuations[name].points.length);
        if (name === 'usual')
          expect(written).toEqual(valuations.usual.points.map((p) => short(p.value, 'USD')));
        expect(await rows.first().getByRole('link').isVisible()).toBe(true);
        expect(await rows.last().isVisible()).toBe(true);
      },
      noScript,
    ),
  );

  it('says so when no value is known', () =>
    open(
      { kind: 'valuation-chart', data: valuations.none },
      async ({ page }) => {
        expect(await page.getByText('No valuation is known yet.').isVisible()).toBe(true);
        expect(await page.locator('figure, table').count()).toBe(0);
      },
      noScript,
    ));

  it('has its table in print', () =>
    open(
      usual,
      async ({ page }) => {
        const cell = page.locator('td.number').first();
        expect(await cell.isVisible()).toBe(false);
        await page.emulateMedia({ media: 'print' });
        expect(await cell.isVisible()).toBe(true);
      },
      noScript,
    ));
});

describe('the layout', () => {
  const boxes = (page: Page) =>
    page.evaluate(() => {
      const root = document.querySelector('main > *')!.shadowRoot!;
      return {
        wider: document.documentElement.scrollWidth - window.innerWidth,
        labels: [...root.querySelectorAll('figure text')]
          .map((text) => text.getBoundingClientRect())
          .filter((box) => box.width > 0)
          .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
      };
    });

  it.each(Object.keys(valuations) as (keyof typeof valuations)[])(
    'holds from 320 to 1600 pixels, no label on another: %s',
    (name) =>
      open({ kind: 'valuation-chart', data: valuations[name] }, async ({ page }) => {
        for (const width of [320, 360, 414, 480, 560, 600, 768, 1024, 1200, 1600]) {
          await page.setViewportSize({ width, height: 700 });
          const { labels, wider } = await boxes(page);
          expect(wider).toBeLessThanOrEqual(0);
          if (name !== 'none') expect(labels.length).toBeGreaterThan(2);
          labels.forEach((a, i) => {
            expect(a.left).toBeGreaterThanOrEqual(0);
            expect(a.right).toBeLessThanOrEqual(width);
            for (const b of labels.slice(i + 1)) {
              const apart =
                a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
              expect({ width, a, b, apart }).toEqual({ width, a, b, apart: true });
            }
          });
        }
      }),
  );
});

describe('the theme', () => {
  const colours = (page: Page) =>
    page.evaluate(() => ({
      scheme: getComputedStyle(document.documentElement).colorScheme,
      paper: getComputedStyle(document.body).backgroundColor,
      element: getComputedStyle(document.querySelector('main > *')!).backgroundColor,
    }));
  const [white, night] = ['rgb(255, 255, 255)', 'rgb(21, 25, 30)'];

  it.each([
    ['auto', 'light', 'light dark', white],
    ['auto', 'dark', 'light dark', night],
    ['light', 'dark', 'light', white],
    ['dark', 'light', 'dark', night],
  ] as const)('%s for a reader who prefers %s', (theme, colorScheme, scheme, paper) =>
    open(usual, async ({ page }) => expect(await colours(page)).toEqual({ scheme, paper, element: paper }), {
      options: { theme },
      context: { colorScheme },
    }),
  );

  it("gives way to the reader's own colours", () =>
    open(
      usual,
      async ({ page }) => {
        const [stroke, link] = await page.evaluate(() => {
          const root = document.querySelector('main > *')!.shadowRoot!;
          return [
            getComputedStyle(root.querySelector('path.line')!).stroke,
            getComputedStyle(root.querySelector('a')!).color,
          ];
        });
        expect(stroke).toBe(link);
      },
      { context: { forcedColors: 'active' } },
    ));
});

describe('hostile data', () => {
  it.each(['valuation-chart', 'valuation-table'] as const)(
    'execute nothing, ask for nothing and break no layout: %s',
    (kind) =>
      open(
        { kind, data: hostile },
        async ({ page, requests, trouble }) => {
          await page.waitForLoadState('networkidle');
          if (kind === 'valuation-chart') await page.locator('summary').click();
          const links = await page
            .getByRole('link')
            .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
          expect(links.length).toBeGreaterThan(0);
          expect(new Set(links)).toEqual(new Set(['https://x.example/%22onclick=%22alert(6)']));
          const inside = await page.evaluate(() => {
            const root = document.querySelector('main > *')!.shadowRoot!;
            const all = [...document.querySelectorAll('*'), ...root.querySelectorAll('*')];
            return {
              tags: all.filter((e) => /^(img|b|iframe|object|form)$/i.test(e.localName)).length,
              handlers: all.filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name))).length,
              wider: document.documentElement.scrollWidth - window.innerWidth,
            };
          });
          expect(inside).toEqual({ tags: 0, handlers: 0, wider: 0 });
          expect(await page.locator('tbody tr').count()).toBe(4);
          expect(requests.filter((url) => url !== '/favicon.ico')).toEqual(['/page', '/client.js']);
          expect(trouble).toEqual([]);
        },
        withScript,
      ),
  );

  it('are seen by this test: an unescaped page would be caught', () =>
    open(
      usual,
      async ({ page, trouble }) => {
        await page.evaluate(() =>
          document.body.insertAdjacentHTML('beforeend', '<img src="https://tracker.example/x.png">'),
        );
        expect(trouble.join()).toMatch(/Content Security Policy/);
      },
      withScript,
    ));
});

describe('reading with script', () => {
  it('is at most 15 kB', () => expect(brotliCompressSync(client).length).toBeLessThanOrEqual(15 * KILOBYTE));

  it('reads each point by keyboard, with its source', () =>
    open(
      usual,
      async ({ page, trouble }) => {
        const reader = page.getByRole('slider', { name: 'Read the values one by one' });
        const readout = page.locator('.readout');
        await reader.focus();
        await page.keyboard.press('Home');
        expect(await readout.innerText()).toMatch(
          /\$40M\s+May 20, 2012, estimate\s+Source: Example News, 2012/,
        );
        expect(await reader.getAttribute('aria-valuetext')).toBe(
          'May 20, 2012: $40M, estimate, source: Example News, 2012',
        );
        await page.keyboard.press('ArrowRight');
        expect(await readout.innerText()).toMatch(/\$350M\s+Feb 11, 2014, reported/);
        expect(await readout.getByRole('link').getAttribute('href')).toBe('https://news.example/2014-02-11');
        await page.keyboard.press('End');
        expect(await readout.innerText()).toMatch(/\$6.75B\s+Feb 27, 2025/);
        await page.keyboard.press('ArrowLeft');
        expect(await readout.innerText()).toMatch(/\$4.2B/);
        expect(trouble).toEqual([]);
      },
      withScript,
    ));

  it('reads the point nearest to the pointer, without any shift of the layout', () =>
    open(
      usual,
      async ({ page }) => {
        await page.getByRole('slider').waitFor({ state: 'attached' });
        const plot = page.locator('.plot');
        const before = (await plot.boundingBox())!;
        for (const part of [0.02, 0.5, 0.98])
          await page.mouse.move(before.x + before.width * part, before.y + 50);
        expect(await page.locator('.readout strong').innerText()).toBe('$6.75B');
        await page.mouse.move(before.x + before.width * 0.02, before.y + 50);
        expect(await page.locator('.readout strong').innerText()).toBe('$40M');
        expect(await page.locator('circle.reading').count()).toBe(1);
        expect(await plot.boundingBox()).toEqual(before);
      },
      withScript,
    ));

  it('takes over what the server drew instead of drawing it twice', () =>
    open(
      usual,
      async ({ page }) => {
        await page.getByRole('slider').waitFor({ state: 'attached' });
        expect(await page.locator('h1').count()).toBe(1);
        expect(await page.locator('figure').count()).toBe(1);
      },
      withScript,
    ));
});

describe('the other widgets without JavaScript', () => {
  it('the valuation table has every value and source', () =>
    open(
      { kind: 'valuation-table', data: valuations.usual },
      async ({ page, trouble }) => {
        const values = await page.locator('td.number').allInnerTexts();
        expect(values.reverse()).toEqual(valuations.usual.points.map((point) => short(point.value, 'USD')));
        expect(await page.locator('tbody').getByRole('link').count()).toBe(8);
        expect(trouble).toEqual([]);
      },
      noScript,
    ));

  it('the company summary tells name, figures, people and place', () =>
    open(
      { kind: 'company-summary', data: summary },
      async ({ page, trouble }) => {
        const text = await page.locator('article').innerText();
        for (const part of [
          'Acme Robotics builds arms',
          '$6.75B',
          'Reported, Feb 27, 2025',
          '$410M',
          'Estimate, Dec 31, 2024',
          '$1.3B',
          'Ada Example, Grace Sample',
          'Zürich, Switzerland',
          '2011',
          'Robotics, Logistics',
          'Data as of Mar 1, 2025',
        ])
          expect(text).toContain(part);
        expect(await page.title()).toBe('Acme Robotics');
        expect(trouble).toEqual([]);
      },
      noScript,
    ));
});
