import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { serve, sharedBrowser, troubleOf } from '../testing/browser.ts';
import { readBuilt, type Built } from '../testing/client.ts';
import { kinds, tagOf } from '../widgets/index.ts';
import { datasetCharts, summary, valuations } from '../testing/samples.ts';

let browser: Browser;
let built: Built;
beforeAll(async () => {
  built = await readBuilt();
  browser = await sharedBrowser();
});

const documentation = readFileSync(
  new URL('../../../../docs/publishers/elements.md', import.meta.url),
  'utf8',
);
const example = documentation
  .split('```html\n')
  .slice(1)
  .map((part) => part.split('```')[0]!)
  .find((block) => block.includes('<dossier-company-summary>'))!;

describe('the bundle of the elements', () => {
  it.each(['light', 'dark'] as const)('draws the documented example, in %s', async (colorScheme) => {
    const site = await serve({
      '/': { type: 'text/html', body: example },
      '/elements.js': { type: 'text/javascript', body: built.elements.body },
      '/summary.json': { type: 'application/json', body: JSON.stringify({ data: summary }) },
    });
    const page = await browser.newPage({ colorScheme, viewport: { width: 800, height: 900 } });
    const trouble = troubleOf(page);
    await page.goto(site.url);
    const chart = page.locator('dossier-valuation-chart');
    expect(await chart.getByRole('heading').innerText()).toBe('Acme Robotics valuation');
    expect((await chart.boundingBox())!.height).toBeGreaterThanOrEqual(600);
    expect((await chart.locator('figure').boundingBox())!.height).toBeGreaterThan(200);
    const line = chart.locator('path.line').first();
    const colour = colorScheme === 'light' ? 'rgb(154, 52, 18)' : 'rgb(255, 179, 138)';
    expect(await line.evaluate((path) => getComputedStyle(path).stroke)).toBe(colour);
    const paper = await chart.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(paper).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(21, 25, 30)');
    expect(await chart.getByRole('slider').count()).toBe(1);
    const company = page.locator('dossier-company-summary');
    await company.getByText('Acme Robotics builds arms').waitFor();
    expect(trouble).toEqual([]);
    await page.close();
    await site.close();
  });

  it.each([600, 400, 200])(
    'never spill over what follows them, whatever height of %i is set',
    async (height) => {
      const tags = Object.entries({
        'valuation-chart': valuations.usual,
        'valuation-table': valuations.usual,
        'company-summary': summary,
        'dataset-chart': datasetCharts.annotated,
      }).map(([name, data]) => {
        const text = JSON.stringify(data).replaceAll("'", '&#39;');
        return `<dossier-${name} style="height:${height}px" data='${text}'></dossier-${name}>`;
      });
      const body = `<!doctype html><script type="module" src="elements.js"></script>${tags.join('')}`;
      const site = await serve({
        '/': { type: 'text/html', body },
        '/elements.js': { type: 'text/javascript', body: built.elements.body },
      });
      const page = await browser.newPage({ viewport: { width: 600, height: 500 } });
      await page.goto(site.url);
      for (const open of [false, true]) {
        if (open) for (const details of await page.locator('details summary').all()) await details.click();
        const spilled = await page.evaluate(() =>
          [...document.body.querySelectorAll('*')].map((element) => {
            const last = element.shadowRoot?.querySelector('footer') ?? element;
            const { bottom } = element.getBoundingClientRect();
            return [element.tagName, Math.max(0, last.getBoundingClientRect().bottom - bottom)];
          }),
        );
        expect(spilled).toHaveLength(4);
        for (const [name, pixels] of spilled) expect([open, name, pixels]).toEqual([open, name, 0]);
      }
      const heights = await page.locator('body > *').evaluateAll((all) => all.map((one) => one.clientHeight));
      for (const one of heights) expect(one).toBeGreaterThanOrEqual(height);
      await page.close();
      await site.close();
    },
  );

  it('defines <dossier-chart> and the element of every kind', async () => {
    const site = await serve({
      '/': { type: 'text/html', body: '<!doctype html><script type="module" src="elements.js"></script>' },
      '/elements.js': { type: 'text/javascript', body: built.elements.body },
    });
    const page = await browser.newPage();
    await page.goto(site.url);
    const tags = ['dossier-chart', ...kinds.map(tagOf)];
    const missing = await page.evaluate(
      (all) => all.filter((tag) => customElements.get(tag) === undefined),
      tags,
    );
    expect(missing).toEqual([]);
    await page.close();
    await site.close();
  });
});
