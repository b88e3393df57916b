import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { startEmbedSite, type EmbedSite } from '../../../testing/embed-site.ts';
import { choose, signIn, tabTo } from '../../../testing/keyboard.ts';
import { DENSITY } from '../frame.ts';
import { insertMakers } from '../../../testing/newsroom/companies.ts';
import { graphics, LAST } from '../../../testing/newsroom/graphics.ts';

/** The graphic whose texts are typed key by key. */
const TYPED: keyof typeof graphics = 'lines with a shaded range and a note';

describe('typical graphics of newsrooms, made by keyboard alone', () => {
  let site: EmbedSite;
  let page: Page;
  let tab: Page;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    await insertMakers(site.db);
    page = await site.browser.newPage({ viewport: { width: 1280, height: 900 } });
    await signIn(page, site);
    tab = await site.browser.newPage();
  });
  afterAll(async () => {
    await page.close();
    await tab.close();
    await site.close();
  });

  /**
   * Types a text into the field that has the focus. Key events for each letter take long, so one graphic has them, for
   * handlers of keys; the others get their text as one input, as from a clipboard.
   */
  const write = (name: string, text: string) =>
    name === TYPED ? page.keyboard.type(text) : page.keyboard.insertText(text);

  /** Pastes a table, looks at how it was read, and uses it. */
  async function paste(name: string, table: string): Promise<void> {
    await page.goto(`${site.url}/embeds/new/data`);
    await tabTo(page, 'name');
    await write(name, 'Invented figures');
    await tabTo(page, 'text');
    await page.keyboard.insertText(table);
    await tabTo(page, 'check');
    await page.keyboard.press('Enter');
    await page.getByText('nothing was rejected').waitFor();
    await tabTo(page, 'use');
    await page.keyboard.press('Enter');
  }

  /** Reads a file. */
  async function bytesOf(path: string): Promise<Buffer> {
    const answer = await fetch(site.url + path);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Returns what is wider than the page, or cut, in widths of phones, columns and screens, in both themes and in print. */
  async function troubleAt(path: string): Promise<string[]> {
    const found: string[] = [];
    // As a phone loads it: the script draws for the first width at once, and again for each later one.
    await tab.setViewportSize({ width: 320, height: 700 });
    await tab.emulateMedia({ colorScheme: 'light', media: null });
    await tab.goto(site.url + path);
    for (const [width, colorScheme, media] of [
      [320, 'light', null],
      [600, 'dark', null],
      [600, 'light', 'print'],
      [1200, 'light', null],
    ] as const) {
      await tab.setViewportSize({ width, height: 700 });
      await tab.emulateMedia({ colorScheme, media });
      const wrong = await tab.evaluate(async () => {
        // The script draws a chart again for its size.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const root = document.querySelector('main > *')!.shadowRoot!;
        const wide = document.documentElement.scrollWidth > innerWidth ? ['sideways'] : [];
        const cut = [...root.querySelectorAll<HTMLElement>('h1,p,li,small,strong,td,th')].filter((box) => {
          const { overflowX, clipPath } = getComputedStyle(box);
          return overflowX !== 'visible' && clipPath === 'none' && box.scrollWidth > box.clientWidth;
        });
        return [...wide, ...cut.map(({ textContent }) => textContent.trim())];
      });
      found.push(...wrong.map((what) => `${width} ${colorScheme} ${media}: ${what}`));
    }
    return found;
  }

  it.each(Object.entries(graphics))('%s', async (name, { form, table, companies, fields }) => {
    if (table !== undefined) await paste(name, table);
    else await page.goto(`${site.url}/embeds/new?companies=${companies}`);
    await page.locator(`#form-${form}`).waitFor();
    if (!(await page.locator(`#form-${form}`).isChecked())) {
      await tabTo(page, await page.locator('input[name=form]:checked').evaluate(({ id }) => id));
      for (let presses = 0; presses < 9 && !(await page.locator(`#form-${form}`).isChecked()); presses++)
        await page.keyboard.press('ArrowDown');
    }
    for (const [field, typed] of fields) {
      // Those of another form come with its first answer.
      await page.locator(`#${field}`).waitFor({ state: 'attached' });
      if (!(await page.locator(`#${field}`).isVisible())) {
        await tabTo(page, 'More options');
        await page.keyboard.press('Enter');
      }
      const isList = (await page.locator(`select#${field}`).count()) > 0;
      if (isList && typed !== LAST) await choose(page, field, typed);
      else {
        await tabTo(page, field);
        if (typed === LAST) await page.keyboard.press('End');
        else await write(name, typed);
      }
    }
    await page.keyboard.press('Tab');
    const title = fields[0]![1];
    await page.getByRole('heading', { name: title }).waitFor();
    for (const [field] of fields)
      await page.waitForFunction((one) => new URLSearchParams(location.search).has(one), field);
    await page.waitForFunction(
      (query) => document.querySelector('[data-part=result] iframe')?.getAttribute('src')?.includes(query),
      `title=${Buffer.from(title).toString('base64url')}`,
    );
    const path = (await page.locator('[data-part=result] iframe').first().getAttribute('src'))!;
    expect(await troubleAt(path)).toEqual([]);
    const svg = await (await fetch(`${site.url}${path}.svg`)).text();
    const file = new URL(`newsroom/${name.replaceAll(/\W+/g, '-')}.svg`, import.meta.url);
    if (process.env['UPDATE_PICTURES'] === '1') writeFileSync(file, svg);
    expect(svg).toBe(readFileSync(file, 'utf8'));
    const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
    const png = PNG.sync.read(await bytesOf(`${path}.png`));
    expect([png.width, png.height]).toEqual([width! * DENSITY, height! * DENSITY]);
    const pixels = new Uint32Array(png.data.buffer, png.data.byteOffset, png.data.length / 4);
    // A blank picture has the colour of its paper only.
    expect(new Set(pixels).size).toBeGreaterThan(20);
    const pdf = await bytesOf(`${path}.pdf`);
    expect(pdf.toString('latin1')).toMatch(/^%PDF-/);
    expect(pdf.toString('latin1')).toContain(`/MediaBox [0 0 ${width! * 0.75} ${height! * 0.75}]`);
    expect(pdf.length).toBeGreaterThan(10_000);
  });
});
