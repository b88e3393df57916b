import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';

/** A page to measure, and the element that the pointer moves over. */
export interface Subject {
  name: string;
  url: string;
  plot: string;
}

/** What a load took: bytes with headers, requests, and milliseconds until the chart was visible. */
export interface Loaded {
  bytes: number;
  requests: number;
  visible: number;
}

const VIEWPORT = { width: 600, height: 500 };
/** A phone: bits per second, milliseconds of latency, and how many times slower its processor is. */
const PHONE = { bits: 1_600_000, latency: 150, slower: 4 };
const QUIET_MS = 400;
/** The requests that are in progress after the load event, such as the data of an element. */
const SETTLE_MS = 150;
const MOVES = 100;
const WARM = 20;
const FRAME_MS = 20;

type Watched = Window & { visibleAt?: number };

/**
 * Runs in the page before its scripts. Records when the first frame with the chart is painted: a message arrives after the
 * frame that sends it. Our charts do not report that they are drawn, so the function waits until their line has a size.
 */
const WATCH = `
const ours = () => document.querySelector('dossier-valuation-chart') ??
  document.querySelector('dossier-chart')?.shadowRoot?.querySelector('dossier-valuation-chart');
const isDrawn = () => window.drawn === true ||
  ours()?.shadowRoot?.querySelector('path.line')?.getBoundingClientRect().width > 0;
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => (window.visibleAt = performance.now());
const look = () => (isDrawn() ? port2.postMessage(0) : requestAnimationFrame(look));
requestAnimationFrame(look);`;

async function inPage<T>(browser: Browser, use: (page: Page, session: CDPSession) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    return await use(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

const seen = async (page: Page) =>
  (await page.waitForFunction(() => (window as unknown as Watched).visibleAt)).jsonValue() as Promise<number>;

/** Loads a page with nothing in the cache, over the connection and with the processor of a phone. */
export const measureLoad = (browser: Browser, { url }: Subject): Promise<Loaded> =>
  inPage(browser, async (page, session) => {
    const requested = new Map<string, number>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      // A frame has no icon.
      if (/^http/.test(request.url) && !request.url.endsWith('/icon.svg')) requested.set(requestId, 0);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (requested.has(requestId)) requested.set(requestId, encodedDataLength);
    });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: PHONE.latency,
      downloadThroughput: PHONE.bits / 8,
      uploadThroughput: PHONE.bits / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slower });
    await page.addInitScript(WATCH);
    await page.goto(url, { waitUntil: 'load' });
    const visible = await seen(page);
    await sleep(SETTLE_MS);
    return {
      bytes: [...requested.values()].reduce((sum, one) => sum + one, 0),
      requests: requested.size,
      visible,
    };
  });

/** Returns the seconds that the main thread has worked, whatever else the machine does. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

/** Returns the milliseconds of CPU that the main thread needs for a move of the pointer, with the frame after it. */
export const measurePointer = (browser: Browser, { url, plot }: Subject): Promise<number> =>
  inPage(browser, async (page, session) => {
    await page.goto(url, { waitUntil: 'load' });
    await sleep(QUIET_MS);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const box = (await page.locator(plot).first().boundingBox())!;
    const move = async (i: number) => {
      await page.mouse.move(box.x + (box.width * ((i * 37) % MOVES)) / MOVES, box.y + box.height * 0.4);
      await sleep(FRAME_MS);
    };
    for (let i = 0; i < WARM; i += 1) await move(i);
    const before = await worked(session);
    for (let i = 0; i < MOVES; i += 1) await move(WARM + i);
    return ((await worked(session)) - before) * (1000 / MOVES);
  });
