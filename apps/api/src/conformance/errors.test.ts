import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import { insertOneOfEach } from '../testing/one-of-each.ts';

const EITHER = 'Either company_domain or company_id parameter is required';
const ANY = 'Either company_slug, company_domain, or company_id parameter is required';
const NO_DOMAIN = 'Company not found for domain: nobody.com';
const NO_SLUG = 'Company not found for slug: no_such-company';
const NO_CATEGORY = 'Category for requested slug not found.';
const WIDGETS = ['company-data-valuation-table', 'company-data-valuation-chart', 'company-data-summary'];

interface Case {
  ids: string;
  method?: 'get' | 'post' | 'put';
  path: string;
  body?: string;
  status: number;
  message: string;
  style: 'text' | 'json text' | 'failed';
}

/** The error table of the specification, row by row; its words, and the statuses that we chose. */
const table: Case[] = [
  { ids: 'R-ERROR-01 R-ERROR-12', path: 'filings/', status: 400, message: EITHER, style: 'json text' },
  { ids: 'R-ERROR-01', path: 'filings/?filing_type=10-K', status: 400, message: EITHER, style: 'json text' },
  {
    ids: 'R-ERROR-01',
    method: 'post',
    path: 'filings/',
    body: '{}',
    status: 400,
    message: EITHER,
    style: 'json text',
  },
  {
    ids: 'R-ERROR-02',
    path: 'filings/?company_domain=nobody.com',
    status: 404,
    message: NO_DOMAIN,
    style: 'json text',
  },
  {
    ids: 'R-ERROR-02',
    method: 'post',
    path: 'filings/',
    body: '{"company_domain":"nobody.com"}',
    status: 404,
    message: NO_DOMAIN,
    style: 'json text',
  },
  { ids: 'R-FUNDING-05', path: 'funding-rounds/', status: 400, message: EITHER, style: 'json text' },
  {
    ids: 'R-ERROR-04 R-ERROR-12',
    path: 'funding-rounds/?company_domain=nobody.com',
    status: 404,
    message: NO_DOMAIN,
    style: 'json text',
  },
  ...WIDGETS.flatMap((widget): Case[] => [
    { ids: 'R-ERROR-06 R-ERROR-11', path: `embed/${widget}/`, status: 400, message: ANY, style: 'failed' },
    {
      ids: 'R-ERROR-03 R-ERROR-11',
      path: `embed/${widget}/?company_domain=nobody.com`,
      status: 404,
      message: NO_DOMAIN,
      style: 'failed',
    },
    {
      ids: 'R-ERROR-05 R-ERROR-11',
      path: `embed/${widget}/?company_slug=no_such-company`,
      status: 404,
      message: NO_SLUG,
      style: 'failed',
    },
  ]),
  {
    ids: 'R-ERROR-07 R-ERROR-12',
    path: 'categories/anvils/items/?limit=0',
    status: 400,
    message: 'limit must be greater than 0.',
    style: 'json text',
  },
  {
    ids: 'R-ERROR-07',
    path: 'categories/anvils/items/?limit=-1',
    status: 400,
    message: 'limit must be greater than 0.',
    style: 'json text',
  },
  {
    ids: 'R-ERROR-08',
    path: 'categories/No_Such/items/',
    status: 404,
    message: NO_CATEGORY,
    style: 'json text',
  },
  {
    ids: 'R-ERROR-08',
    path: 'categories/?slug=no-such',
    status: 404,
    message: NO_CATEGORY,
    style: 'json text',
  },
  ...['{"query":', '"payments"', '[]', 'null'].map((body): Case => ({
    ids: 'R-ERROR-09 R-ERROR-12',
    method: 'post',
    path: 'search/',
    body,
    status: 400,
    message: 'Invalid JSON in request body.',
    style: 'json text',
  })),
  {
    ids: 'R-RANK-12 R-RANK-13',
    path: 'companies/rankings/?sort_by=size',
    status: 400,
    message: 'sort_by: is unsupported. Supported values: valuation, revenue, total_funding',
    style: 'text',
  },
  {
    ids: 'R-RANK-12',
    path: 'companies/rankings/?limit=101',
    status: 400,
    message: 'limit: must be at most 100',
    style: 'text',
  },
];

/** The cases with the request of each as a title. */
const titled = table.map((row) => ({
  ...row,
  title: `${(row.method ?? 'get').toUpperCase()} ${row.path}${row.body === undefined ? '' : ` with ${row.body}`}`,
}));

describe.each(engines)('the errors of the specification on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertOneOfEach(api);
  });
  afterAll(() => api.close());

  const send = (
    { method = 'get', path, body }: Pick<Case, 'method' | 'path' | 'body'>,
    headers = {},
    type = 'json',
  ) => {
    const sent = request(api.url)
      [method](`/api/v1/${path}`)
      .set({ authorization: `Token ${api.key}`, ...headers });
    return body === undefined ? sent : sent.type(type).send(body);
  };
  const accept = 'application/problem+json';

  it.each(titled)('$title returns $status, word for word [$ids]', async (row) => {
    const response = await send(row);
    expect(response.status).toBe(row.status);
    const { message } = row;
    if (row.style === 'text') {
      expect([response.type, response.text]).toEqual(['text/plain', message]);
    } else {
      expect(response.type).toBe('application/json');
      expect(JSON.parse(response.text)).toEqual(
        row.style === 'failed' ? { status: 'failed', message } : message,
      );
    }
  });

  it.each(titled)('$title returns $status as a problem document too [R-ERROR-14]', async (row) => {
    const response = await send(row, { accept });
    expect([response.status, response.type]).toEqual([row.status, accept]);
    expect(response.body).toMatchObject({
      type: `${PUBLIC_URL}/docs/errors#${response.body.code}`,
      title: row.status === 404 ? 'Not Found' : 'Bad Request',
      status: row.status,
      detail: row.message,
      code: expect.stringMatching(/^[a-z_]+$/),
      request_id: response.headers['request-id'],
    });
  });

  const many = (n: number) => Array.from({ length: n }, (_, i) => `c${i}.com`).join();
  const EARLY = '2026-01-01';
  it.each(
    [
      ['mixed company filters', 'metrics/?company_id=1&company_domains=acme.com', 'mixed_company_filters'],
      ['mixed company filters', 'events/?company_domain=acme.com&company_ids=1', 'mixed_company_filters'],
      ...[
        'documents?',
        'news/company/?company_id=1&',
        'metrics/?company_id=1&',
        'events/?pagination=cursor&',
      ].map((path) => ['both cursors', `${path}page_after=Start&page_before=End`, 'both_cursors']),
      ['a long window', `news/company/?created_at_gte=${EARLY}&created_at_lte=2026-01-16`, 'window_required'],
      ['a long window', `metrics/?updated_at_gte=${EARLY}&updated_at_lte=2026-01-16`, 'window_required'],
      [
        'a long window',
        `companies/?mode=sync&updated_at_gte=${EARLY}&updated_at_lte=2026-01-16`,
        'window_too_long',
      ],
      ['201 companies', `news/company/?company_domains=${many(201)}`, 'invalid_input'],
      ['201 companies', `metrics/?company_domains=${many(201)}`, 'invalid_input'],
    ].map(([rule, path, code]) => ({ rule, list: path!.split('?')[0], path: path!, code })),
  )('$rule in $list returns 400 with an error key [R-ERROR-13 R-ERROR-15]', async ({ path, code }) => {
    const response = await send({ path });
    expect([response.status, response.type, response.body.code]).toEqual([400, 'application/json', code]);
    expect(response.body.error).toEqual(expect.stringMatching(/\S/));
    const problem = await send({ path }, { accept });
    expect([problem.status, problem.type, problem.body.detail]).toEqual([400, accept, response.body.error]);
  });

  it('returns 401, 404, 405 and 415 in the same two forms, and 406 as JSON [R-ERROR-13 R-ERROR-14]', async () => {
    const stranger = { authorization: 'Token nonsense' };
    const cases: [number, Pick<Case, 'method' | 'path' | 'body'>, Record<string, string>][] = [
      [401, { path: 'documents' }, stranger],
      [401, { path: 'companies/rankings/' }, stranger],
      [401, { path: 'embed/company-data-summary/' }, stranger],
      [404, { path: 'nothing' }, {}],
      [404, { path: 'documents/nothing/' }, {}],
      [405, { method: 'put', path: 'documents' }, {}],
      [415, { method: 'post', path: 'search/', body: 'a,b' }, {}],
    ];
    for (const [status, row, headers] of cases) {
      const type = status === 415 ? 'text/csv' : 'json';
      const response = await send(row, headers, type);
      expect([row.path, response.status, response.type]).toEqual([row.path, status, 'application/json']);
      expect(response.body.error).toEqual(expect.stringMatching(/\S/));
      const problem = await send(row, { ...headers, accept }, type);
      expect([row.path, problem.status, problem.type]).toEqual([row.path, status, accept]);
      expect(problem.body.detail).toBe(response.body.error);
    }
    const html = await send({ path: 'documents' }, { accept: 'text/html' });
    expect([html.status, html.type]).toEqual([406, 'application/json']);
  });
});
