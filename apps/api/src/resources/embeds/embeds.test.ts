import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertInto } from '../../testing/fixtures.ts';

const CHART = '/api/v1/embed/company-data-valuation-chart/';
const WIDGETS = [CHART, '/api/v1/embed/company-data-valuation-table/', '/api/v1/embed/company-data-summary/'];

describe.each(engines)('company embeds on %s', (engine) => {
  let api: TestApi;
  let id: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    id = await insertCompany(
      api.db,
      { domain: 'acme.com', slug: 'acme', name: 'Acme "&" <b>Sons</b>', description: 'Makes anvils.' },
      ['acme.org'],
    );
    await insertCompany(api.db, { domain: 'bare.com', slug: 'bare', name: 'Bare' });
    await insertInto(api.db, 'company_financials', {
      company_id: id,
      name: 'latest_estimated_valuation',
      value: 95_000_000_000,
      date: '2025-02-27',
    });
    await api.db('datasets').insert({
      id: '0d1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11',
      company_id: id,
      name: 'Acme: Valuation ($B)',
      x_label: 'Date',
      y_label: 'Valuation',
      data_json: JSON.stringify([
        { x: '2023-03-15T00:00:00.000Z', y: 50_000_000_000, type: 'historical' },
        { x: '2025-02-27T00:00:00.000Z', y: 91_500_000_000, type: 'estimate' },
      ]),
      source_url: 'https://www.acme.com/newsroom',
      status: 'Active',
      data_type: 'Valuation',
      metric: 'USD',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
      content_hash: '',
    });
  });
  afterAll(() => api.close());

  const srcOf = (html: string) => /src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
  const open = (src: string) => request(api.url).get(src.replace(PUBLIC_URL, ''));

  it.each(WIDGETS)('%s returns one iframe without script, whose page needs no key', async (widget) => {
    const { body } = await api.get(`${widget}?company_domain=acme.org&theme=dark`);
    const html = body.data.embed_html as string;
    expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
    expect(html).toContain('width="600" height="840"');
    expect(html).toContain('loading="lazy"');
    expect(html).toContain('title="Acme &#34;&#38;&#34; &#60;b&#62;Sons');
    const src = srcOf(html);
    expect(src.startsWith(`${PUBLIC_URL}/embeds/`)).toBe(true);
    const page = await open(src);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('<template shadowroot');
    expect(page.text).not.toContain('<b>Sons</b>');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.headers['set-cookie']).toBeUndefined();
    const again = await open(src).set('If-None-Match', page.headers['etag']!);
    expect(again.status).toBe(304);
  });

  it.each([
    [CHART, '', ': valuation chart'],
    [CHART, '&locale=de', 'Bewertung von '],
    [CHART, '&locale=ja', 'の企業評価額'],
  ])('has a title in the language of its page: %s%s', async (widget, query, words) => {
    const { body } = await api.get(`${widget}?company_slug=acme${query}`);
    expect(/ title="([^"]*)"/.exec(body.data.embed_html)![1]).toContain(words);
  });

  it('shows every value of the series, and its source, without script', async () => {
    const { body } = await api.get(`${CHART}?company_slug=acme`);
    const { text } = await open(srcOf(body.data.embed_html));
    for (const shown of ['$50B', '$91.5B', 'https://www.acme.com/newsroom', 'acme.com']) {
      expect(text).toContain(shown);
    }
    expect(text).toMatch(/Data as of .{0,80}<time datetime="2025-02-27">/);
  });

  it('prefers the id to the slug, and the slug to the domain [R-EMBED-05]', async () => {
    const both = await api.get(`${CHART}?company_id=${id}&company_slug=nobody&company_domain=nobody.com`);
    expect(srcOf(both.body.data.embed_html)).toContain('/acme/');
    const slug = await api.get(`${CHART}?company_slug=bare&company_domain=acme.com`);
    expect(srcOf(slug.body.data.embed_html)).toContain('/bare/');
  });

  it('accepts a size in pixels, and draws a company without data [R-EMBED-08]', async () => {
    const { body } = await api.get(`${CHART}?company_slug=bare&width=320&height=400`);
    expect(body.data.embed_html).toContain('width="320" height="400"');
    expect((await open(srcOf(body.data.embed_html))).status).toBe(200);
  });

  it.each([
    ['', 400, 'Either company_slug, company_domain, or company_id parameter is required'],
    ...['?company_domain=', '?company_id=', '?company_slug=%20', '?company_domain=&company_slug='].map(
      (blank): [string, number, string] => [
        blank,
        400,
        'Either company_slug, company_domain, or company_id parameter is required',
      ],
    ),
    ['?company_slug=nobody', 404, 'Company not found for slug: nobody'],
    ['?company_domain=nobody.com', 404, 'Company not found for domain: nobody.com'],
    ['?company_id=99', 404, 'Company not found for id: 99'],
    ['?company_slug=acme&height=0', 400, 'height: must be at least 1'],
    ['?company_slug=acme&width=4001', 400, 'width: must be at most 4000'],
    ['?company_slug=acme&hieght=4', 400, 'hieght: is unknown; did you mean height?'],
  ])('answers %s with %i in the failed form', async (query, status, message) => {
    for (const widget of WIDGETS) {
      const response = await api.get(widget + query);
      expect(response.status).toBe(status);
      expect(response.body).toEqual({ status: 'failed', message });
    }
  });

  it('returns a plain 404 page for an invalid signature', async () => {
    const src = srcOf((await api.get(`${CHART}?company_slug=acme`)).body.data.embed_html);
    const addresses = [
      src.replace('/acme/', '/bare/'),
      src.replace('valuation-chart', 'valuation-table'),
      src.replace('/-/', '/theme=dark/'),
      src.slice(0, -1),
      src.replace('/k1.', '/k2.'),
      `${PUBLIC_URL}/embeds/valuation-chart/acme/-/k1.aaaaaaaaaaaaaaaaaaaaaa`,
    ];
    for (const address of addresses) {
      const page = await open(address);
      expect([address, page.status, page.type]).toEqual([address, 404, 'text/html']);
      expect(page.text).not.toMatch(/acme|Acme|signature|key/);
    }
  });

  it('rejects addresses signed with a revoked key', async () => {
    const src = srcOf((await api.get(`${CHART}?company_slug=acme`)).body.data.embed_html);
    await api.db('signing_keys').insert({
      id: 'k2',
      secret: 'another secret that is long enough',
      created_at: '2999-01-01T00:00:00.000Z',
      revoked_at: null,
    });
    expect((await open(src)).status).toBe(200);
    await api.db('signing_keys').where({ id: 'k1' }).update({ revoked_at: '2026-01-01T00:00:00.000Z' });
    expect((await open(src)).status).toBe(404);
    expect(srcOf((await api.get(`${CHART}?company_slug=acme`)).body.data.embed_html)).toContain('/k2.');
  });
});
