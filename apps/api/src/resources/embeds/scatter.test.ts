import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { srcOf } from '../../testing/embed-site.ts';
import { deleteFrom, insertCompany } from '../../testing/fixtures.ts';

/** The colour of a dot that is not grey. */
const LINE = 'light-dark(#1b5e9e,#7ab6f2)';

describe.each(engines)('a scatter plot on %s', (engine) => {
  let api: TestApi;
  const figure = (name: string, value: number, date: string) => ({ name, value, date });
  beforeAll(async () => {
    api = await startTestApi(engine);
    const figures = {
      acme: [
        figure('latest_estimated_valuation', 9e9, '2024-06-30'),
        figure('total_estimated_funding', 2e9, '2023-05-01'),
      ],
      bolt: [
        figure('latest_estimated_valuation', 1e8, '2022-06-30'),
        figure('total_estimated_funding', 3e7, '2022-06-30'),
        figure('latest_estimated_revenue', 5e6, '2025-12-31'),
      ],
      crane: [figure('total_estimated_funding', 4e7, '2022-06-30')],
    };
    for (const [slug, rows] of Object.entries(figures)) {
      const company_id = await insertCompany(api.db, { domain: `${slug}.com`, slug, name: slug });
      for (const row of rows)
        await api.db('company_financials').insert({ company_id, ...row, source_url: null });
    }
  });
  afterAll(() => api.close());

  const get = (query: string, slugs = 'acme,bolt,crane') =>
    request(api.url)
      .get(`/api/v1/embed/company-data-scatter/?company_slugs=${slugs}${query}`)
      .set('Authorization', `Token ${api.key}`);
  async function read(query: string, slugs?: string) {
    const path = srcOf((await get(query, slugs)).body.data.embed_html).replace(PUBLIC_URL, '');
    return { path, data: (await request(api.url).get(`${path}.json`)).body.data };
  }

  it('shows companies with both values with the day of each, and names the others', async () => {
    const { path, data } = await read('');
    expect(data).toMatchObject({
      x: { name: 'Total funding', unit: 'USD' },
      y: { name: 'Valuation', unit: 'USD' },
      dots: [
        { label: 'acme', x: { value: 2e9, date: '2023-05-01', estimate: true }, y: { value: 9e9 } },
        { label: 'bolt', x: { value: 3e7, date: '2022-06-30' }, y: { value: 1e8 } },
      ],
      leftOut: ['crane'],
      // Bolt's newer revenue is not shown.
      asOf: '2024-06-30',
    });
    const page = (await request(api.url).get(path)).text;
    for (const text of ['Valuation and total funding', 'Logarithmic scale', 'Hollow: estimate'])
      expect(page).toContain(text);
    expect(page).toContain('Total funding: $2B (est.), May 1, 2023');
    const csv = (await request(api.url).get(`${path}.csv`)).text;
    expect(csv).toContain('acme,2023-05-01,Total funding,2000000000,USD,estimate');
  });

  it('shows the measures that a request chooses, in its language, one company highlighted', async () => {
    const { data } = await read('&x=revenue&locale=de&highlight=bolt');
    expect(data).toMatchObject({
      x: { name: 'Umsatz' },
      y: { name: 'Bewertung' },
      dots: [{ label: 'bolt', x: { value: 5e6 }, quiet: false }],
      leftOut: ['acme', 'crane'],
      asOf: '2025-12-31',
    });
  });

  it('leaves out companies whose values are later than the pinned day', async () => {
    const { path, data } = await read('&as_of=2023-12-31&highlight=acme');
    expect(data.dots.map(({ label }: { label: string }) => label)).toEqual(['bolt']);
    expect(data.leftOut).toEqual(['crane', 'acme']);
    expect([data.asOf, data.until]).toEqual(['2022-06-30', '2023-12-31']);
    const page = (await request(api.url).get(path)).text;
    expect(page).not.toContain('Highlighted');
    expect(page).toContain(LINE);
  });

  it('highlights a company by the slug of one that was merged into it', async () => {
    const { id } = await api.db('companies').where({ slug: 'acme' }).first<{ id: number }>('id');
    const merged_id = await insertCompany(api.db, { domain: 'twin.com', slug: 'twin', name: 'Twin' });
    const { path } = await read('&highlight=twin', 'twin,acme,bolt');
    await deleteFrom(api.db, 'companies', { id: merged_id });
    const since = '2026-01-01T00:00:00.000Z';
    await api.db('company_aliases').insert({ kind: 'slug', name: 'twin', company_id: id, merged_id, since });
    const { data } = (await request(api.url).get(`${path}.json`)).body;
    expect(data.dots).toMatchObject([
      { label: 'acme', quiet: false },
      { label: 'bolt', quiet: true },
    ]);
  });

  it('rejects the same measure on both axes', async () => {
    const { status, body } = await get('&x=valuation');
    expect([status, body.message]).toEqual([400, 'x: must differ from y']);
  });
});
