import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  publish,
  scrollThrough,
  shiftsOf,
  srcOf,
  startEmbedSite,
  type EmbedSite,
} from '../../testing/embed-site.ts';
import { insertCompany, insertDataset, insertInto } from '../../testing/fixtures.ts';

const VALUES = [40, 350, 1200, 7400, 5100, 6750].map((millions, i) => ({
  x: `${2018 + i}-06-30T00:00:00.000Z`,
  y: millions * 1e6,
  type: i === 4 ? 'estimate' : 'historical',
}));
const WORDS = ['$40M', '$350M', '$1.2B', '$7.4B', '$5.1B', '$6.75B'];

// Other tests check the pages of embeds on both databases. What Chromium does with a page depends on the page alone.
describe('embeds in Chromium', () => {
  let site: EmbedSite;
  let embeds: string[];
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const { db } = site;
    const company = { domain: 'acme.com', slug: 'acme', name: 'Acme', description: 'Makes anvils.' };
    const company_id = await insertCompany(db, company);
    const fields = { company_id, source_url: 'https://news.example/acme', data_json: JSON.stringify(VALUES) };
    await insertDataset(db, { ...fields, data_type: 'Valuation' });
    const figure = { name: 'latest_estimated_valuation', value: 6.75e9, date: '2023-06-30' };
    await insertInto(db, 'company_financials', { company_id, ...figure });
    const { dataset_id } = await insertDataset(db, { ...fields, name: 'Acme: revenue' });
    const chart = (view_type: string, more = {}) =>
      site.chart({ name: view_type, data: [{ dataset_id }], view_type, ...more });
    embeds = [
      await site.company('valuation-chart', 'company_slug=acme'),
      await site.company('valuation-chart', 'company_slug=acme&theme=dark'),
      await site.company('valuation-chart', 'company_slug=acme&background=fff7e6&accent=9a3412&font=serif'),
      await site.company('valuation-table', 'company_slug=acme'),
      await site.company('valuation-table', 'company_slug=acme&theme=dark&font=mono'),
      await site.company('summary', 'company_slug=acme'),
      await site.company('summary', 'company_slug=acme&text=123'),
      await chart('line'),
      await chart('column', { theme: 'dark' }),
      await chart('area', { width: 320 }),
    ];
  });
  afterAll(() => site.close());

  it('loads ten embeds in a page without other origins and without layout shifts', () =>
    publish(embeds, (origin) =>
      site.visit(`${origin}/`, { origins: [origin] }, async ({ page, requests, trouble }) => {
        await scrollThrough(page);
        expect(page.frames()).toHaveLength(11);
        for (const [url, shifts] of await shiftsOf(page)) expect([url, shifts]).toEqual([url, []]);
        expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([origin, site.url]));
        // At most the page, ten frames and three scripts.
        expect(new Set(requests).size).toBeLessThanOrEqual(14);
        expect(trouble).toEqual([]);
      }),
    ));

  it('records a layout shift that a script causes', () =>
    publish(embeds.slice(0, 1), (origin) =>
      site.visit(`${origin}/`, { origins: [origin] }, async ({ page }) => {
        await page.evaluate(() => {
          const pushed = document.createElement('div');
          pushed.style.height = '200px';
          document.body.prepend(pushed);
        });
        await page.waitForFunction(() => (window as unknown as { shifts: number[] }).shifts.length > 0);
      }),
    ));

  it('shows every embed in full without JavaScript', () =>
    publish(embeds, (origin) =>
      site.visit(
        `${origin}/`,
        { origins: [origin], javaScriptEnabled: false },
        async ({ page, requests }) => {
          await scrollThrough(page, { scripting: false });
          for (const frame of page.frames().slice(1)) {
            expect(await frame.locator('h1').innerText()).toMatch(/Acme|line|column|area/);
            expect(await frame.getByText('Data as of Jun 30, 2023').isVisible()).toBe(true);
            if (frame.url().includes('company-summary')) {
              expect(await frame.getByText('Makes anvils.').isVisible()).toBe(true);
              expect(await frame.locator('.figures').innerText()).toMatch(
                /\$6\.75B\s+Reported, Jun 30, 2023\s+news\.example/,
              );
              continue;
            }
            const chart = frame.locator('figure');
            if (!frame.url().includes('table')) {
              expect((await chart.boundingBox())!.height).toBeGreaterThan(150);
              await frame.locator('summary').press('Enter');
            }
            await frame.locator('td.number').first().waitFor();
            const values = (await frame.locator('td.number').allInnerTexts()).join(' ');
            for (const word of WORDS) expect(values).toContain(word);
            const source = frame.getByRole('link', { name: 'news.example' }).first();
            expect(await source.getAttribute('href')).toBe('https://news.example/acme');
          }
          expect(requests.filter((url) => url.endsWith('.js'))).toEqual([]);
        },
      ),
    ));

  it('reads each point of a chart by keyboard, with its source', () =>
    site.visit(srcOf(embeds[0]!), {}, async ({ page, trouble }) => {
      await page.keyboard.press('Tab');
      while (!(await page.getByRole('slider').evaluate((slider) => slider.matches(':focus')))) {
        await page.keyboard.press('Tab');
      }
      for (const [press, reading] of [
        ['Home', /\$40M\s+Jun 30, 2018, reported\s+Source: news\.example/],
        ['ArrowRight', /\$350M\s+Jun 30, 2019/],
        ['End', /\$6\.75B\s+Latest: Jun 30, 2023/],
        ['ArrowLeft', /\$5\.1B\s+Jun 30, 2022, estimate/],
      ] as const) {
        await page.keyboard.press(press);
        expect(await page.locator('.readout').innerText()).toMatch(reading);
      }
      expect(trouble).toEqual([]);
    }));

  it('runs the script of every chart in a sandboxed iframe, as WordPress embeds oEmbed content', () =>
    publish(
      embeds.map((html) => html.replace('<iframe ', '<iframe sandbox="allow-scripts" ')),
      (origin) =>
        site.visit(`${origin}/`, { origins: [origin] }, async ({ page, trouble }) => {
          await scrollThrough(page);
          for (const frame of page.frames().slice(1)) {
            if (!/chart/.test(frame.url())) continue;
            await frame.getByRole('slider').waitFor();
            await frame.getByRole('slider').press('Home');
            expect(await frame.locator('.readout, .day').innerText()).toMatch(/Jun (30, )?2018/);
          }
          // Chromium warns that frames without an origin share a process.
          expect(trouble.filter((message) => !message.includes('Origin-Agent-Cluster'))).toEqual([]);
        }),
    ));

  it('shows every embed in a page without a host, such as a local file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-article-'));
    const file = join(folder, 'article.html');
    writeFileSync(file, embeds.join('\n'));
    const address = pathToFileURL(file).href;
    await site
      .visit(address, { origins: ['file://'] }, async ({ page, trouble }) => {
        await scrollThrough(page);
        expect(page.frames()).toHaveLength(embeds.length + 1);
        expect(trouble).toEqual([]);
      })
      .finally(() => rmSync(folder, { recursive: true }));
  });

  it('shows every widget in the gallery from example data only', () =>
    site.visit(`${site.url}/embeds`, {}, async ({ page, requests, trouble }) => {
      await scrollThrough(page);
      const frames = page.frames().slice(1);
      expect(frames.length).toBeGreaterThan(25);
      expect(await page.locator('iframe').count()).toBe(frames.length);
      expect(await page.content()).not.toContain('acme.com');
      const codes = await page.locator('pre code').allTextContents();
      expect(codes.filter((code) => code.startsWith('<iframe ')).length).toBe(frames.length);
      expect(codes.join()).not.toContain(site.key);
      expect(requests.every((url) => url.startsWith(`${site.url}/`))).toBe(true);
      expect(trouble).toEqual([]);
    }));
});
