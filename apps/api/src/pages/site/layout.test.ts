import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { html } from '@dossier/pages';
import type { Page } from 'playwright-core';
import { startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { loadSample } from '../../testing/sample.ts';

// Fonts differ by machine, and so do the lines of a text and the heights of all that contains it. A picture has what the
// design decides: which parts a page has, in which order and columns, and the colours.

const WIDTHS = [320, 768, 1280];
const ROW = 14;
const GAP = 24;

/** A part of a page. Parts of one name and place that follow each other are one. */
interface Part {
  name: string;
  x: number;
  width: number;
}
interface Layout {
  parts: Part[];
  colours: { page: string; text: string; link: string };
}

const PARTS = [
  'header',
  'main',
  'footer',
  'h1',
  'h2',
  'section',
  '.scroll',
  'table',
  'form',
  'figure',
  'ul',
  'dl',
  'svg',
];

const layoutOf = (page: Page): Promise<Layout> =>
  page.evaluate((selector) => {
    const isShown = (element: Element) => element.checkVisibility() && element.clientWidth > 1;
    // The header is one row or several, as its words are long, and a table that scrolls is as wide as its words.
    const all = [...document.querySelectorAll(selector)].filter(
      (element) => isShown(element) && element.parentElement!.closest('.top,.scroll,td') === null,
    );
    const parts = all.map((element) => {
      const { x, width } = element.getBoundingClientRect();
      const name = element.matches('.scroll') ? 'scroll' : element.localName;
      return { name, x: Math.round(x), width: Math.round(width) };
    });
    const style = (element: Element) => getComputedStyle(element);
    return {
      parts: parts.filter((part, i) => JSON.stringify(part) !== JSON.stringify(parts[i - 1])),
      colours: {
        page: style(document.body).backgroundColor,
        text: style(document.body).color,
        link: style(document.querySelector('main a') ?? document.querySelector('a')!).color,
      },
    };
  }, PARTS.join(','));

/** Draws the parts of a page below each other, in each width, and its colours in light and in dark. */
function draw(layouts: Layout[], looks: Layout['colours'][]): string {
  const places = WIDTHS.map((_, i) => WIDTHS.slice(0, i).reduce((sum, width) => sum + width + GAP, 0));
  const rows = Math.max(...layouts.map(({ parts }) => parts.length));
  const panels = layouts.map(
    ({ parts }, i) =>
      html`<g transform="translate(${places[i]} 0)">
        <rect width="${WIDTHS[i]}" height="${rows * ROW}" fill="#f4f6f8" />
        ${parts.map(
          ({ name, x, width }, row) =>
            html`<rect x="${x}" y="${row * ROW}" width="${width}" height="12" fill="#8db6de" />
              <text x="${x + 4}" y="${row * ROW + 10}">${name} ${x} ${width}</text>`,
        )}
      </g>`,
  );
  const samples = looks.map(
    ({ page, text, link }, i) =>
      html`<rect x="${i * 160}" y="${rows * ROW + 8}" width="152" height="20" fill="${page}" />
        <text x="${i * 160 + 8}" y="${rows * ROW + 22}" fill="${text}">
          Text <tspan fill="${link}">Link</tspan>
        </text>`,
  );
  const width = places.at(-1)! + WIDTHS.at(-1)!;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${rows * ROW + 32}"
    font-family="monospace"
    font-size="10"
  >
    ${panels} ${samples}
  </svg>`.text;
}

const PAGES = {
  home: '/',
  search: '/search?q=payments',
  companies: '/companies?sort=valuation',
  company: '/companies/stripe',
  compare: '/compare?companies=stripe,monzo,revolut',
  categories: '/categories',
  category: '/categories/fintech',
  news: '/news',
  events: '/events',
  filings: '/filings',
  research: '/research',
  changes: '/changes',
};

describe('the layout of the site in Chromium', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    await loadSample(site.programs, ['companies', 'datasets', 'documents', 'events', 'filings', 'news']);
  });
  afterAll(() => site.close());

  /** `UPDATE_PICTURES=1` writes the pictures. */
  it.each(Object.entries(PAGES))('of the page %s is that of its picture', async (name, path) => {
    const context = { extraHTTPHeaders: { accept: 'text/html,*/*;q=0.8' } };
    await site.visit(site.url + path, context, async ({ page }) => {
      const layouts: Layout[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        layouts.push(await layoutOf(page));
      }
      const looks: Layout['colours'][] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        looks.push((await layoutOf(page)).colours);
      }
      const folder = new URL('../../../output/', import.meta.url);
      const file = new URL(`${name}.svg`, folder);
      const picture = draw(layouts, looks);
      if (process.env.UPDATE_PICTURES === '1') {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, picture);
      }
      expect(picture).toBe(readFileSync(file, 'utf8'));
    });
  });
});
