import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { deleteFrom, insertCompany, insertDocument, insertFiling } from '../../testing/fixtures.ts';

describe.each(engines)('filings on %s', (engine) => {
  let api: TestApi;
  let company: number;
  const ids: string[] = [];
  beforeAll(async () => {
    api = await startTestApi(engine);
    company = await insertCompany(api.db, { domain: 'acme.com', name: 'Acme' }, ['acme.org']);
    await insertCompany(api.db, { domain: 'empty.com' });
    for (let i = 0; i < 25; i++) {
      // Two of each day: ties are settled by id.
      const filed_at = `2026-01-${String(1 + Math.floor(i / 2)).padStart(2, '0')}T10:00:00.000Z`;
      ids.push(
        await insertFiling(api.db, { company_id: company, filed_at, type: i % 5 === 0 ? '10-K' : '8-K' }),
      );
    }
  });
  afterAll(() => api.close());

  it('returns the newest ten with meta and links [R-FILING-05 R-FILING-07 R-FILING-11]', async () => {
    const { body, headers } = await api.get('/api/v1/filings/?company_domain=acme.com');
    expect(body.filings).toHaveLength(10);
    expect(body.filings[0].url).toBe(`${PUBLIC_URL}/filings/${body.filings[0].id}/file`);
    expect(body.meta).toEqual({
      company_id: String(company),
      company_domain: 'acme.com',
      company_name: 'Acme',
      filing_type_filter: null,
    });
    expect(body.pagination).toMatchObject({ previous: null, page_size: 10, current_page_items: 10 });
    expect(headers['link']).toBe(`<${body.pagination.next}>; rel="next"`);
  });

  it('returns each filing once by following next, and again by following previous [R-FILING-10]', async () => {
    const forward: string[] = [];
    let last: string | null = null;
    for (let next: string | null = '/api/v1/filings?company_id=1&page_size=4'; next;) {
      const { body } = await api.get(next.replace('company_id=1', `company_id=${company}`));
      forward.push(...body.filings.map((f: { id: string }) => f.id));
      last = body.pagination.previous ?? last;
      next = body.pagination.next;
    }
    expect(new Set(forward)).toEqual(new Set(ids));
    expect(forward).toHaveLength(ids.length);

    const backward: string[] = [];
    for (let previous = last; previous;) {
      const { body } = await api.get(previous);
      backward.unshift(...body.filings.map((f: { id: string }) => f.id));
      previous = body.pagination.previous;
    }
    expect(backward).toEqual(forward.slice(0, backward.length));
    expect(backward).toHaveLength(24);
  });

  it('filters by type and by time, both bounds inclusive [R-FILING-08 R-FILING-09]', async () => {
    const { body } = await api.get('/api/v1/filings/?company_domain=acme.com&filing_type=10-K&page_size=50');
    expect(body.filings).toHaveLength(5);
    expect(body.meta.filing_type_filter).toBe('10-K');
    const range = 'filed_at_start=2026-01-02&filed_at_end=2026-01-02T10:00:00Z';
    expect((await api.get(`/api/v1/filings/?company_id=${company}&${range}`)).body.filings).toHaveLength(2);
  });

  it('lists the filings of all companies that changed in a window, with their companies', async () => {
    const other = await insertCompany(api.db, { domain: 'other.com', name: 'Other' });
    const updated = ['2026-03-01', '2026-03-02', '2026-03-16'].map((day) => `${day}T00:00:00.000Z`);
    const changed = await Promise.all(
      updated.map((updated_at, i) =>
        insertFiling(api.db, { company_id: [company, other, other][i]!, updated_at, filed_at: updated_at }),
      ),
    );
    const address = '/api/v1/filings/?updated_at_gte=2026-03-01';
    const first = await api.get(`${address}&updated_at_lte=2026-03-15&page_size=1`);
    expect(first.body).toMatchObject({
      filings: [{ id: changed[1], company: { id: other, domain: 'other.com', name: 'Other' } }],
      meta: { company_id: null, company_domain: null, company_name: null, filing_type_filter: null },
    });
    const second = await api.get(first.body.pagination.next);
    expect(second.body.filings).toMatchObject([{ id: changed[0], company: { domain: 'acme.com' } }]);
    expect(second.body.pagination.next).toBeNull();
    const own = await api.get(`${address}&company_domain=other.com`);
    expect(own.body.filings.map(({ id }: { id: string }) => id)).toEqual([changed[2], changed[1]]);
    expect(own.body.filings[0]).not.toHaveProperty('company');
    const long = await api.get(`${address}&updated_at_lte=2026-03-16`);
    expect([long.status, long.body.code]).toEqual([400, 'window_too_long']);
    await deleteFrom(api.db, 'filings', { id: changed });
  });

  it('prefers company_id to company_domain, and accepts alternative domains [R-FILING-06]', async () => {
    const both = await api.get(`/api/v1/filings/?company_id=${company}&company_domain=empty.com`);
    expect(both.body.meta.company_domain).toBe('acme.com');
    expect((await api.get('/api/v1/filings/?company_domain=ACME.org.')).body.meta.company_domain).toBe(
      'acme.com',
    );
  });

  it('returns null as pagination for a company without filings [R-FILING-14]', async () => {
    const { body } = await api.get('/api/v1/filings/?company_domain=empty.com');
    expect(body).toMatchObject({ filings: [], pagination: null });
  });

  it('accepts a JSON, form or multipart body by POST, and its links accept the same body [R-FILING-02]', async () => {
    const json = await api.send('post', '/api/v1/filings/', { company_domain: 'acme.com', page_size: 3 });
    const form = await api.send(
      'post',
      '/api/v1/filings/',
      { company_domain: 'acme.com', page_size: 3 },
      'form',
    );
    const multipart = await request(api.url)
      .post('/api/v1/filings/')
      .set('authorization', `Token ${api.key}`)
      .field('company_domain', 'acme.com')
      .field('page_size', '3');
    expect(json.body.filings).toHaveLength(3);
    expect(form.body).toEqual(json.body);
    expect(multipart.body).toEqual(json.body);

    const next = await api.send('post', json.body.pagination.next, {
      company_domain: 'acme.com',
      page_size: 3,
    });
    expect(next.body.filings).toHaveLength(3);
    expect(next.body.filings[0].id).not.toBe(json.body.filings[0].id);
  });

  it('describes an id that is too large in its own words', async () => {
    const { body, status } = await api.send('post', '/api/v1/filings/', { company_id: 1e21 });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^company_id: must be/)]);
  });

  it.each([
    ['', 400, 'Either company_domain or company_id parameter is required'],
    ['?company_domain=&company_id=', 400, 'Either company_domain or company_id parameter is required'],
    ['?company_domain=%20', 400, 'Either company_domain or company_id parameter is required'],
    [
      '?company_id=&updated_at_gte=2026-01-01&updated_at_lte=2026-01-02',
      400,
      'Either company_domain or company_id parameter is required',
    ],
    ['?company_domain=nobody.com', 404, 'Company not found for domain: nobody.com'],
    ['?company_id=999', 404, 'Company not found for id: 999'],
  ])(
    'answers %s with %i and the words of the specification, as a JSON string',
    async (query, status, message) => {
      const response = await api.get(`/api/v1/filings/${query}`);
      expect(response.status).toBe(status);
      expect(response.body).toBe(message);
      const problem = await api.get(`/api/v1/filings/${query}`, { accept: 'application/problem+json' });
      expect(problem.headers['content-type']).toContain('application/problem+json');
      expect(problem.body).toMatchObject({ status, detail: message });
    },
  );

  it.each([
    ['page_size=51', 'page_size', 'at most 50'],
    ['page_size=0', 'page_size', 'at least 1'],
    ['filling_type=10-K', 'filling_type', 'filing_type'],
    ['cursor=rubbish', 'cursor', 'cursor'],
    ['company_id=1&company_id=2', 'company_id', 'more than once'],
    ['filed_at_start=2026-02-30', 'filed_at_start', 'ISO 8601'],
    ['company_domain=https://acme.com/x', 'company_domain', 'acme.com'],
    ['filing_type=%00', 'filing_type', 'U+0000'],
  ])('rejects %s with 400 and a remedy', async (query, field, words) => {
    const response = await api.get(
      `/api/v1/filings/?${query}${query.includes('company') ? '' : '&company_domain=acme.com'}`,
    );
    expect(response.status).toBe(400);
    expect(response.body.error).toContain(field);
    expect(response.body.error).toContain(words);
  });

  it('redirects the stable address to the source, without a key [R-FILING-13]', async () => {
    const found = await request(api.url).get(`/filings/${ids[0]}/file`);
    expect([found.status, found.headers['location']]).toEqual([
      302,
      'https://www.sec.gov/Archives/edgar/data/1/a.htm',
    ]);
    const missing = await request(api.url).get('/filings/00000000-0000-4000-8000-000000000000/file');
    expect(missing.status).toBe(404);
  });

  it('redirects nobody into a private network', async () => {
    const id = await insertFiling(api.db, { company_id: company, filed_at: '2020-01-01T00:00:00.000Z' });
    for (const [host, status] of [
      ['10.0.0.8', 404],
      ['169.254.169.254', 404],
      ['2130706433', 404],
      ['[::1]', 404],
      ['[::ffff:192.168.0.1]', 404],
      ['localhost:8080', 404],
      ['wiki', 404],
      ['db.internal', 404],
      ['printer.local.', 404],
      ['8.8.8.8', 302],
      ['internal.example', 302],
    ] as const) {
      await api
        .db('filings')
        .where({ id })
        .update({ source_url: `http://${host}/a.htm` });
      expect([host, (await request(api.url).get(`/filings/${id}/file`)).status]).toEqual([host, status]);
    }
    const problem = { accept: 'application/problem+json' };
    await api.db('filings').where({ id }).update({ source_url: 'http://10.0.0.8/' });
    const { body } = await request(api.url).get(`/filings/${id}/file`).set(problem);
    expect(body).toMatchObject({ status: 404, code: 'filing_source_private' });
    await deleteFrom(api.db, 'filings', { id });
  });

  it('redirects whatever Accept is sent, also to a URL with non-ASCII characters', async () => {
    const source_url = 'https://例え.example/申請/ü.pdf';
    const id = await insertFiling(api.db, {
      company_id: company,
      source_url,
      filed_at: '2020-01-01T00:00:00.000Z',
    });
    const found = await request(api.url).get(`/filings/${id}/file`).set('accept', 'application/pdf');
    expect([found.status, found.headers['location']]).toEqual([
      302,
      'https://xn--r8jz45g.example/%E7%94%B3%E8%AB%8B/%C3%BC.pdf',
    ]);
    await deleteFrom(api.db, 'filings', { id });
  });

  it('redirects from the URL in search results to the public page of its text, if one is stored', async () => {
    const { accession_number } = await api.db('filings').where({ id: ids[1] }).first('accession_number');
    await insertDocument(api.db, { slug: 'annual-report', filing: accession_number });
    const found = await request(api.url).get(`/filings/${ids[1]}`).redirects(0);
    expect([found.status, found.headers['location']]).toEqual([302, `${PUBLIC_URL}/research/annual-report`]);
    const page = await request(api.url).get('/research/annual-report');
    expect(page.text).toContain(`href="/filings/${ids[1]}/file"`);
  });

  it('redirects from the URL in search results to the stable one', async () => {
    const found = await request(api.url).get(`/filings/${ids[0]}/`);
    expect([found.status, found.headers['location']]).toEqual([302, `${PUBLIC_URL}/filings/${ids[0]}/file`]);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x'])
      for (const path of [`/filings/${id}`, `/filings/${id}/file`]) {
        const missing = await request(api.url).get(path);
        expect([path, missing.status, missing.type]).toEqual([path, 404, 'text/html']);
      }
  });
});
