import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSigningKey } from '@dossier/store';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset } from '../../testing/fixtures.ts';

describe('oEmbed', () => {
  let api: TestApi;
  let src: string;
  let chart: string;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const company_id = await insertCompany(api.db, {
      domain: 'acme.com',
      slug: 'acme-株式会社',
      name: 'Acme "&" <b>Sons</b>\uffff',
    });
    const { dataset_id } = await insertDataset(api.db, { company_id, data_type: 'Valuation' });
    const asked =
      '/api/v1/embed/company-data-valuation-chart/?company_domain=acme.com&origins=https://a.example';
    src = srcOf((await api.get(asked)).body);
    chart = srcOf((await api.send('put', '/api/v1/embed/charts/', { data: [{ dataset_id }] })).body);
  });
  afterAll(() => api.close());

  const srcOf = (body: { data: { embed_html: string } }) =>
    /src="([^"]+)"/.exec(body.data.embed_html)![1]!.replaceAll('&#38;', '&');
  const ask = (query: Record<string, string>) =>
    request(api.url).get(`/oembed?${new URLSearchParams(query).toString()}`);

  it('returns the iframe of a page as JSON, without a key', async () => {
    const answer = await ask({ url: src });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      version: '1.0',
      type: 'rich',
      title: 'Acme "&" <b>Sons</b> valuation',
      provider_name: 'Dossier',
      provider_url: PUBLIC_URL,
      cache_age: 3600,
      html: expect.stringMatching(/^<iframe [^<>]*><\/iframe>$/),
      width: 600,
      height: 500,
    });
    expect(answer.body.html).toContain(`src="${src}"`);
    expect(answer.body.html).toContain('width="600" height="500"');
    const again = await ask({ url: src }).set('If-None-Match', answer.headers['etag']!);
    expect(again.status).toBe(304);
  });

  it('returns the picture of an embed that every page may show, and its size', async () => {
    const { body } = await ask({ url: chart });
    expect(body).toMatchObject({
      thumbnail_url: `${chart}.social.png`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
  });

  it('distinguishes a table from a chart by its title', async () => {
    const asked = '/api/v1/embed/company-data-valuation-table/?company_domain=acme.com';
    const { body } = await ask({ url: srcOf((await api.get(asked)).body) });
    expect(body.title).toMatch(/ valuation table$/);
  });

  it('returns the same as well-formed XML, whatever the title', async () => {
    const answer = await ask({ url: src, format: 'xml' });
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(answer.text).toMatch(/^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed>/);
    expect(answer.text).toContain(
      '<title>Acme &#34;&#38;&#34; &#60;b&#62;Sons&#60;/b&#62; valuation</title>',
    );
    expect(answer.text).toContain('<html>&#60;iframe src=&#34;');
    expect(answer.text).not.toContain('\uffff');
    const tags = answer.text.replace(/^<\?.*\n/, '').match(/<\/?\w+>/g)!;
    expect(tags.filter((tag) => !tag.startsWith('</')).length * 2).toBe(tags.length);
  });

  it('respects maxwidth and maxheight, and never exceeds the default size', async () => {
    const small = (await ask({ url: src, maxwidth: '320', maxheight: '400' })).body;
    expect([small.width, small.height]).toEqual([320, 400]);
    expect(small.html).toContain('width="320" height="400"');
    const large = (await ask({ url: chart, maxwidth: '4000', maxheight: '4000' })).body;
    expect([large.width, large.height]).toEqual([560, 500]);
  });

  it('returns a smaller form of the company, a picture or the title below the height of a chart', async () => {
    const form = async (url: string, maxheight: number) => {
      const { body } = await ask({ url, maxheight: String(maxheight), maxwidth: '500' });
      const kind = /\/embeds\/([a-z-]+)\//.exec(body.html ?? '')?.[1];
      expect(body.height ?? 0).toBeLessThanOrEqual(maxheight);
      return [body.type, kind, body.width, body.height];
    };
    expect(await form(src, 340)).toEqual(['rich', 'valuation-chart', 500, 340]);
    expect(await form(src, 299)).toEqual(['rich', 'company-card', 300, 250]);
    expect(await form(src, 100)).toEqual(['rich', 'valuation-sparkline', 320, 28]);
    // Its origins would not see a picture of it elsewhere.
    expect(await form(src, 20)).toEqual(['link', undefined, undefined, undefined]);
    expect(await form(chart, 200)).toEqual(['photo', undefined, 380, 200]);
  });

  it('signs the smaller form with the options and the key of the address', async () => {
    await createSigningKey(api.db);
    const { body } = await ask({ url: src, maxheight: '260' });
    const smaller = srcOf({ data: { embed_html: body.html } });
    expect(smaller).toMatch(/\/company-card\/.*\/k1\.[\w-]+$/);
    const page = await request(api.url).get(smaller.replace(PUBLIC_URL, ''));
    expect([page.status, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining('frame-ancestors https://a.example'),
    ]);
  });

  it('accepts an address with a fragment, a query or a trailing slash', async () => {
    for (const more of ['#?secret=x', '?utm_source=x', '/']) {
      const { status, body } = await ask({ url: src + more, dnt: '1' });
      expect([more, status]).toEqual([more, 200]);
      expect(body.html).toContain(`src="${src}"`);
    }
  });

  it.each([
    ['another site', () => 'https://other.example/embeds/valuation-chart/acme/-/k1.x'],
    ['a signature that is not ours', () => src.slice(0, -1)],
    ['another subject', () => src.replace('acme', 'bcme')],
    ['the root', () => PUBLIC_URL],
    ['half an address', () => src.split('/').slice(0, -1).join('/')],
    ['more than an address', () => `${src}/more`],
    ['a form of the page', () => `${src}.json`],
    ['no address', () => '%E0%A4%A'],
  ])('answers 404 for %s', async (_, url) => {
    const { status, body } = await ask({ url: url() });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('answers 501 for another format, and 400 for a missing address or an invalid number', async () => {
    expect((await ask({ url: src, format: 'yaml' })).status).toBe(501);
    expect((await ask({})).status).toBe(400);
    expect((await ask({ url: src, maxwidth: 'wide' })).status).toBe(400);
  });

  it('is linked from the page', async () => {
    const page = await request(api.url).get(src.replace(PUBLIC_URL, ''));
    for (const [format, type] of [
      ['json', 'application/json+oembed'],
      ['xml', 'text/xml+oembed'],
    ] as const) {
      const found = new RegExp(
        `<link rel="alternate" type="${type.replace('+', '\\+')}" href="([^"]+)" title="[^"<>]+">`,
      ).exec(page.text);
      const link = found![1]!.replaceAll('&#38;', '&');
      expect(link.startsWith(`${PUBLIC_URL}/oembed?`)).toBe(true);
      const answer = await request(api.url).get(link.replace(PUBLIC_URL, ''));
      expect([answer.status, answer.type]).toEqual([
        200,
        format === 'json' ? 'application/json' : 'text/xml',
      ]);
    }
  });
});
