import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pagePolicy, renderPage } from '../embed/render.ts';
import { serve, sharedBrowser, WAIT_MS } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { resize, withPage } from '../testing/page.ts';
import { datasetCharts, summary, valuations } from '../testing/samples.ts';
import type { Widget } from '../widgets/index.ts';

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

const widgets: Widget[] = [
  { kind: 'valuation-chart', data: valuations.usual },
  { kind: 'valuation-table', data: valuations.usual },
  { kind: 'company-summary', data: summary },
  { kind: 'dataset-chart', data: datasetCharts.ten },
];

/** A publisher's page with an iframe for each widget, whose pages and script are those of another origin. */
async function openHost(host: (home: string) => string, use: (page: Page) => Promise<void>) {
  const pages = widgets.map((widget) => [
    [
      `/embeds/${widget.kind}`,
      {
        type: 'text/html; charset=utf-8',
        body: renderPage(widget, { clientUrl: `/embeds/${widget.kind}.js` }),
        headers: { 'content-security-policy': pagePolicy(widget.kind) },
      },
    ],
    [
      `/embeds/${widget.kind}.js`,
      {
        type: 'text/javascript',
        body: built.pages.get(widget.kind)!.body,
        headers: { 'access-control-allow-origin': '*' },
      },
    ],
  ]);
  const service = await serve({
    ...Object.fromEntries(pages.flat()),
    '/embeds/resize.js': { type: 'text/javascript', body: built.resize.body },
  });
  const body = `<!doctype html><title>News</title>${host(service.url)}`;
  const publisher = await serve({ '/': { type: 'text/html', body } });
  try {
    await withPage(browser, {}, async (page) => {
      await resize(page, 800, 900);
      await page.goto(publisher.url);
      await use(page);
    });
  } finally {
    await publisher.close();
    await service.close();
  }
}

const iframes = (home: string, more = '') =>
  widgets
    .map(({ kind }) => `<iframe src="${home}/embeds/${kind}" width="600" height="840"${more}></iframe>`)
    .join('<br>');
const script = (home: string) => `<script src="${home}/embeds/resize.js"></script>`;

/** Of each frame: its height, and how much of its page is hidden or blank below the content. */
const measure = (page: Page) =>
  Promise.all(
    page
      .frames()
      .slice(1)
      .map(async (frame) => ({
        ...(await frame.evaluate(() => {
          const root = document.documentElement;
          const main = document.querySelector('main')!;
          const padding = Number.parseFloat(getComputedStyle(main).paddingBottom);
          const content = main.firstElementChild!.getBoundingClientRect().bottom + padding;
          return { hidden: root.scrollHeight - innerHeight, blank: Math.round(innerHeight - content) };
        })),
        height: (await (await frame.frameElement()).boundingBox())!.height,
      })),
  );

it.each([
  ['before', (home: string) => script(home) + iframes(home)],
  ['after', (home: string) => iframes(home) + script(home)],
  // As WordPress has those that it takes by oEmbed: their pages are of no origin.
  ['before sandboxed', (home: string) => script(home) + iframes(home, ' sandbox="allow-scripts"')],
])('the script %s iframes gives each the height of its content, and keeps to it', (_, host) =>
  openHost(host, async (page) => {
    // The page in a frame is laid out at its new height a moment after the host has set it.
    const fitting = async () => {
      const isFitting = async () =>
        (await measure(page)).every(({ hidden, blank }) => hidden === 0 && Math.abs(blank) <= 1);
      const deadline = Date.now() + WAIT_MS;
      while (!(await isFitting()) && Date.now() < deadline) await sleep(50);
      for (const { hidden, blank } of await measure(page)) {
        expect(hidden).toBe(0);
        expect(blank).toBeGreaterThanOrEqual(-1);
        expect(blank).toBeLessThanOrEqual(1);
      }
    };
    await page.waitForFunction(() =>
      [...document.querySelectorAll('iframe')].every((frame) => frame.style.height !== ''),
    );
    await fitting();
    const before = await measure(page);
    await page.frames()[1]!.locator('summary').click();
    await page.waitForFunction(
      (height) => document.querySelector('iframe')!.getBoundingClientRect().height > height + 100,
      before[0]!.height,
    );
    await fitting();
    await page.frames()[1]!.locator('summary').click();
    await page.waitForFunction(
      (height) => document.querySelector('iframe')!.getBoundingClientRect().height === height,
      before[0]!.height,
    );
  }),
);

it('a page fills its frame, asks other hosts for its height unless it is a chart, and reports no change unless asked', () =>
  openHost(
    (home) => `<script>
      window.heard = [];
      addEventListener('message', ({ data }) => heard.push(data));
    </script>${iframes(home)}`,
    async (page) => {
      const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
      // Of each page to our script, and of those without a chart to AMP and to hosts that follow Embedly.
      const plain = widgets.filter(({ kind }) => !kind.endsWith('-chart'));
      const messages = widgets.length + plain.length * 2;
      await page.waitForFunction(
        (count) => (window as unknown as { heard: unknown[] }).heard.length >= count,
        messages,
      );
      // A change of its height, after which a page that was asked would report one.
      const frame = page.frames()[1]!;
      for (let i = 0; i < 2; i += 1) {
        await frame.locator('summary').click();
        await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      }
      const all = await heard();
      expect(all).toHaveLength(messages);
      const asked = plain.map(({ kind }) => {
        const text = all.find((one) => typeof one === 'string' && one.includes(`/embeds/${kind}"`));
        const { context, height } = JSON.parse(text as string) as { context: string; height: number };
        expect([kind, context]).toEqual([kind, 'iframe.resize']);
        return height;
      });
      // The height of the content, which is less than that of the frame.
      for (const height of asked) expect(height).toBeLessThan(840);
      const amp = asked.map((height) => ({ sentinel: 'amp', type: 'embed-size', height }));
      expect(all).toEqual(expect.arrayContaining([{ type: 'dossier:ready' }, ...amp]));
      for (const { blank, height } of await measure(page)) {
        expect(height).toBe(844);
        expect(Math.abs(blank)).toBeLessThanOrEqual(1);
      }
    },
  ));

it('ignores messages from other windows', () =>
  openHost(
    (home) => `${script(home)}<iframe id="own" src="${home}/embeds/company-summary" height="300"></iframe>
      <iframe id="other" srcdoc="<script>parent.postMessage({ type: 'dossier:height', height: 3000 }, '*')</script>"></iframe>`,
    async (page) => {
      await page.waitForFunction(() => document.querySelector<HTMLElement>('#own')!.style.height !== '');
      expect(await page.locator('#other').evaluate((frame) => frame.style.height)).toBe('');
      expect(await page.locator('#own').evaluate((frame) => frame.style.height)).not.toBe('3000px');
    },
  ));
