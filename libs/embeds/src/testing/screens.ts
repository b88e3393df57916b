import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { states, type State } from '../gallery/states.ts';
import { launch } from './browser.ts';
import { openPage, resize } from './page.ts';

/** A screenshot of a state. `how` names the width, the theme and the medium in the file's name. */
type Shot = { state: State; how: string; width: number; context?: BrowserContextOptions; print?: boolean };

const WIDTHS = [320, 600, 1200];
const shots: Shot[] = [
  ...states
    .filter(({ screens }) => screens === 'all')
    .flatMap((state): Shot[] => [
      ...WIDTHS.flatMap((width) =>
        (['light', 'dark'] as const).map((colorScheme) => ({
          state,
          width,
          how: `${width}-${colorScheme}`,
          context: { colorScheme },
        })),
      ),
      { state, how: 'print', width: 720, print: true },
      { state, how: 'forced-colours', width: 600, context: { forcedColors: 'active', colorScheme: 'dark' } },
    ]),
  ...states
    .filter(({ screens }) => screens === 'one')
    .map((state): Shot => ({ state, how: '600', width: 600 })),
];

/** Takes a screenshot as WebP, which Playwright itself does not write. */
async function picture(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    captureBeyondViewport: true,
  });
  return Buffer.from(data, 'base64');
}

async function take(browser: Browser, { state, width, context, print }: Shot): Promise<Buffer> {
  const options = {
    options: { look: state.look, address: 'https://dossier.example/embeds/x' },
    context,
  };
  return openPage(browser, state.widget, options, async ({ page }) => {
    await resize(page, width, 400);
    if (print) await page.emulateMedia({ media: 'print' });
    // As high as the content, as with the script for hosts.
    await page.evaluate(() => (document.documentElement.dataset['fit'] = ''));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await resize(page, width, height);
    return picture(page, 70);
  });
}

const folder = new URL('../../output/screens/', import.meta.url);
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
