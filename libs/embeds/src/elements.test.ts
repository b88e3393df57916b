import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launch, serve } from './testing/browser.ts';
import { buildScripts, type Built } from './testing/client.ts';
import { summary } from './testing/samples.ts';

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await buildScripts();
  browser = await launch();
});
afterAll(() => browser.close());

const documentation = readFileSync(new URL('../../../docs/embeds.md', import.meta.url), 'utf8');
const example = documentation
  .split('```html\n')
  .slice(1)
  .map((part) => part.split('```')[0]!)
  .find((block) => block.includes('elements.js'))!;

describe('the bundle of the elements', () => {
  it.each(['light', 'dark'] as const)('draws the documented example, in %s', async (colorScheme) => {
    const site = await serve({
      '/': { type: 'text/html', body: example },
      '/elements.js': { type: 'text/javascript', body: built.elements },
      '/summary.json': { type: 'application/json', body: JSON.stringify({ data: summary }) },
      '/favicon.ico': { type: 'image/x-icon', body: '' },
    });
    const page = await browser.newPage({ colorScheme, viewport: { width: 800, height: 900 } });
    const trouble: string[] = [];
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    await page.goto(site.url, { waitUntil: 'networkidle' });
    const chart = page.locator('dossier-valuation-chart');
    expect(await chart.getByRole('heading').innerText()).toBe('Acme Robotics valuation');
    expect((await chart.boundingBox())!.height).toBe(600);
    expect((await chart.locator('figure').boundingBox())!.height).toBeGreaterThan(200);
    const line = chart.locator('path.line').first();
    const colour = colorScheme === 'light' ? 'rgb(154, 52, 18)' : 'rgb(255, 179, 138)';
    expect(await line.evaluate((path) => getComputedStyle(path).stroke)).toBe(colour);
    const paper = await chart.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(paper).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(21, 25, 30)');
    expect(await chart.getByRole('slider').count()).toBe(1);
    const company = page.locator('dossier-company-summary');
    expect(await company.getByText('Acme Robotics builds arms').isVisible()).toBe(true);
    expect(trouble).toEqual([]);
    await page.close();
    await site.close();
  });

  it('defines all four elements', () => {
    for (const name of ['valuation-chart', 'valuation-table', 'company-summary', 'dataset-chart'])
      expect(built.elements).toContain(`dossier-${name}`);
  });
});
