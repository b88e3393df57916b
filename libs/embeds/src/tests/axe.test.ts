import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { galleryPolicy, renderGallery } from '../gallery/page.ts';
import { states } from '../gallery/states.ts';
import { axeProblems, serve, sharedBrowser } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { openPage, playPage, withPage } from '../testing/page.ts';
import { definitionOf } from '../widgets/index.ts';

/**
 * Opens the table of the element, and reads the first value of each chart. Returns the words of those values. Playwright's
 * own keyboard takes ten times as long.
 */
const openAll = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('main > *')!.shadowRoot!;
    for (const details of root.querySelectorAll('details')) details.open = true;
    return [...root.querySelectorAll<HTMLInputElement>('input[type=range]')].map((slider) => {
      slider.focus();
      slider.value = slider.min;
      slider.dispatchEvent(new Event('input'));
      return slider.ariaValueText;
    });
  });

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

const colorSchemes = ['light', 'dark'] as const;

describe('with the table open and a value read, axe reports no problem', () => {
  it.each(states.map((state) => [state.id, state] as const))(
    'of %s, in light and in dark',
    (id, { widget, look }) => {
      const options = { look, address: 'https://dossier.example/embeds/x' };
      // A look may have a theme of its own, which the reader's setting does not change.
      const schemes = (look.theme ?? look.background) ? (['light'] as const) : colorSchemes;
      return playPage(browser, widget, { options, scripts: built }, async ({ page }) => {
        const hasValues = definitionOf(widget.kind).script !== undefined && !id.endsWith('-none');
        // Small multiples read each panel.
        const values = await openAll(page);
        expect([values.length > 0, values]).toEqual([hasValues, values.map(() => expect.any(String))]);
        for (const colorScheme of schemes)
          expect([colorScheme, await axeProblems(page, colorScheme)]).toEqual([colorScheme, []]);
      });
    },
  );
});

it('axe reports no problem of the gallery, in light and in dark', async () => {
  const headers = { 'content-security-policy': galleryPolicy() };
  const body = renderGallery({ publicUrl: '' });
  const server = await serve({ '/embeds': { type: 'text/html; charset=utf-8', body, headers } });
  await withPage(browser, {}, async (page) => {
    await page.goto(`${server.url}/embeds`);
    for (const details of (await page.locator('summary').all()).slice(0, 3)) await details.click();
    for (const colorScheme of colorSchemes) {
      const found = await axeProblems(page, colorScheme, { iframes: false });
      expect([colorScheme, found]).toEqual([colorScheme, []]);
    }
  }).finally(server.close);
});

it('axe reports unreadable text and a button without a name', () =>
  openPage(browser, states[0]!.widget, {}, async ({ page }) => {
    await page.evaluate(() => {
      const main = document.querySelector('main')!;
      main.insertAdjacentHTML('beforeend', '<button></button><p id="pale">pale</p>');
      document.querySelector<HTMLElement>('#pale')!.style.color = '#eee';
    });
    const found = (await axeProblems(page, 'light')).map((violation) => violation.split(':')[0]);
    expect(found).toEqual(expect.arrayContaining(['button-name', 'color-contrast']));
    const [colour] = await axeProblems(page, 'light', { rules: 'colours' });
    expect(colour).toMatch(/^color-contrast: <p id="pale"/);
  }));
