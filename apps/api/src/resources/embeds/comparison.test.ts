import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApi, PUBLIC_URL, type TestApi } from '../../testing/api.ts';
import { srcOf } from '../../testing/embed-site.ts';
import { deleteFrom, insertCompany, insertDataset } from '../../testing/fixtures.ts';

const point = (x: string, y: number) => ({ x: `${x}T00:00:00.000Z`, y, type: 'historical' });

describe('embeds of several companies', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const companies = [
      ['acme', 'Acme', 'USD', [point('2023-01-31', 1e9), point('2024-06-30', 2e9)]],
      ['bolt', 'Bolt', 'USD', [point('2022-05-31', 4e9)]],
      ['werke', 'Werke', 'CHF', [point('2024-01-01', 3e9)]],
      ['empty', 'Empty', 'USD', []],
    ] as const;
    for (const [slug, name, metric, values] of companies) {
      const company_id = await insertCompany(api.db, { domain: `${slug}.com`, slug, name });
      const data_json = JSON.stringify(values);
      await insertDataset(api.db, { company_id, data_type: 'Valuation', metric, data_json });
    }
  });
  afterAll(() => api.close());

  const embed = async (widget: string, query: string) => {
    const { body } = await api.get(`/api/v1/embed/company-data-${widget}?${query}`);
    return srcOf(body.data.embed_html).replace(PUBLIC_URL, '');
  };
  const page = async (path: string) => (await request(api.url).get(path)).text.replaceAll(/<!--.*?-->/gs, '');

  it('ranks companies by their latest value, and names those in another currency', async () => {
    const path = await embed('ranking', 'company_slugs=acme,bolt,werke,empty');
    const html = await page(path);
    expect(html.indexOf('<bdi>Bolt')).toBeLessThan(html.indexOf('<bdi>Acme'));
    expect(html).toContain('Not shown: Werke (Swiss francs)');
    const { body } = await request(api.url).get(`${path}.json`);
    expect(body.data.companies.map((one: { company: { slug: string } }) => one.company.slug)).toEqual([
      'acme',
      'bolt',
      'empty',
    ]);
  });

  it('highlights one company, and ranks the first ones only', async () => {
    const lines = await embed('comparison', 'company_slugs=acme,bolt&highlight=bolt');
    const { body } = await request(api.url).get(`${lines}.json`);
    expect(body.data.series).toMatchObject([
      { name: 'Acme', quiet: true },
      { name: 'Bolt', quiet: false },
    ]);
    const wrong = '/api/v1/embed/company-data-comparison?company_slugs=acme,bolt&highlight=werke';
    expect((await api.get(wrong)).status).toBe(400);
    const ranking = await embed('ranking', 'company_slugs=acme,bolt,werke,empty&top=1');
    const html = await page(ranking);
    expect(html).toContain('<bdi>Bolt');
    expect(html).not.toContain('<bdi>Acme');
    const { text } = await request(api.url).get(`${ranking}.csv`);
    expect(text).not.toContain('Acme');
  });

  it('begins the axis near the least value, and adds a line to each company of a ranking, on request', async () => {
    const lines = await embed('comparison', 'company_slugs=acme,bolt&baseline=data');
    expect(lines).toContain('/baseline=data/');
    expect((await request(api.url).get(`${lines}.json`)).body.data).toMatchObject({ baseline: 'data' });
    expect(await page(lines)).toContain('The axis does not begin at zero');
    const both = 'company-data-comparison?company_slugs=acme,bolt&baseline=data&scale=log';
    const { status, body } = await api.get(`/api/v1/embed/${both}`);
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('baseline: must be zero if scale is log'),
    ]);
    const ranking = await embed('ranking', 'company_slugs=acme,bolt&sparklines=yes');
    expect(ranking).toContain('/sparklines=yes/');
    expect((await page(ranking)).match(/class="spark"/g)).toHaveLength(2);
    const plain = await embed('ranking', 'company_slugs=acme,bolt&sparklines=no');
    expect(await page(plain)).not.toContain('class="spark"');
    for (const query of ['ranking?sparklines=maybe', 'comparison?baseline=one', 'ranking?baseline=data'])
      expect((await api.get(`/api/v1/embed/company-data-${query}&company_slugs=acme,bolt`)).status).toBe(400);
  });

  it('draws the same companies as lines and as small multiples, in the language of the address', async () => {
    const lines = await page(await embed('comparison', 'company_domains=acme.com,bolt.com&locale=de'));
    expect(lines).toContain('<html lang="de"');
    expect(lines).toContain('Bewertungen im Vergleich');
    const multiples = await page(await embed('multiples', 'company_slugs=acme,bolt&as_of=2023-12-31'));
    // The axis has other values.
    const values = [...multiples.matchAll(/<span data-t="value">([^<]*)</g)].map(([, value]) => value);
    expect(values).toEqual(['$1B', '$4B']);
  });

  it('begins on a day with the values that apply on it', async () => {
    const path = await embed('comparison', 'company_slugs=acme,bolt&from=2024-01-01');
    const { body } = await request(api.url).get(`${path}.json`);
    const series = body.data.series as { points: { date: string; value: number }[]; since: string }[];
    expect(series.map(({ points, since }) => [points[0], since])).toMatchObject([
      [{ date: '2024-01-01', value: 1e9 }, '2023-01-31'],
      [{ date: '2024-01-01', value: 4e9 }, '2022-05-31'],
    ]);
    expect((await request(api.url).get(`${path}.csv`)).text).toMatch(/\n2022-05-31,Bolt,4000000000,/);
  });

  it('leaves out a company that was deleted', async () => {
    const company_id = await insertCompany(api.db, { domain: 'gone.com', slug: 'gone', name: 'Gone' });
    const path = await embed('ranking', 'company_slugs=acme,gone');
    await deleteFrom(api.db, 'companies', { id: company_id });
    expect((await request(api.url).get(path)).status).toBe(200);
  });

  it('shows a company once that another one was merged into', async () => {
    const { id } = await api.db('companies').where({ slug: 'acme' }).first<{ id: number }>('id');
    const merged_id = await insertCompany(api.db, { domain: 'twin.com', slug: 'twin', name: 'Twin' });
    const path = await embed('ranking', 'company_slugs=acme,twin,bolt');
    await deleteFrom(api.db, 'companies', { id: merged_id });
    const since = '2026-01-01T00:00:00.000Z';
    await api.db('company_aliases').insert({ kind: 'slug', name: 'twin', company_id: id, merged_id, since });
    const { body } = await request(api.url).get(`${path}.json`);
    expect(body.data.companies).toHaveLength(2);
  });

  it.each([
    ['ranking', 'company_slugs=acme,bolt'],
    ['multiples', 'company_slugs=acme,bolt'],
    ['card', 'company_slug=acme'],
    ['sparkline', 'company_slug=acme'],
  ])('has pictures, and announces one: %s', async (widget, query) => {
    const path = await embed(widget, query);
    expect(await page(path)).toContain(`${path}.social.png"`);
    const svg = await request(api.url).get(`${path}.svg`);
    expect([svg.status, svg.type]).toEqual([200, 'image/svg+xml']);
    expect(String(svg.body)).toContain('$2B');
    for (const form of ['png', 'social.png']) {
      const answer = await request(api.url).get(`${path}.${form}`);
      expect([form, answer.status, answer.type]).toEqual([form, 200, 'image/png']);
    }
  });

  it.each([
    ['company_slugs=acme', 400, 'must name 2 to 10 companies'],
    ['company_slugs=acme,acme', 400, 'must name 2 to 10 companies'],
    ['company_slugs=acme,unknown', 404, 'unknown'],
    ['', 400, 'company'],
    ['company_slugs=a,b,c,d,e,f,g,h,i,j,k', 400, 'at most 10'],
    ['company_slugs=acme,bolt&locale=xx', 400, 'locale'],
  ])('rejects %s', async (query, status, part) => {
    const response = await api.get(`/api/v1/embed/company-data-ranking?${query}`);
    expect([response.status, JSON.stringify(response.body)]).toEqual([status, expect.stringContaining(part)]);
  });
});
