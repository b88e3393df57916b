import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { extract } from '@extractus/oembed-extractor';
import { serve } from '@dossier/embeds/testing';
import { srcOf, startEmbedSite, type EmbedSite } from '../../testing/embed-site.ts';
import { insertCompany, insertDataset } from '../../testing/fixtures.ts';

type Axe = { violations: { id: string; nodes: { html: string }[] }[] };

describe('pages around embeds', () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await startEmbedSite('sqlite');
    const company_id = await insertCompany(site.db, { domain: 'acme.com', slug: 'acme', name: 'Acme' });
    await insertDataset(site.db, { company_id, data_type: 'Valuation' });
  });
  afterAll(() => site.close());

  it.each([
    [360, 344],
    [1000, 984],
  ])('that forbid every style show an embed in its column, %i pixels wide', async (width, column) => {
    const html = await site.company('valuation-chart', 'company_slug=acme');
    const host = await serve({
      '/': {
        type: 'text/html; charset=utf-8',
        body: `<!doctype html><title>News</title><meta name="viewport" content="width=device-width">${html}`,
        headers: { 'content-security-policy': "default-src 'none'; frame-src *; style-src 'none'" },
      },
    });
    try {
      await site.visit(
        `${host.url}/`,
        { origins: [host.url], viewport: { width, height: 700 } },
        async ({ page }) => {
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
          expect((await page.locator('iframe').boundingBox())!.width).toBe(column);
          expect(await page.frames()[1]!.locator('h1').isVisible()).toBe(true);
        },
      );
    } finally {
      await host.close();
    }
  });

  // Ghost needs the JSON link, a type and a version, and for "rich" one iframe and its width.
  it.each([
    ['without limits', {}, 'valuation-chart', 500],
    ['with a low height', { maxheight: 260, maxwidth: 400 }, 'company-card', 250],
  ])('find its iframe by the link in its page, %s', async (_, limits, kind, height) => {
    const src = srcOf(await site.company('valuation-chart', 'company_slug=acme'));
    const found = await extract(src, limits);
    expect(found).toMatchObject({
      ...{ method: 'auto-discovery', type: 'rich', version: '1.0', width: expect.any(Number), height },
      html: expect.stringMatching(
        new RegExp(`^<iframe src="${site.url}/embeds/${kind}/acme/[^<>]*></iframe>$`),
      ),
    });
  });

  // Notion asks Iframely, which follows the first link of either type and embeds the only iframe of "rich" in its size.
  // Its card has the title, text and picture of Open Graph.
  it('find its iframe, its size and its card as Notion does', async () => {
    const src = srcOf(await site.company('valuation-chart', 'company_slug=acme'));
    const page = await (await fetch(src)).text();
    const attribute = (markup: string, name: string) =>
      new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1]?.replaceAll(/&#38;|&amp;/g, '&') ?? '';
    const links = (page.match(/<link\b[^>]*>/g) ?? []).filter(
      (link) =>
        attribute(link, 'rel') === 'alternate' &&
        /^(application|text)\/(xml|json)\+oembed$/i.test(attribute(link, 'type')),
    );
    const response = await fetch(attribute(links[0]!, 'href'));
    expect(response.headers.get('content-type')).toMatch(/json/);
    const { type, html, width, height } = (await response.json()) as Record<string, string>;
    expect([type, typeof width, typeof height]).toEqual(['rich', 'number', 'number']);
    const frames = html!.match(/<iframe\b[^>]*>/g)!;
    expect(frames.map((frame) => attribute(frame, 'src'))).toEqual([src]);
    const framed = await fetch(src);
    expect(framed.headers.get('x-frame-options')).toBeNull();
    expect(framed.headers.get('content-security-policy')).not.toMatch(/frame-ancestors/);
    const card = ['og:title', 'og:description', 'og:image'].map((name) =>
      attribute(new RegExp(`<meta property="${name}"[^>]*>`).exec(page)?.[0] ?? '', 'content'),
    );
    expect(card[0]).toBe('Acme valuation');
    expect(card[1]).toContain('Acme');
    expect((await fetch(card[2]!)).headers.get('content-type')).toBe('image/png');
  });

  it.each([
    ['theme=dark', 'dark', 'rgb(21, 25, 30)', 'en', 'This content is not available.'],
    ['background=101820', 'dark', 'rgb(21, 25, 30)', 'en', 'This content is not available.'],
    ['theme=light', 'light', 'rgb(255, 255, 255)', 'en', 'This content is not available.'],
    ['theme=light&locale=de', 'light', 'rgb(255, 255, 255)', 'de', 'Dieser Inhalt ist nicht verfügbar.'],
    ['theme=dark&locale=ar', 'dark', 'rgb(21, 25, 30)', 'ar', 'هذا المحتوى غير متاح.'],
  ])(
    'see an error as a card in the theme and language of the address: %s',
    async (query, scheme, background, lang, words) => {
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      const src = srcOf(await site.company('summary', `company_slug=acme&${query}`));
      const colorScheme = scheme === 'dark' ? 'light' : 'dark';
      await site.visit(`${src}x`, { colorScheme }, async ({ page }) => {
        expect(await page.locator('main h1').innerText()).toBe(words);
        expect(await page.title()).toBe(words);
        const root = page.locator('html');
        expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual([
          lang,
          lang === 'ar' ? 'rtl' : 'ltr',
        ]);
        expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
        await page.evaluate(axe);
        const { violations } = await page.evaluate<Axe>('axe.run()');
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      });
    },
  );
});
