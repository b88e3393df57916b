import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset } from '../../testing/fixtures.ts';

const EMBED = '/api/v1/embed/company-data-';

describe('the CSV, JSON, SVG and PNG forms of an embed', () => {
  let api: TestApi;
  let charted: number;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const company_id = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme', name: '=Acme' });
    await insertDataset(api.db, { company_id, data_type: 'Valuation', source_url: 'https://a.example/x' });
    charted = (await insertDataset(api.db, { company_id, name: '@Acme: revenue' })).dataset_id;
  });
  afterAll(() => api.close());

  const srcOf = (body: { data: { embed_html: string } }) =>
    /src="([^"]+)"/.exec(body.data.embed_html)![1]!.replaceAll('&#38;', '&');
  const srcOfCompany = async (kind: string, query = '') =>
    srcOf((await api.get(`${EMBED}${kind}?company_slug=acme${query}`)).body);
  const srcOfChart = async () =>
    srcOf((await api.send('put', '/api/v1/embed/charts/', { data: [{ dataset_id: charted }] })).body);
  const open = (src: string) => request(api.url).get(src.replace(PUBLIC_URL, ''));

  const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

  it.each(['valuation-chart', 'valuation-table', 'summary', 'chart'])(
    'are linked from the page of a %s if they exist',
    async (kind) => {
      const src = kind === 'chart' ? await srcOfChart() : await srcOfCompany(kind);
      const { text } = await open(src);
      const forms = {
        'valuation-chart': ['csv', 'json', 'svg', 'png'],
        'valuation-table': ['csv', 'json', 'svg', 'png'],
        summary: ['json', 'svg', 'png'],
        chart: ['csv', 'json', 'svg', 'png'],
      }[kind]!;
      for (const form of ['csv', 'json', 'svg', 'png']) {
        expect([form, text.includes(`href="${src}.${form}"`)]).toEqual([form, forms.includes(form)]);
        const answer = await open(`${src}.${form}`);
        expect([form, answer.status]).toEqual([form, forms.includes(form) ? 200 : 404]);
        if (answer.status === 404) continue;
        expect(answer.headers['cache-control']).toBe('public, max-age=3600, stale-while-revalidate=86400');
        expect(answer.headers['access-control-allow-origin']).toBe('*');
        const again = await open(`${src}.${form}`).set('If-None-Match', answer.headers['etag']!);
        expect(again.status).toBe(304);
      }
    },
  );

  it('contain the data that the web component reads', async () => {
    const { body, type } = await open(`${await srcOfCompany('valuation-chart')}.json`);
    expect(type).toBe('application/json');
    expect(body).toMatchObject({
      kind: 'valuation-chart',
      title: '=Acme valuation',
      data: { currency: 'USD', points: [{ date: '2024-12-31', value: 1_000_000, estimate: false }, {}] },
    });
  });

  it('contain no values that spreadsheets evaluate as formulas', async () => {
    const answer = await open(`${await srcOfChart()}.csv`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="values\.csv"; filename\*=/);
    expect(answer.text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffdate,dataset,value,unit,kind,source,source_url',
      `2024-12-31,"'@Acme: revenue",1000000,USD,reported,,`,
    ]);
  });

  it('include a standalone SVG in the colours of the page', async () => {
    const answer = await open(`${await srcOfCompany('valuation-chart', '&background=101820')}.svg`);
    expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    const text = (answer.body as Buffer).toString();
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="800"/);
    expect(text).toContain('.paper{fill:#101820}');
    expect(text).not.toMatch(/var\(|light-dark|<script|href|url\(/);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it.each(['valuation-chart', 'valuation-table', 'summary', 'chart'])(
    'include a PNG of a %s in three sizes, each drawn once',
    async (kind) => {
      const src = kind === 'chart' ? await srcOfChart() : await srcOfCompany(kind);
      const [png, small, social] = [
        await open(`${src}.png`),
        await open(`${src}.small.png`),
        await open(`${src}.social.png`),
      ];
      for (const { headers } of [png, small, social]) expect(headers['content-type']).toBe('image/png');
      expect(sizeOf(png.body as Buffer).width).toBe(1600);
      expect(sizeOf(small.body as Buffer).width).toBe(800);
      expect(sizeOf(social.body as Buffer)).toEqual({ width: 1200, height: 630 });
      const again = await open(`${src}.png`).set('If-None-Match', png.headers['etag']!);
      expect(again.status).toBe(304);
    },
  );

  it('include a PDF of one page with the title and the description', async () => {
    const src = await srcOfCompany('valuation-chart');
    const { headers, body } = await open(`${src}.pdf`);
    expect(headers['content-type']).toBe('application/pdf');
    const file = (body as Buffer).toString('latin1');
    expect(file).toContain('(=Acme valuation)');
    expect(file).toContain('/Alt (Line chart. =Acme valuation: from');
    expect(file).not.toMatch(/\/JavaScript|\/URI|\/Launch/);
  });

  it('describe themselves to programs that show previews of links, unless they are bound to origins', async () => {
    const src = await srcOfCompany('valuation-chart', '&theme=dark');
    const { text } = await open(src);
    for (const tag of [
      '<meta name="description" content="Line chart. =Acme valuation: from $1M on Dec 31, 2024 to $2M (estimate) on Dec 31, 2025',
      `<link rel="canonical" href="${src}">`,
      `<link rel="icon" href="${PUBLIC_URL}/embeds/icon.svg">`,
      '<meta property="og:title" content="=Acme valuation">',
      `<meta property="og:url" content="${src}">`,
      `<meta property="og:image" content="${src}.social.png">`,
      '<meta property="og:image:width" content="1200">',
      '<meta name="twitter:card" content="summary_large_image">',
    ]) {
      expect(text).toContain(tag);
    }
    expect((await open(`${PUBLIC_URL}/embeds/icon.svg`)).type).toBe('image/svg+xml');
    const bound = await srcOfCompany('valuation-chart', '&origins=https://news.example');
    expect((await open(bound)).text).not.toMatch(/og:image|summary_large_image/);
  });

  it('apply the pinned day and the origins of the URL', async () => {
    const src = await srcOfCompany('valuation-table', '&as_of=2025-01-01&origins=https://news.example');
    const answer = await open(`${src}.csv`);
    expect(answer.text.trim().split('\r\n')).toHaveLength(2);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('can be read only by pages of the allowed origins', async () => {
    const origins = 'https://news.example,https://*.b.example,http://localhost:3000';
    const src = await srcOfCompany('valuation-chart', `&origins=${origins}`);
    const reader = async (form: string, origin?: string) => {
      const asked = open(`${src}.${form}`);
      const { status, headers } = await (origin === undefined ? asked : asked.set('Origin', origin));
      expect([status, headers['vary']]).toEqual([
        200,
        expect.stringMatching(/^Origin\b.*\bAccept-Encoding\b/),
      ]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      return headers['access-control-allow-origin'];
    };
    for (const form of ['json', 'csv', 'svg', 'png', 'small.png', 'social.png']) {
      for (const origin of ['https://news.example', 'https://a.b.example', 'http://localhost:3000']) {
        expect(await reader(form, origin)).toBe(origin);
      }
      for (const origin of [
        undefined,
        'null',
        'https://other.example',
        'http://news.example',
        'https://news.example:8443',
        'https://news.example.evil.example',
        'https://b.example',
        'https://evilb.example',
        'http://a.b.example',
        'https://x/.b.example',
      ]) {
        expect([origin, await reader(form, origin)]).toEqual([origin, undefined]);
      }
    }
    const all = await open(`${await srcOfCompany('summary')}.json`).set('Origin', 'https://other.example');
    expect(all.headers['access-control-allow-origin']).toBe('*');
    expect(all.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(all.headers['vary']).not.toMatch(/origin/i);
  });

  it('return 404 for an invalid signature', async () => {
    const src = await srcOfCompany('valuation-chart');
    for (const form of ['csv', 'json', 'svg', 'png', 'small.png', 'social.png', 'cite', 'html', 'csv.csv']) {
      const answer = await open(`${src.replace('/acme/', '/bare/')}.${form}`);
      expect([answer.status, answer.type]).toEqual([404, 'text/html']);
      if (['html', 'csv.csv'].includes(form)) expect((await open(`${src}.${form}`)).status).toBe(404);
    }
  });
});
