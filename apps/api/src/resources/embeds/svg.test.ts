import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { galleryStates, renderPicture, type GalleryState as State } from '@dossier/embeds';
import { launch } from '@dossier/embeds/testing';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';

/** The colour difference of two pixels (0 to 1) that counts, and the share of pixels that may differ. */
const THRESHOLD = 0.25;
const TOLERANCE = 0.01;
/** Pixels: the margins beside the plot of a picture, below it without notes, and of each note; the time axis. */
const RIGHT = 36;
const FOOT = 66;
const NOTE = 18;
const AXIS = 24;

// Charts with values, in the colours of light pages.
const states = galleryStates.filter(
  ({ id, widget }) => widget.kind.endsWith('-chart') && !/none|right-to-left|night|cream|dark/.test(id),
);

let site: EmbedSite;
let browser: Browser;
let page: Page;
let picture: Page;
beforeAll(async () => {
  site = await startEmbedSite('sqlite');
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 700, height: 600 }, colorScheme: 'light' });
  picture = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const clipped = async (page: Page, box: { x: number; y: number; width: number; height: number }) =>
  PNG.sync.read(await page.screenshot({ clip: { ...box, height: box.height + AXIS } }));

/** Returns the place of a picture's plot, and the pixels below it. */
function placeOf(svg: string) {
  const [, x, y] = [
    ...svg.matchAll(
      /^\s*<g transform="translate\((\d+) (\d+)\)">|<g transform="translate\((\d+) (\d+)\)">(?=<(?:rect|line|g))/gm,
    ),
  ]
    .map((match) => ['', match[1] ?? match[3]!, match[2] ?? match[4]!])
    .at(-1)!;
  const notes = svg.match(/^<text x="16" y="\d+">/gm)!.length;
  return { x: Number(x), y: Number(y), below: FOOT + (notes - 1) * NOTE };
}

/** Returns the share of pixels in which the plot of a state's page differs from that of a picture. */
async function difference({ id }: State, drawn: State): Promise<number> {
  await page.goto(`${site.url}/embeds/gallery/${id}`);
  // The script has laid the chart out for its real size.
  await page.getByRole('slider').waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const box = (await page.locator('.plot').boundingBox())!;
  const pictureOf = (size: { width: number; height: number }) =>
    renderPicture(drawn.widget, size, { look: drawn.look })!;
  const { x, y, below } = placeOf(pictureOf({ width: 700, height: 600 }));
  const size = { width: Math.round(box.width + x + RIGHT), height: Math.round(box.height + y + below) };
  await picture.setViewportSize(size);
  await picture.setContent(`<style>body{margin:0}</style>${pictureOf(size)}`);
  const { width, height } = { width: Math.floor(box.width), height: Math.floor(box.height) };
  const a = await clipped(page, { ...box, width, height });
  const b = await clipped(picture, { x, y, width, height });
  return (
    pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: THRESHOLD }) / (a.width * a.height)
  );
}

it.each(states.map((state) => [state.id, state] as const))(
  'the SVG of %s equals the plot of its page',
  async (_, state) => {
    expect(await difference(state, state)).toBeLessThan(TOLERANCE);
  },
);

it('the SVG of another chart does not', async () => {
  const [first, ...others] = states;
  expect(await difference(first!, others.at(-1)!)).toBeGreaterThan(TOLERANCE);
});
