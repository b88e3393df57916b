import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { galleryStates, renderPicture, type GalleryState as State } from '@dossier/embeds';
import { sharedBrowser } from '@dossier/embeds/testing';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';

/** The colour difference of two pixels (0 to 1) that counts, and the share of pixels that may differ. */
const THRESHOLD = 0.25;
const TOLERANCE = 0.01;
/** Pixels: below the plot of a picture without notes, and of each note; the time axis. */
const FOOT = 66;
const NOTE = 18;
const AXIS = 24;

// Charts with values, in the colours of light pages.
const states = galleryStates.filter(
  ({ id, widget }) =>
    /^(valuation|dataset)-chart$/.test(widget.kind) && !/none|right-to-left|night|cream|dark/.test(id),
);

let site: EmbedSite;
let page: Page;
let picture: Page;
beforeAll(async () => {
  site = await startEmbedSite('sqlite');
  const browser = await sharedBrowser();
  page = await browser.newPage({ viewport: { width: 700, height: 600 }, colorScheme: 'light' });
  picture = await browser.newPage();
});
afterAll(async () => {
  await page.close();
  await picture.close();
  await site.close();
});

const clipped = async (page: Page, box: { x: number; y: number; width: number; height: number }) =>
  PNG.sync.read(await page.screenshot({ clip: { ...box, height: box.height + AXIS } }));

/** Returns the place of a picture's plot, and the pixels beside and below it. */
function placeOf(svg: string) {
  const [, x, y] =
    /<g transform="translate\((\d+) (\d+)\)">(?=<rect class="forecast"|<line class="(?:grid|zero)")/.exec(
      svg,
    )!;
  const notes = svg.match(/^<text x="\d+" y="\d+"(?: text-anchor="end")?>/gm)!.length;
  const [, width] = /<line class="zero" x1="0" x2="([\d.]+)"/.exec(svg)!;
  const [, whole] = /viewBox="0 0 (\d+) /.exec(svg)!;
  const right = Number(whole) - Number(x) - Number(width);
  return { x: Number(x), y: Number(y), right, below: FOOT + (notes - 1) * NOTE };
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
  const { x, y, right, below } = placeOf(pictureOf({ width: 700, height: 600 }));
  const size = { width: Math.round(box.width + x + right), height: Math.round(box.height + y + below) };
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

type Size = { width: number; height: number };

describe('the SVG of a widget without axes', () => {
  const lines = galleryStates.filter(
    ({ id, widget }) =>
      /^(company-card|small-multiples)$/.test(widget.kind) && !/none|one|cream|dark/.test(id),
  );
  /** Pixels around a line that its stroke and its last dot need. */
  const AROUND = 3;
  const MAX_TRIES = 20;

  /** Returns the box of the first line of a page or a picture, by the shape of its paths. */
  const lineIn = (where: Page) =>
    where.evaluate(() => {
      const root = document.querySelector('main > *')?.shadowRoot ?? document;
      const group =
        root === document ? root.querySelector('path.line')!.parentElement! : root.querySelector('.spark')!;
      const boxes = [...group.querySelectorAll('path.line, circle')].map((shape) =>
        shape.getBoundingClientRect(),
      );
      const [left, top] = [
        Math.min(...boxes.map((box) => box.left)),
        Math.min(...boxes.map((box) => box.top)),
      ];
      return {
        x: left,
        y: top,
        width: Math.max(...boxes.map((box) => box.right)) - left,
        height: Math.max(...boxes.map((box) => box.bottom)) - top,
      };
    });
  const clip = async (where: Page, at: { x: number; y: number }, { width, height }: Size) =>
    PNG.sync.read(
      await where.screenshot({
        clip: {
          x: Math.round(at.x) - AROUND,
          y: Math.round(at.y) - AROUND,
          width: Math.floor(width) + 2 * AROUND,
          height: Math.floor(height) + 2 * AROUND,
        },
      }),
    );

  /** Draws a picture whose first line is as large as the page's. */
  async function drawLike(state: State, wanted: Size) {
    const size = { width: 500, height: 400 };
    for (let i = 0; ; i += 1) {
      await picture.setViewportSize({ width: Math.ceil(size.width), height: Math.ceil(size.height) });
      await picture.setContent(
        `<style>body{margin:0}</style>${renderPicture(state.widget, size, { look: state.look })!}`,
      );
      const line = await lineIn(picture);
      const [across, down] = [wanted.width - line.width, wanted.height - line.height];
      if (Math.max(Math.abs(across), Math.abs(down)) < 0.2 || i === MAX_TRIES) return line;
      size.width += across;
      size.height += down;
    }
  }

  it.each(lines.map((state) => [state.id, state] as const))(
    'equals the line of its page: %s',
    async (_, state) => {
      await page.goto(`${site.url}/embeds/gallery/${state.id}`);
      const own = await lineIn(page);
      const drawn = await drawLike(state, own);
      expect(Math.abs(drawn.width - own.width)).toBeLessThan(0.6);
      expect(Math.abs(drawn.height - own.height)).toBeLessThan(0.6);
      // A line between two rows of pixels would differ along its whole length.
      const rest = (from: number, to: number) => (((to - from) % 1) + 1) % 1;
      const [right, down] = [rest(drawn.x, own.x), rest(drawn.y, own.y)];
      await picture.evaluate(
        (padding) => (document.body.style.padding = padding),
        `${down}px 0 0 ${right}px`,
      );
      const [a, b] = [await clip(page, own, own), await clip(picture, await lineIn(picture), own)];
      const different = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: THRESHOLD });
      expect(different / (a.width * a.height)).toBeLessThan(2 * TOLERANCE);
    },
  );
});

it.each(
  galleryStates
    .filter(({ id }) => /^(ranking-table(-german|-ten|-sparklines)?|bar-chart(-german|-several)?)$/.test(id))
    .map(({ id, ...state }) => [id, state] as const),
)('the SVG of %s has every value of its page', async (id, { widget, look }) => {
  await page.goto(`${site.url}/embeds/gallery/${id}`);
  const cells = await page.locator('td.number, td .whole, .bars :is(bdi, time, strong)').allInnerTexts();
  // The picture names the previous valuation instead of `since`.
  const texts = cells
    .flatMap((cell) => cell.split('\n'))
    .map((text) => text.replace(/^([▲▼]|since|seit) /, '').trim());
  expect(texts.filter((text) => text !== '').length).toBeGreaterThan(5);
  await picture.setContent(renderPicture(widget, { width: 800 }, { look })!);
  // Long texts are on several lines.
  const drawn = (await picture.locator('text').allTextContents()).join(' ');
  for (const text of texts) expect(drawn).toContain(text);
});
