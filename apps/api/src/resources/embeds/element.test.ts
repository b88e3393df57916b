import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serve } from '@dossier/embeds/testing';
import type { Page } from 'playwright-core';
import { srcOf, startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { insertCompany, insertDataset } from '../../testing/fixtures.ts';

const NEWS = 'https://news.example';

describe('<dossier-chart> on a page of another origin', () => {
  let site: EmbedSite;
  let dataset_id: number;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const company_id = await insertCompany(site.db, { domain: 'acme.com', slug: 'acme', name: 'Acme' });
    await insertCompany(site.db, { domain: 'bolt.com', slug: 'bolt', name: 'Bolt' });
    await insertDataset(site.db, { company_id, data_type: 'Valuation', source_url: 'https://a.example/x' });
    ({ dataset_id } = await insertDataset(site.db, { company_id, name: 'Acme: revenue' }));
  });
  afterAll(() => site.close());

  const company = async (kind: string, query = '') =>
    srcOf(await site.company(kind, `company_slug=acme${query}`));

  /** Opens a publisher's page that allows the service's script and data, and no styles. */
  async function open<T>(tags: string, use: (page: Page) => Promise<T>, ignored: RegExp[] = []): Promise<T> {
    const policy = `default-src 'none'; script-src ${site.url}; connect-src ${site.url}; style-src 'none'; img-src data:`;
    const host = await serve({
      '/': {
        type: 'text/html; charset=utf-8',
        body: `<!doctype html><html lang="en"><title>News</title><link rel="icon" href="data:,">
          <script type="module" src="${site.url}/embeds/elements.js"></script>${tags}`,
        headers: { 'content-security-policy': policy },
      },
    });
    try {
      return await site.visit(`${host.url}/`, { origins: [host.url] }, async ({ page, trouble }) => {
        const result = await use(page);
        expect(trouble.filter((text) => !ignored.some((one) => one.test(text)))).toEqual([]);
        return result;
      });
    } finally {
      await host.close();
    }
  }
  const tag = (src: string, more = '') => `<dossier-chart src="${src}" ${more}></dossier-chart>`;

  it('is in a package that npm installs from the service', async () => {
    const answer = await fetch(`${site.url}/embeds/package.tgz`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    const input = new Uint8Array(await answer.arrayBuffer());
    const files = execFileSync('tar', ['-tz'], { input, encoding: 'utf8' }).split('\n');
    for (const file of ['package.json', 'dist/index.js', 'dist/define.js', 'dist/elements.js'])
      expect(files).toContain(`package/${file}`);
  });

  it('shows each kind of embed from its signed address', async () => {
    const several = 'company_slugs=acme,bolt';
    const sources = await Promise.all([
      ...['valuation-chart', 'valuation-table', 'sparkline', 'card', 'summary'].map((kind) => company(kind)),
      ...['multiples', 'ranking'].map(async (kind) => srcOf(await site.company(kind, several))),
      (async () => srcOf(await site.chart({ data: [{ dataset_id }] })))(),
    ]);
    await open(sources.map((src) => tag(src)).join('\n'), async (page) => {
      const charts = page.locator('dossier-chart');
      expect(await charts.count()).toBe(8);
      for (const [i, src] of sources.entries()) {
        const chart = charts.nth(i);
        await chart.getByText('Acme').first().waitFor();
        expect([src, await chart.getByRole('alert').count()]).toEqual([src, 0]);
        expect((await chart.boundingBox())!.height).toBeGreaterThan(15);
      }
      // Those of both charts and of the panel with values.
      expect(await charts.getByRole('slider').count()).toBe(3);
    });
  });

  it('has the look, the language and the links of its address', async () => {
    const src = await company('valuation-chart', '&background=101820&accent=ffb38a&locale=de');
    await open(tag(src, 'heading-level="2"'), async (page) => {
      const chart = page.locator('dossier-chart');
      const heading = chart.getByRole('heading', { name: 'Bewertung von Acme' });
      expect(await heading.getAttribute('aria-level')).toBe('2');
      const style = (property: string) =>
        chart
          .locator('dossier-valuation-chart')
          .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
      expect(await style('background-color')).toBe('rgb(16, 24, 32)');
      const box = await chart.evaluate((element) => {
        const { backgroundColor, paddingLeft } = getComputedStyle(element);
        return [backgroundColor, paddingLeft];
      });
      expect(box).toEqual(['rgb(16, 24, 32)', '16px']);
      const widget = chart.locator('article');
      expect([await widget.getAttribute('lang'), await widget.getAttribute('dir')]).toEqual(['de', 'ltr']);
      expect(
        await chart
          .locator('path.line')
          .first()
          .evaluate((line) => getComputedStyle(line).stroke),
      ).toBe('rgb(255, 179, 138)');
      expect(await chart.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(`${src}.csv`);
    });
  });

  it.each([
    ['a changed address', (src: string) => src.slice(0, -1), /^src returned 404: the address has expired/],
    ['another page', () => `${site.url}/`, /^src returned \d+|^src cannot be read/],
    ['no address', () => 'http://[', /^src must be the address of an embed \(received "http:\/\/\["\)/],
  ])('says what is wrong with %s', async (_, change, words) => {
    const src = change(await company('summary'));
    const network = [/Failed to load resource/, /CORS policy/];
    await open(
      tag(src),
      async (page) => {
        expect(await page.locator('dossier-chart').getByRole('alert').innerText()).toMatch(words);
      },
      network,
    );
  });

  it('says what an element without an address and data lacks, until it has them', async () => {
    const src = await company('summary');
    await open('<dossier-chart></dossier-chart>', async (page) => {
      const chart = page.locator('dossier-chart');
      expect(await chart.getByRole('alert').innerText()).toMatch(
        /^Nothing to show: set src to .* or data to /,
      );
      await chart.evaluate((element, to) => element.setAttribute('src', to), src);
      await chart.getByText('Acme').first().waitFor();
      expect(await chart.getByRole('alert').count()).toBe(0);
    });
  });

  it('says that an embed is limited to other origins', async () => {
    const src = await company('summary', `&origins=${NEWS}`);
    await open(
      tag(src),
      async (page) => {
        const alert = page.locator('dossier-chart').getByRole('alert');
        expect(await alert.innerText()).toMatch(/the embed does not allow this page/);
      },
      [/CORS policy/, /Failed to load resource/],
    );
  });
});
