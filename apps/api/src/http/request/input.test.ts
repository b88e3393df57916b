import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usualEngines } from '@dossier/store/testing';
import request from 'supertest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { deleteFrom, insertCompany } from '../../testing/fixtures.ts';

describe.each(usualEngines)('invalid input on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    acme = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme' }, ['acme.org']);
    await insertCompany(api.db, { domain: 'other.com', slug: 'other' });
  });
  afterAll(() => api.close());

  const problemOf = async (path: string) => {
    const { status, body } = await api.get(`/api/v1/${path}`);
    return [status, body.error];
  };

  it.each([
    ['type: must be market, company or interview', 'documents?type=novel'],
    [
      'company_domain: must be a whole domain, such as stripe.com: its ending is missing',
      'documents?company_domain=acme',
    ],
    [
      'types: "rounds" must be funding-round, secondary-transaction, corporate-action or company-milestone',
      'events/?types=funding-round,rounds',
    ],
    [
      'sources: "tweets" must be documents, news, ',
      'companies/?mode=sync&updated_at_gte=2026-01-01&sources=tweets',
    ],
    ['page_after: must be at most 2000 characters', `documents?page_after=${'x'.repeat(2001)}`],
    ['filing_type: must not be blank', 'filings/?company_id=1&filing_type='],
    [`subtypes: "${'a'.repeat(100)}…" must be at most 100 characters`, `events/?subtypes=${'a'.repeat(101)}`],
  ])('is rejected in a plain sentence: %s', async (sentence, path) => {
    const [status, error] = await problemOf(path);
    expect([status, error]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it.each([
    ['company_domain', 'send it once, or several values as company_domains, joined by commas'],
    ['news_type', 'send it once'],
  ])(
    'with %s sent twice is rejected, and the error shows how to send several values',
    async (name, words) => {
      const sentence = `${name}: appears more than once; ${words}`;
      expect(await problemOf(`news/company/?${name}=a.com&${name}=b.com`)).toEqual([400, sentence]);
    },
  );

  it.each([
    ['filings/?company_id=1&filed_at_gte=2026-01-01', 'filed_at_start'],
    ['filings/?company_id=1&filed_at_lte=2026-01-01', 'filed_at_end'],
    ['news/company/?company_id=1&release_date_gte=2026-01-01', 'release_date_start'],
    ['documents?updated_at_start=2026-01-01', 'updated_at_gte'],
    ['metrics/?company_id=1&measurement_end_date_end=2026-01-01', 'measurement_end_date_lte'],
    ['filings/?company_slug=acme', 'company_domain or company_id'],
    ['categories/?company_slug=acme', 'company_domain or company_id'],
    ['documents?compny_domain=acme.com', 'company_domain'],
    ['companies/?company_id=1', 'id'],
    ['documents?id=1', 'company_id'],
    ['documents?dom=acme.com', 'company_domain'],
  ])('%s is rejected, and the error suggests %s', async (path, meant) => {
    const [name] = /\w+(?==[^=]*$)/.exec(path)!;
    expect(await problemOf(path)).toEqual([400, `${name}: is unknown; did you mean ${meant}?`]);
  });

  it.each([
    'filings/?company_id=1&s=x',
    'filings/?company_id=1&=x',
    'companies/?s=x',
    'companies/?video=x',
    'companies/?__proto__=x',
  ])('%s is rejected, and the error lists known parameters instead of a guess', async (path) => {
    const known = expect.stringMatching(/^\w*: is unknown; known fields are \w+, /);
    expect(await problemOf(path)).toEqual([400, known]);
  });

  it.each([
    'company_domains=a.com&company_domains=b.com',
    'company_domains[]=a.com&company_domains[]=b.com',
    'company_domains[0]=a.com&company_domains[1]=b.com',
    'company_domains=a.com&company_domains[]=b.com',
  ])('reads %s as one list, in a query string and in a form', async (fields) => {
    const all = await api.get('/api/v1/news/company/?company_domains=a.com,b.com');
    expect((await api.get(`/api/v1/news/company/?${encodeURI(fields)}`)).body).toEqual(all.body);
    const form = await api.send('post', '/api/v1/news/company/', fields as unknown as object, 'form');
    expect([form.status, form.body.company_news]).toEqual([200, all.body.company_news]);
  });

  it.each([
    [
      'company_domain[]=a.com&company_domain[]=b.com',
      'appears more than once; send company_domain once, or several values as company_domains, joined by commas',
    ],
    ['news_type=all&news_type=major', 'appears more than once; send it once'],
    ['constructor=a', 'is unknown; known fields are company_id, '],
  ])(
    'with %s is rejected with the correct spelling, in a query string and in a form',
    async (fields, words) => {
      const sentence = expect.stringContaining(`${/^[^=]+/.exec(fields)![0]}: ${words}`);
      expect(await problemOf(`news/company/?${encodeURI(fields)}`)).toEqual([400, sentence]);
      const form = await api.send('post', '/api/v1/news/company/', fields as unknown as object, 'form');
      expect([form.status, form.body.error]).toEqual([400, sentence]);
    },
  );

  it('suggests the closest field for an unknown nested field', async () => {
    const data = [
      { dataset_id: 1, colour: '#fff', annotated_points: [{ x: '2026-01-01', lable: 'a', label: 'b' }] },
    ];
    const answer = await api.send('put', '/api/v1/embed/charts/', { data });
    expect([answer.status, answer.body.message.split('; data')]).toEqual([
      400,
      [
        'data.0.annotated_points.0.lable: is unknown; did you mean label?',
        '.0.colour: is unknown; did you mean color?',
      ],
    ]);
  });

  it.each([
    ['events/', { types: ['funding-round', 'rounds'] }, 'types.1: "rounds" must be funding-round, '],
    [
      'metrics/',
      { company_ids: [1, 'abc'] },
      'company_ids.1: "abc" must be a whole number from 1 to 2147483647',
    ],
    ['metrics/', { company_ids: [0] }, 'company_ids.0: 0 must be at least 1'],
    ['metrics/', { company_ids: [[1]] }, 'company_ids.0: must be a whole number from 1 to 2147483647'],
    [
      'news/company/',
      { company_domains: ['acme.com', 'a b'] },
      'company_domains.1: "a b" must be a bare domain',
    ],
  ])('POST %s %j returns 400 with the position and value of the wrong item', async (path, body, sentence) => {
    const answer = await api.send('post', `/api/v1/${path}`, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it.each([
    ['search/', { query: 5 }, 'query: must be a text'],
    ['search/', {}, 'query: is required'],
    ['filings/', { company_id: 1, cursor: 7 }, 'cursor: must be a text'],
    ['filings/', { company_domain: ['acme.com'] }, 'company_domain: must be a bare domain, such as acme.com'],
  ])('POST %s %j is rejected in a plain sentence', async (path, body, sentence) => {
    const answer = await api.send('post', `/api/v1/${path}`, body);
    expect([answer.status, answer.body.error]).toEqual([400, sentence.replace('acme.com', 'stripe.com')]);
  });

  it('names the first 20 of many invalid fields, shortens long names, and counts the rest', async () => {
    const long = 'é'.repeat(500);
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, i]));
    const many = await api.send('post', '/api/v1/news/company/', { [long]: 1, ...unknown });
    expect([many.status, many.body.details.length]).toEqual([400, 20]);
    expect(many.body.details[0].field).toBe(`${long.slice(0, 100)}…`);
    expect(many.body.error.endsWith('; and 59981 more')).toBe(true);
    expect(many.text.length).toBeLessThan(20_000);
    const nul = await api.send('post', '/api/v1/news/company/', { ['\0'.repeat(150_000)]: 1 });
    expect([nul.status, nul.text.length < 1000]).toEqual([400, true]);
  });

  it('with an overlong list is rejected at once; otherwise the error names 20 invalid items', async () => {
    const ask = (values: unknown[]) => api.send('post', '/api/v1/news/company/', { company_domains: values });
    const tooMany = await ask(Array.from({ length: 50_000 }, (_, i) => `wrong ${i}`));
    expect(tooMany.body.error).toBe('company_domains: must name at most 1000 values');
    const wrong = await ask(Array.from({ length: 1000 }, (_, i) => i));
    expect([wrong.body.details.length, wrong.body.details[19].field]).toEqual([20, 'company_domains.19']);
    expect(wrong.body.error).toContain('; and 980 more');
  });

  it('names the field whose value, list item or name contains U+0000', async () => {
    const words = 'must not contain the character U+0000';
    expect(await problemOf('documents?company_domain=a%00b')).toEqual([400, `company_domain: ${words}`]);
    expect(await problemOf('companies/a%00b/')).toEqual([400, `company_slug: ${words}`]);
    expect(await problemOf('documents?a%00b=1')).toEqual([400, `a\\u0000b: ${words}`]);
    const metrics = await api.send('post', '/api/v1/metrics/', { metric_base: ['arr', 'a\0'] });
    expect([metrics.status, metrics.body.details]).toEqual([400, [{ field: 'metric_base', message: words }]]);
  });

  it.each([
    ['news/company/?company_domain=acme.com&', 'created_at_gte', 'created_at_lte'],
    ['news/company/?company_domain=acme.com&', 'created_at_start', 'created_at_lte'],
    ['news/company/?', 'release_date_start', 'release_date_end'],
    ['documents?', 'updated_at_gte', 'updated_at_lte'],
    ['filings/?company_domain=acme.com&', 'filed_at_start', 'filed_at_end'],
    ['metrics/?', 'measurement_end_date_gte', 'measurement_end_date_lte'],
    ['events/?', 'start_date', 'end_date'],
    ['companies/?mode=sync&', 'updated_at_gte', 'updated_at_lte'],
  ])('%s rejects a range whose bounds are swapped: %s, %s', async (path, lower, upper) => {
    const range = (from: string, to: string) => problemOf(`${path}${lower}=${from}&${upper}=${to}`);
    expect(await range('2026-01-02', '2026-01-01')).toEqual([
      400,
      `${lower}: is later than ${upper}. Send the earlier time as ${lower}`,
    ]);
    expect((await range('2026-01-02', '2026-01-02'))[0]).toBe(200);
  });

  it.each([
    [
      'created_at_start=2025-01-01&created_at_end=2026-01-01',
      'created_at_start and created_at_end (365 days were',
    ],
    [
      'created_at_gte=2025-01-01&created_at_end=2026-01-01',
      'created_at_gte and created_at_end (365 days were',
    ],
    ['created_at_lte=2026-01-01', 'created_at_gte and created_at_lte (no lower bound was'],
    ['created_at_end=2026-01-01', 'created_at_start and created_at_end (no lower bound was'],
    ['updated_at_lte=2026-01-01', 'created_at_gte and created_at_lte, or updated_at_gte and'],
  ])('names the bounds of a range as they were sent: %s', async (query, words) => {
    const sentence = `at least one date range must span 14 days or less: ${words}`;
    expect(await problemOf(`news/company/?${query}`)).toEqual([400, expect.stringContaining(sentence)]);
  });

  it('shows an unknown domain in Unicode, and an unknown id or slug unchanged', async () => {
    for (const [query, shown] of [
      ['company_domain=B%C3%BCcher.de', 'domain: bücher.de'],
      ['company_domain=xn--bcher-kva.de', 'domain: bücher.de'],
      ['id=99', 'id: 99'],
      ['company_slug=xn--bcher-kva', 'slug: xn--bcher-kva'],
    ]) {
      const { status, body } = await api.get(`/api/v1/companies/?${query}`);
      expect([status, body.error]).toEqual([404, `Company not found for ${shown}`]);
    }
  });

  it('rejects swapped date bounds of a search too', async () => {
    const body = { query: 'a', date_gte: '2026-02-01', date_lte: '2026-01-01' };
    const answer = await api.send('post', '/api/v1/search/', body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, 'date_gte']);
  });

  it.each([
    ['documents', '?'],
    ['categories', '?'],
    ['events', '?'],
    ['events', '?company_slug=acme&'],
    ['metrics', '?'],
  ])(
    '%s%s accepts two identifiers of one company, and rejects identifiers of two companies',
    async (resource, query) => {
      const ask = (id: number, domain: string) =>
        problemOf(`${resource}/${query}company_id=${id}&company_domain=${domain}`);
      expect((await ask(acme, 'acme.org'))[0]).toBe(200);
      const names = query === '?' ? 'company_id' : 'company_id and company_slug';
      expect(await ask(acme, 'other.com')).toEqual([
        400,
        `${names} and company_domain name different companies. Send one of them.`,
      ]);
      const unknown = await api.get(
        `/api/v1/${resource}/${query}company_id=${acme}&company_domain=nobody.com`,
      );
      expect([unknown.status, unknown.text]).toEqual([
        404,
        expect.stringContaining('Company not found for domain: nobody.com'),
      ]);
    },
  );

  it.each(['companies', 'news/company', 'filings', 'categories', 'documents', 'events', 'metrics'])(
    '%s ignores www. before a domain, unless another company has that domain',
    async (resource) => {
      const status = async (domain: string) => (await problemOf(`${resource}/?company_domain=${domain}`))[0];
      expect([await status('www.acme.com'), await status('www.nobody.com')]).toEqual([200, 404]);
      const own = await insertCompany(api.db, { domain: 'www.other.com', slug: 'own' });
      const { body } = await api.get('/api/v1/companies/?company_domain=www.other.com');
      expect(body.company.id).toBe(own);
      const both = await api.get('/api/v1/metrics/?company_domains=www.other.com,www.acme.com,acme.com');
      expect(both.body.meta.companies.map(({ id }: { id: string }) => Number(id))).toEqual([acme, own]);
      await deleteFrom(api.db, 'companies', { id: own });
    },
  );

  it.each(['news/company', 'filings', 'funding-rounds'])(
    '%s prefers company_id to company_domain',
    async (resource) => {
      expect((await problemOf(`${resource}/?company_id=${acme}&company_domain=other.com`))[0]).toBe(200);
    },
  );

  it.each([
    ['get', '/api/v1/nothing', 404],
    ['put', '/api/v1/documents', 405],
    ['get', '/api/v1/documents/nothing/', 404],
    ['get', '/api/v1/companies/rankings/?limit=0', 400],
    ['get', '/api/v1/embed/company-data-summary/', 400],
    ['get', '/api/v1/categories/nothing/items/', 404],
    ['get', '/research/nothing', 404],
    ['get', '/health?a=1', 400],
  ] as const)('the error of %s %s is not cacheable and has no ETag', async (method, path, status) => {
    for (const accept of ['*/*', 'application/problem+json']) {
      const answer = await request(api.url)
        [method](path)
        .set({ authorization: `Token ${api.key}`, accept });
      expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
      expect(answer.headers).not.toHaveProperty('etag');
      expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text));
    }
    if (method !== 'get') return;
    const head = await request(api.url).head(path).set('authorization', `Token ${api.key}`);
    expect([head.status, head.headers['etag']]).toEqual([status, undefined]);
  });
});
