import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import { insertCompany, insertDocument, insertEvent, insertMetric, insertNews } from '../testing/fixtures.ts';
import { insertOneOfEach } from '../testing/one-of-each.ts';
import request from 'supertest';

const WIDGETS = {
  table: '/api/v1/embed/company-data-valuation-table/',
  chart: '/api/v1/embed/company-data-valuation-chart/',
  summary: '/api/v1/embed/company-data-summary/',
};

describe.each(engines)('the parameters of the specification on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    ({ acme } = await insertOneOfEach(api));
    for (let i = 0; i < 60; i++) {
      await insertNews(api.db, { company_id: acme });
      await insertMetric(api.db, { company_id: acme });
    }
  });
  afterAll(() => api.close());

  const get = (path: string) => api.get(`/api/v1/${path}`);

  it.each([
    ['company_domain=acme.com&id=1', 'company_domain and id'],
    ['company_domain=acme.com&company_slug=acme', 'company_domain and company_slug'],
    ['id=1&company_slug=acme', 'id and company_slug'],
  ])('requires exactly one company identifier and rejects %s [R-COMPANY-06]', async (query, words) => {
    const { status, body } = await get(`companies/?${query}`);
    expect([status, body.error]).toEqual([400, expect.stringContaining(words)]);
  });

  it.each(['company_domain=acme.com', 'id=1', 'company_slug=acme'])(
    'rejects mode=sync together with %s [R-COMPANY-07]',
    async (identifier) => {
      const { status, body } = await get(`companies/?mode=sync&updated_at_gte=2026-01-01&${identifier}`);
      expect([status, body.error]).toEqual([
        400,
        expect.stringContaining('cannot be combined with mode=sync'),
      ]);
    },
  );

  it.each(['mode=all', 'mode=', 'mode=SYNC'])('rejects %s [R-COMPANY-26]', async (mode) => {
    expect((await get(`companies/?${mode}`)).status).toBe(400);
  });

  it.each(['https://acme.com', 'acme.com/about', 'https%3A%2F%2Fwww.acme.com%2Fabout', 'acme.com:443'])(
    'rejects %s as a company_domain, which must be a bare domain [R-COMPANY-08]',
    async (domain) => {
      const { status, body } = await get(`companies/?company_domain=${domain}`);
      expect([status, body.error]).toEqual([400, expect.stringContaining('acme.com')]);
    },
  );

  it('returns the company type private or public [R-COMPANY-23]', async () => {
    await insertCompany(api.db, { domain: 'listed.com', slug: 'listed', type: 'public' });
    expect((await get('companies/acme/')).body.company.type).toBe('private');
    expect((await get('companies/listed/')).body.company.type).toBe('public');
  });

  it.each(['market', 'company', 'interview'] as const)(
    'returns documents of type %s [R-DOC-03]',
    async (type) => {
      await insertDocument(api.db, { slug: `a-${type}`, type });
      expect((await get(`documents/a-${type}/`)).body.type).toBe(type);
    },
  );

  it.each(['subject', 'connected'] as const)(
    'returns documents with the relation %s to a company [R-DOC-15]',
    async (relation) => {
      await insertDocument(api.db, { slug: `to-${relation}` }, [{ company_id: acme, relation }]);
      const { documents } = (await get('documents?company_domain=acme.com')).body;
      const { slug } = documents.find((each: { relation: string }) => each.relation === relation);
      const all = (await get('documents')).body.documents;
      const [company] = all.find((each: { slug: string }) => each.slug === slug).companies;
      expect(company).toEqual({ id: acme, domain: 'acme.com', relation });
    },
  );

  it.each([
    ['R-RANK-09', 'companies/rankings/?', 'limit', 100],
    ['R-NEWS-19', 'news/company/?company_id=1&', 'page_size', 50],
    ['R-DOC-21', 'documents?', 'page_size', 100],
    ['R-FILING-12', 'filings/?company_id=1&', 'page_size', 50],
    ['R-METRIC-14', 'metrics/?company_id=1&', 'page_size', 100],
    ['R-CATEGORY-06', 'categories/anvils/items/?', 'limit', 100],
    ['R-EVENT-24', 'events/?pagination=cursor&', 'page_size', 100],
  ])('[%s R-CORE-12] %s rejects a %s above %i', async (_id, path, name, max) => {
    expect((await get(`${path}${name}=${max}`)).status).toBe(200);
    const over = await get(`${path}${name}=${max + 1}`);
    expect(over.status).toBe(400);
    expect(over.text).toContain(`must be at most ${max}`);
  });

  it.each([
    ['R-RANK-08', 'companies/rankings/', (body: { meta: { limit: number } }) => body.meta.limit, 50],
    ['R-NEWS-18', 'news/company/?company_id=1', (body: { company_news: [] }) => body.company_news.length, 10],
    [
      'R-FILING-11',
      'filings/?company_id=1',
      (body: { pagination: { page_size: number } }) => body.pagination.page_size,
      10,
    ],
    ['R-METRIC-13', 'metrics/?company_id=1', (body: { metrics: [] }) => body.metrics.length, 30],
    [
      'R-CATEGORY-05',
      'categories/anvils/items/',
      (body: { pagination: { limit: number } }) => body.pagination.limit,
      20,
    ],
    [
      'R-CATEGORY-07',
      'categories/anvils/items/',
      (body: { pagination: { offset: number } }) => body.pagination.offset,
      0,
    ],
    ['R-DOC-21', 'documents', (body: { pagination: { page_size: number } }) => body.pagination.page_size, 30],
  ])('[%s] %s uses its default', async (_id, path, read, expected) => {
    expect(read((await get(path)).body as never)).toBe(expected);
  });

  it.each([
    ['R-NEWS-20', 'news/company/?company_id=1&'],
    ['R-METRIC-12', 'metrics/?company_id=1&'],
  ])('[%s] %s rejects two cursors in one request', async (_id, path) => {
    const { body } = await get(`${path}page_size=2`);
    const { next_cursor: next } = body.pagination;
    const second = await get(`${path}page_size=2&page_after=${next}`);
    const { before_cursor: before } = second.body.pagination;
    expect((await get(`${path}page_size=2&page_before=${before}`)).status).toBe(200);
    const both = await get(`${path}page_size=2&page_after=${next}&page_before=${before}`);
    expect([both.status, both.body.error]).toEqual([
      400,
      'page_after and page_before cannot be combined. Send one of them.',
    ]);
  });

  it.each(['company_domain=acme.com', 'company_id=1', 'company_domain=acme.org'])(
    'filters metrics of one company by %s [R-METRIC-09]',
    async (query) => {
      const { body } = await get(`metrics/?${query}`);
      expect(body.meta).toMatchObject({ query_type: 'single-company', companies: [{ domain: 'acme.com' }] });
      expect(body.pagination.total_items).toBe(61);
    },
  );

  it('rejects a list of categories without a filter [R-CATEGORY-03]', async () => {
    const { status, body } = await get('categories/');
    expect([status, body.error]).toEqual([400, 'Send company_domain, company_id or slug.']);
  });

  it('event_subtype is the type of the round, transaction, action or milestone [R-EVENT-05]', async () => {
    for (const { event_subtype, data } of (await get('events/')).body.events)
      expect(event_subtype).toBe(data.round_type ?? data.transaction_type ?? data.type);
  });

  it.each([
    ['stock_split', 'corporate-action'],
    ['reverse_split', 'corporate-action'],
    ['recapitalization', 'corporate-action'],
    ['ipo', 'company-milestone'],
    ['incorporation', 'company-milestone'],
    ['delisting', 'company-milestone'],
  ])(
    'returns %s as a %s in v1, and as a company-milestone in v0 [R-EVENT-18 R-EVENT-19]',
    async (subtype, type) => {
      const stored = type.replace('-', '_') as 'corporate_action' | 'company_milestone';
      const id = await insertEvent(api.db, { company_id: acme, type: stored, subtype });
      const found = async (query: string) =>
        (await get(`events/?subtypes=${subtype}&${query}`)).body.events.filter(
          (event: { data: { id: string } }) => event.data.id === id,
        );
      expect(await found(`types=${type}`)).toMatchObject([{ event_type: stored, event_subtype: subtype }]);
      expect(await found('version=v0&types=company-milestone')).toMatchObject([
        { event_type: 'company-milestone' },
      ]);
    },
  );

  it('returns null for unknown amounts of a secondary transaction [R-EVENT-15]', async () => {
    const { data } = (await get('events/?types=secondary-transaction')).body.events[0];
    expect([data.transaction_amount, data.price_per_share]).toEqual([null, null]);
  });

  it.each([
    ['R-EMBED-02', 'table'],
    ['R-EMBED-03', 'chart'],
    ['R-EMBED-04', 'summary'],
  ] as const)('[%s R-EMBED-01 R-EMBED-06 R-EMBED-07 R-EMBED-08] returns the %s', async (_id, widget) => {
    const html = async (more = '') => {
      const { body } = await api.get(`${WIDGETS[widget]}?company_domain=acme.com${more}`);
      return body.data.embed_html as string;
    };
    expect(await html()).toContain('width="600" height="840"');
    expect(await html('&height=300&width=200')).toContain('width="200" height="300"');
    const src = /src="([^"]+)"/.exec(await html())![1]!.replace(PUBLIC_URL, '');
    const page = await request(api.url).get(src);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('Acme');
  });

  it('embeds a document with a PDF by its slug [R-EMBED-09 R-EMBED-01]', async () => {
    const { body } = await get('embed/document-pdfs/?document_slug=anvil-market');
    expect(body).toEqual({
      status: 'success',
      data: { embed_html: expect.stringMatching(/^<iframe .*<\/iframe>$/) },
    });
    const src = /src="([^"]+)"/.exec(body.data.embed_html as string)![1]!.replace(PUBLIC_URL, '');
    expect((await request(api.url).get(src)).status).toBeLessThan(400);
    const unknown = await get('embed/document-pdfs/?document_slug=nothing');
    expect([unknown.status, unknown.body.status]).toEqual([404, 'failed']);
  });

  it.each([
    ['companies/?compny_domain=acme.com', 'compny_domain'],
    ['companies/rankings/?sort=revenue', 'sort'],
    ['news/company/?company_id=1&importance=all', 'importance'],
    ['documents?updated_after=2026-01-01', 'updated_after'],
    ['documents/anvil-market/?page=1', 'page'],
    ['filings/?company_id=1&type=10-K', 'type'],
    ['metrics/?company_id=1&base=revenue', 'base'],
    ['categories/?slug=anvils&limit=1', 'limit'],
    ['categories/anvils/items/?page=2', 'page'],
    ['events/?type=funding-round', 'type'],
    ['embed/company-data-summary/?company_id=1&hieght=9', 'hieght'],
    ['funding-rounds/?company_id=1&limit=2', 'limit'],
  ])('%s returns 400 and names the unknown parameter %s [R-CORE-13]', async (path, name) => {
    const problem = await api.get(`/api/v1/${path}`, { accept: 'application/problem+json' });
    expect(problem.status).toBe(400);
    expect(problem.body.details).toEqual([{ field: name, message: expect.stringMatching(/^is unknown/) }]);
    expect((await get(path)).text).toContain(`${name}: is unknown`);
  });

  it.each([
    ['news/company/', 'importance'],
    ['search/', 'index'],
    ['filings/', 'type'],
    ['metrics/', 'base'],
    ['events/', 'type'],
  ])('POST %s with the unknown field %s returns 400 and names it [R-CORE-13]', async (path, name) => {
    const { status, text } = await api.send('post', `/api/v1/${path}`, { [name]: 'all' });
    expect(status).toBe(400);
    expect(text).toContain(`${name}: is unknown`);
  });
});
