import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { states, type State } from '../gallery/states.ts';
import { launch } from './browser.ts';
import { readBuilt } from './client.ts';
import { openPage, resize } from './page.ts';

/** A screenshot of a state. `how` names the width, the theme and the medium in the file's name. */
type Shot = {
  state: State;
  how: string;
  width: number;
  context?: BrowserContextOptions;
  print?: boolean;
  /** The size of the reader's text, as a share of the usual one. */
  text?: number;
};

const WIDTHS = [320, 480, 600, 900, 1200];
const dark = { colorScheme: 'dark' } as const;
const shots: Shot[] = [
  ...states
    .filter(({ screens }) => screens === 'all')
    .flatMap((state): Shot[] => [
      ...WIDTHS.map((width) => ({ state, width, how: `${width}-light` })),
      { state, how: '600-dark', width: 600, context: dark },
      { state, how: 'print', width: 720, print: true },
      { state, how: 'forced-colours', width: 600, context: { ...dark, forcedColors: 'active' } },
      { state, how: 'no-script', width: 600, context: { javaScriptEnabled: false } },
      { state, how: 'large-text', width: 480, text: 2 },
    ]),
  ...states
    .filter(({ screens }) => screens === 'one')
    .map((state): Shot => ({ state, how: '600', width: 600 })),
];

/** Takes a screenshot as WebP, which Playwright itself does not write. */
async function pictureOf(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    captureBeyondViewport: true,
  });
  return Buffer.from(data, 'base64');
}

const built = await readBuilt();

async function take(
  browser: Browser,
  { state, width, context = {}, print, text = 1 }: Shot,
): Promise<Buffer> {
  const hasScript = context.javaScriptEnabled !== false && built.pages.has(state.widget.kind);
  const options = { look: state.look, address: 'https://dossier.example/embeds/x' };
  const opening = hasScript
    ? { options: { ...options, clientUrl: '/client.js' }, context, scripts: built }
    : { options, context };
  return openPage(browser, state.widget, opening, async ({ page }) => {
    await resize(page, width, 400);
    if (print) await page.emulateMedia({ media: 'print' });
    // As high as the content, as with the script for hosts.
    const height = await page.evaluate((size) => {
      document.documentElement.dataset['fit'] = '';
      document.documentElement.style.fontSize = `${size * 100}%`;
      return Math.ceil(document.querySelector('main')!.getBoundingClientRect().bottom);
    }, text);
    await resize(page, width, height);
    // The script draws the chart again for its real size.
    if (hasScript)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
    const picture = await pictureOf(page, 70);
    await page.evaluate(() => document.documentElement.removeAttribute('style'));
    return picture;
  });
}

const folder = new URL('../../dist/screens/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const file of await readdir(folder)) await rm(new URL(file, folder));
const browser = await launch();
try {
  for (const shot of shots) {
    await writeFile(new URL(`${shot.state.id}-${shot.how}.webp`, folder), await take(browser, shot));
  }
} finally {
  await browser.close();
}
