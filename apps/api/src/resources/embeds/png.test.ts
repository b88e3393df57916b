import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { galleryStates, hasPicture, renderPicture } from '@dossier/embeds';
import { sharedBrowser } from '@dossier/embeds/testing';
import pixelmatch from 'pixelmatch';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { fontFiles, renderPng } from '../../files/png.ts';

const SIZE = { width: 480, height: 300 };
/** The colour difference of two pixels (0 to 1) that counts. Each program smooths the edges of letters in its own way. */
const THRESHOLD = 0.25;
/** The share of pixels that may differ: in whole pictures, and in those without their texts. */
const TOLERANCE = 0.01;
const TOLERANCE_OF_SHAPES = 0.001;
const TOLERANCE_OF_LIBRSVG = 0.002;

// Letters of other scripts are set with a font that each program chooses.
const states = galleryStates.filter(
  ({ id, widget }) => hasPicture(widget.kind) && !/right-to-left|bare|arabic|hebrew|japanese/.test(id),
);
const pictureOf = ({ widget, look }: (typeof states)[number]) => renderPicture(widget, SIZE, { look })!;

/** Shows pictures below each other in Chromium with the font files of the PNGs, and returns what it paints. */
async function painted(browser: Browser, svgs: string[]): Promise<PNG> {
  const [inter, interBold, serif, serifBold, , , mono, monoBold] = fontFiles();
  const faces = [
    ['sans', 400, inter],
    ['sans', 700, interBold],
    ['serif', 400, serif],
    ['serif', 700, serifBold],
    ['mono', 400, mono],
    ['mono', 700, monoBold],
  ] as const;
  const css = faces.map(([family, weight, file]) => {
    const data = readFileSync(file!).toString('base64');
    return `@font-face{font-family:our-${family};font-weight:${weight};src:url(data:font/ttf;base64,${data})}`;
  });
  const pictures = svgs.map((svg) =>
    svg
      .replaceAll(/font-family:[^;}]*?\b(sans|serif|mono)(-serif|space)?(?=[;}])/g, 'font-family:our-$1')
      // In one document, style sheets of several drawings would apply to all of them.
      .replace(/^<svg.*<\/svg>\s*$/s, '<div><template shadowrootmode="open">$&</template></div>'),
  );
  const page = await browser.newPage({ viewport: { ...SIZE, height: SIZE.height * svgs.length } });
  await page.setContent(
    `<!doctype html><style>${css.join('')}body{margin:0}div{height:${SIZE.height}px}</style>${pictures.join('')}`,
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  const shot = await page.screenshot();
  await page.close();
  return PNG.sync.read(shot);
}

/** Returns the share of pixels in which two pictures differ. */
const difference = (a: Uint8Array, b: Uint8Array) =>
  pixelmatch(a, b, undefined, SIZE.width, SIZE.height, { threshold: THRESHOLD }) / (SIZE.width * SIZE.height);

const withoutTexts = (svg: string) => svg.replaceAll(/<text.*?<\/text>/gs, '');

/** Renders an SVG by librsvg, as GNOME, Wikipedia and mail clients do. */
const byLibrsvg = (svg: string) =>
  PNG.sync.read(execFileSync('rsvg-convert', ['--format=png'], { input: svg }));
const hasLibrsvg = spawnSync('rsvg-convert', ['--version']).status === 0;

it.each([
  ['Latin', 'Robots'],
  ['Arabic', 'شركة الروبوتات'],
  ['Hebrew', 'חברת הרובוטים'],
  ['Armenian', 'Ռոբոտներ'],
])('PNGs have bold texts with %s letters', async (_, text) => {
  const ink = async (weight: number) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40"><style>text{font-family:system-ui,sans-serif;font-size:24px;font-weight:${weight}}</style><text x="10" y="30">${text}</text></svg>`;
    const { data } = PNG.sync.read(Buffer.from(await renderPng(svg, 1)));
    return data.reduce((sum, byte, i) => sum + (i % 4 === 3 ? byte : 0), 0);
  };
  const usual = await ink(400);
  expect(usual).toBeGreaterThan(0);
  expect(await ink(700)).toBeGreaterThan(usual * 1.15);
});

describe('PNGs of the gallery', () => {
  let browser: Browser;
  const svgs = states.map(pictureOf);
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  /** Returns the share of pixels in which each PNG differs from its SVG in Chromium. */
  async function differences(drawn: string[], shown = drawn): Promise<number[]> {
    const { data } = await painted(browser, shown);
    const bytes = SIZE.width * SIZE.height * 4;
    const shares: number[] = [];
    for (const [i, svg] of drawn.entries()) {
      const png = PNG.sync.read(Buffer.from(await renderPng(svg, 1)));
      shares.push(difference(png.data, data.subarray(i * bytes, (i + 1) * bytes)));
    }
    return shares;
  }
  const above = (shares: number[], most: number) =>
    states.flatMap(({ id }, i) => (shares[i]! > most ? [[id, shares[i]]] : []));

  it('equal the SVG in Chromium', async () => {
    expect(states.length).toBeGreaterThan(20);
    expect(above(await differences(svgs), TOLERANCE)).toEqual([]);
  });

  it('equal it nearly pixel by pixel without their texts', async () => {
    const shapes = svgs.map(withoutTexts);
    expect(above(await differences(shapes), TOLERANCE_OF_SHAPES)).toEqual([]);
    const [first = ''] = shapes;
    const lineless = first.replaceAll(/<path class="line[^>]*>/g, '');
    const [share] = await differences([lineless], [first]);
    expect(share).toBeGreaterThan(TOLERANCE_OF_SHAPES);
  });

  // Debian and Ubuntu have it in the package librsvg2-bin. `npm run pictures -w @dossier/api` fails without it.
  const ifLibrsvg = hasLibrsvg || process.env.REQUIRE_LIBRSVG === '1' ? it : it.skip;
  ifLibrsvg('and the SVG as librsvg draws it, without texts (skipped without rsvg-convert)', async () => {
    const shapes = svgs.map(withoutTexts);
    const { data } = await painted(browser, shapes);
    const bytes = SIZE.width * SIZE.height * 4;
    const shares = shapes.map((svg, i) =>
      difference(byLibrsvg(svg).data, data.subarray(i * bytes, (i + 1) * bytes)),
    );
    expect(above(shares, TOLERANCE_OF_LIBRSVG)).toEqual([]);
  });
});
