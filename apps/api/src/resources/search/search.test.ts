import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SearchDocument } from '@dossier/search';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany } from '../../testing/fixtures.ts';

const SEARCH = '/api/v1/search/';
const SUGGEST = '/api/v1/search/suggest/';
const FILING = '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11';
const NEWS = '0b4e6f0a-5d6c-4f0e-9a53-3f1d6a6f8f11';
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
    const acme = await insertCompany(api.db, { domain: 'acme.com' });
    const day = (i: number) => `2026-01-${String(10 + i)}T10:00:00.000Z`;
    await api.search.put([
      ...Array.from({ length: 12 }, (_, i) =>
        entry('document', `report-${i}`, { date: day(i), form: i < 2 ? 'interview' : 'market' }),
      ),
      entry('company', 'acme', {
        title: 'Acme payments',
        companies: [acme],
        suggest: ['Acme payments', 'ACM'],
        passages: [{ title: 'About', text: 'Pays & <b>bills</b>.' }],
      }),
      entry('filing', FILING, { title: 'Annual report on payments', form: '10-K', companies: [acme] }),
      entry('news', NEWS, {
        ...{ title: 'Acme opens a bank', excerpt: 'It sells payments.', url: `/news/${NEWS}` },
        companies: [acme],
        passages: [{ title: '', text: 'It sells payments.' }],
      }),
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
    [{ types: ['company', 'filing'] }, ['acme', FILING]],
    [{ types: 'company' }, ['acme']],
    [{ company_domain: 'acme.com' }, ['acme', FILING]],
    [{ company_domain: 'acme.com', types: 'document' }, []],
    [{ filing_type: '10-k' }, [FILING]],
    [{ filing_type: '10K' }, [FILING]],
    [{ filing_type: 'form 10 k, 10-Q' }, [FILING]],
    [{ filing_type: '10K/A' }, []],
    [{ document_type: ['interview'] }, ['report-1', 'report-0']],
    [{ document_type: 'interview', types: 'document,company' }, ['report-1', 'report-0', 'acme']],
    [{ document_type: 'interview', date_lte: '2026-01-10' }, ['report-0']],
  ])('restricts results with %j', async (filter, expected) => {
    const body = await search({ query: 'payments', ...filter });
    expect([body.total_results, idsOf(body).sort()]).toEqual([expected.length, expected.toSorted()]);
  });

  it('counts results by type on request, and otherwise returns the fields of the specification', async () => {
    const plain = await search({ query: 'payments', limit: 1 });
    expect(Object.keys(plain)).toEqual(['query', 'total_results', 'page', 'per_page', 'results']);
    const text = async (body: object) => (await api.send('post', SEARCH, body)).text;
    expect(await text({ query: 'payments', limit: 1, facets: false })).toBe(
      await text({ query: 'payments', limit: 1 }),
    );
    const counted = await search({ query: 'payments', limit: 1, facets: true });
    const partial = { document: 0, company: 0, filing: 0 };
    expect(counted).toEqual({ ...plain, meta: { types: { document: 12, company: 1, filing: 1 }, partial } });
    const filtered = await search({ query: 'payments', facets: 'true', company_domain: 'acme.com' });
    expect(filtered.meta).toEqual({ types: { document: 0, company: 1, filing: 1 }, partial });
    const relaxed = await search({ query: 'payments nowhere', facets: true, company_domain: 'acme.com' });
    expect(relaxed.meta).toEqual({ types: filtered.meta.types, partial: filtered.meta.types });
  });

  it('finds news only if types names it, with the members of a result, and counts it [R-SEARCH-19]', async () => {
    const found = await search({ query: 'payments', types: ['news'], facets: true });
    expect(found).toEqual({
      ...{ query: 'payments', total_results: 1, page: 0, per_page: 10 },
      results: [
        {
          ...{ document_id: NEWS, type: 'news', title: 'Acme opens a bank', excerpt: 'It sells payments.' },
          ...{ url: `/news/${NEWS}`, date: '2026-01-13T00:00:00+00:00' },
          highlight: { title: 'Acme opens a bank', content: 'It sells <em>payments</em>.' },
        },
      ],
      meta: {
        types: { document: 0, company: 0, filing: 0, news: 1 },
        partial: { document: 0, company: 0, filing: 0, news: 0 },
      },
    });
    const all = await search({ query: 'payments', types: 'news,filing,document,company', limit: 50 });
    expect([all.total_results, idsOf(all).at(-1)]).toEqual([15, NEWS]);
    const ofAcme = { query: 'payments', types: 'news', company_domain: 'acme.com' };
    expect(idsOf(await search(ofAcme))).toEqual([NEWS]);
    expect(idsOf(await search({ ...ofAcme, date_gte: '2026-01-14' }))).toEqual([]);
  });

  it.each([
    [{ types: ['event'] }, 400, '"event" must be document, company, filing or news'],
    [{ types: [] }, 400, 'types: must name at least one value'],
    [{ document_type: 'memo' }, 400, '"memo" must be market, company or interview'],
    [{ types: 'company', filing_type: '10-K' }, 400, 'filing_type: needs filing in types. Add it to types'],
    [{ facets: 'yes' }, 400, 'facets: must be true, false, 1 or 0'],
    [{ company_domain: 'https://acme.com/' }, 400, 'company_domain: must be a bare domain'],
  ])('rejects the filter %j', async (filter, status, message) => {
    const response = await api.send('post', SEARCH, { query: 'payments', ...filter });
    expect([response.status, response.body.error]).toEqual([status, expect.stringContaining(message)]);
  });

  it('returns 404 for a filter by an unknown company', async () => {
    const response = await api.send('post', SEARCH, { query: 'payments', company_domain: 'nobody.com' });
    expect([response.status, response.body]).toEqual([404, 'Company not found for domain: nobody.com']);
  });

  it('suggests what begins as typed', async () => {
    const { body, headers } = await api.get(`${SUGGEST}?q=acm`);
    expect(body).toEqual({
      query: 'acm',
      suggestions: [{ type: 'company', slug: 'acme', title: 'Acme payments', match: 'ACM', url: '/acme' }],
    });
    expect(headers['cache-control']).toBe('private');
    expect((await api.get(`${SUGGEST}?q=nothing`)).body.suggestions).toEqual([]);
  });

  it.each([
    ['', 'q: is required'],
    ['?q=%20', 'q: must not be blank'],
    [`?q=${'x'.repeat(201)}`, 'q: must be at most 200 characters'],
    ['?q=a&limit=11', 'limit: must be at most 10'],
    ['?q=a&limit=0', 'limit: must be at least 1'],
    ['?query=a', 'query: is unknown'],
  ])('rejects suggestions for %s with 400', async (parameters, message) => {
    const { status, body } = await api.get(`${SUGGEST}${parameters}`);
    expect([status, body.code, body.error]).toEqual([400, 'invalid_input', expect.stringContaining(message)]);
  });

  it('requires a key for suggestions', async () => {
    expect((await request(api.url).get(`${SUGGEST}?q=a`)).status).toBe(401);
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
