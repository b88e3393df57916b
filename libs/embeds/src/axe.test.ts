import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { galleryPolicy, renderGallery } from './gallery/page.ts';
import { states } from './gallery/states.ts';
import { launch, serve } from './testing/browser.ts';
import { buildScripts, type Built } from './testing/client.ts';
import { openPage, withScript } from './testing/page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; nodes: { target: unknown; html: string; failureSummary?: string }[] };
type Axe = { run: (options: object) => Promise<{ violations: Violation[]; passes: unknown[] }> };

/** What axe has to say of a page, with every rule but the experimental ones. */
async function violationsOf(page: Page, options = {}): Promise<string[]> {
  // The protocol's own evaluation, which the page's policy does not bind.
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(
    (given) => (window as unknown as { axe: Axe }).axe.run(given),
    options,
  );
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await buildScripts();
  browser = await launch();
});
afterAll(() => browser.close());

/** Each state in both themes, where it has not one of its own. */
const themed = states.flatMap((state) =>
  (state.look.theme ?? state.look.background)
    ? [{ state, colorScheme: 'light' as const }]
    : (['light', 'dark'] as const).map((colorScheme) => ({ state, colorScheme })),
);

describe('axe finds nothing wrong, open and read by keyboard,', () => {
  it.each(themed.map((one) => [one.state.id, one.colorScheme, one] as const))(
    'with %s in %s',
    (_id, _scheme, one) => {
      const { widget, look } = one.state;
      const context = { colorScheme: one.colorScheme };
      const { options, scripts } = withScript(built);
      const opening = {
        options: { ...options, look, address: 'https://dossier.example/embeds/x' },
        scripts,
        context,
      };
      return openPage(browser, widget, opening, async ({ page }) => {
        await page.waitForLoadState('networkidle');
        for (const details of await page.locator('summary').all()) await details.click();
        for (const reader of await page.getByRole('slider').all()) {
          await reader.focus();
          await page.keyboard.press('Home');
        }
        expect(await violationsOf(page)).toEqual([]);
      });
    },
  );
});

it.each(['light', 'dark'] as const)('axe finds nothing wrong with the gallery in %s', async (colorScheme) => {
  const headers = { 'content-security-policy': galleryPolicy() };
  const body = renderGallery({ publicUrl: '' });
  const server = await serve({ '/embeds': { type: 'text/html; charset=utf-8', body, headers } });
  const page = await browser.newPage({ colorScheme });
  await page.goto(`${server.url}/embeds`);
  for (const details of (await page.locator('summary').all()).slice(0, 3)) await details.click();
  expect(await violationsOf(page, { iframes: false })).toEqual([]);
  await page.close();
  await server.close();
});

it('the watch works: what cannot be read or has no name is found', () =>
  openPage(browser, states[0]!.widget, {}, async ({ page }) => {
    await page.evaluate(() => {
      const main = document.querySelector('main')!;
      main.insertAdjacentHTML('beforeend', '<button></button><p id="pale">pale</p>');
      document.querySelector<HTMLElement>('#pale')!.style.color = '#eee';
    });
    const found = (await violationsOf(page)).map((violation) => violation.split(':')[0]);
    expect(found).toEqual(expect.arrayContaining(['button-name', 'color-contrast']));
  }));
