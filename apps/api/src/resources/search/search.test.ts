import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SearchDocument } from '@dossier/search';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { startTestApi, type TestApi } from '../../testing/api.ts';

const SEARCH = '/api/v1/search/';
const entry = (
  type: SearchDocument['type'],
  id: string,
  fields: Partial<SearchDocument> = {},
): SearchDocument => ({
  type,
  id,
  title: `Payments ${id}`,
  excerpt: '',
  url: type === 'document' ? `/research/${id}` : `/${id}`,
  date: '2026-01-13T00:00:00.000Z',
  passages: [],
  ...fields,
});

describe.each(engines)('search on %s with FTS5', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const day = (i: number) => `2026-01-${String(10 + i)}T10:00:00.000Z`;
    await api.search.put([
      ...Array.from({ length: 12 }, (_, i) => entry('document', `report-${i}`, { date: day(i) })),
      entry('company', 'acme', {
        title: 'Acme payments',
        passages: [{ title: 'About', text: 'Pays & <b>bills</b>.' }],
      }),
      entry('filing', '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11', { title: 'Annual report on payments' }),
    ]);
  });
  afterAll(() => api.close());

  const search = async (body: object) => (await api.send('post', SEARCH, body)).body;
  const idsOf = (body: { results: { document_id: string }[] }) => body.results.map((r) => r.document_id);

  it('returns the first ten results by default [R-SEARCH-02 R-SEARCH-04]', async () => {
    const body = await search({ query: 'payments' });
    expect(body).toMatchObject({ query: 'payments', total_results: 14, page: 0, per_page: 10 });
    expect(body.results).toHaveLength(10);
    expect(idsOf(await search({ query: 'payments', limit: 10, offset: 0 }))).toEqual(idsOf(body));
  });

  it('searches documents and explore, documents first [R-SEARCH-06 R-SEARCH-07 R-SEARCH-11 R-SEARCH-13]', async () => {
    const { results } = await search({ query: 'payments', limit: 50 });
    const types = results.map((result: { type: string }) => result.type);
    expect(types.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 'document'));
    expect(types.slice(12).sort()).toEqual(['company', 'filing']);
    for (const { url } of results) expect(url).toMatch(/^\/[^/]/);
  });

  it('returns floor(offset / limit) as the page, and the limit as per_page [R-SEARCH-18]', async () => {
    const pages: number[] = [];
    for (const offset of [0, 4, 5, 9, 13, 100])
      pages.push((await search({ query: 'payments', limit: 5, offset })).page);
    expect(pages).toEqual([0, 0, 1, 1, 2, 20]);
    expect(await search({ query: 'payments', limit: 5, offset: 100 })).toMatchObject({
      total_results: 14,
      per_page: 5,
      results: [],
    });
  });

  it('rejects a limit above 50 [R-SEARCH-03]', async () => {
    expect((await api.send('post', SEARCH, { query: 'payments', limit: 50 })).status).toBe(200);
    const over = await api.send('post', SEARCH, { query: 'payments', limit: 51 });
    expect([over.status, over.body.error]).toEqual([400, 'limit: must be at most 50']);
  });

  it.each([
    [{ date_gte: '2026-01-12', date_lte: '2026-01-12' }, ['report-2']],
    [{ date_gte: '2026-01-12T10:00:00Z', date_lte: '2026-01-12T10:00:00Z' }, ['report-2']],
    [{ date_gte: '2026-01-12T10:00:01Z', date_lte: '2026-01-12' }, []],
    [{ date_gte: '2026-01-21' }, ['report-11']],
    [{ date_lte: '2026-01-10T12:00:00+02:00' }, ['report-0']],
  ])('limits the dates of results with %j, both bounds inclusive [R-SEARCH-05]', async (bounds, expected) => {
    expect(idsOf(await search({ query: 'payments', ...bounds }))).toEqual(expected);
  });

  it('accepts JSON, form-encoded and multipart bodies alike [R-SEARCH-01]', async () => {
    const json = await search({ query: 'payments', limit: 3, offset: 1 });
    const form = await api.send('post', SEARCH, { query: 'payments', limit: 3, offset: 1 }, 'form');
    const multipart = await request(api.url)
      .post(SEARCH)
      .set('authorization', `Token ${api.key}`)
      .field('query', 'payments')
      .field('limit', '3')
      .field('offset', '1');
    expect(json.results).toHaveLength(3);
    expect(form.body).toEqual(json);
    expect(multipart.body).toEqual(json);
  });

  it('marks the matched terms with <em>, and escapes everything else [R-SEARCH-15]', async () => {
    const [company] = (await search({ query: 'acme bills' })).results;
    expect(company.highlight).toEqual({
      title: '<em>Acme</em> payments',
      content: expect.stringContaining('&lt;b&gt;<em>bills</em>&lt;/b&gt;'),
    });
  });

  it.each([
    [{}, 'query: is required'],
    [{ query: ' ' }, 'query: must not be blank'],
    [{ query: 'payments', ofset: 1 }, 'ofset: is unknown; did you mean offset?'],
    [{ query: 'payments', offset: -1 }, 'offset: must be at least 0'],
    [{ query: 'payments', date_gte: 'soon' }, expect.stringContaining('date_gte: must be an ISO 8601')],
  ])('rejects %j with 400 [R-SEARCH-17]', async (body, message) => {
    const response = await api.send('post', SEARCH, body);
    expect([response.status, response.body.code, response.body.error]).toEqual([
      400,
      'invalid_input',
      message,
    ]);
  });
});
