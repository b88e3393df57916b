import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteDeletions, write } from '@dossier/store';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import {
  deleteFrom,
  insertCompany,
  insertDocument,
  insertEvent,
  insertInto,
} from '../../testing/fixtures.ts';

describe.each(engines)('companies on %s', (engine) => {
  let api: TestApi;
  let id: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    id = await insertCompany(
      api.db,
      {
        domain: 'acme.com',
        slug: 'acme',
        name: 'Acme',
        cik: '0000320193',
        description: 'Makes anvils.',
        founding_year: 1949,
        headquarters_city: 'Tucson',
        headquarters_country: 'United States',
        logo_json: '{"url":"https://acme.com/logo.png","dimensions":{"width":64,"height":64}}',
        social_json: '[{"url":"https://x.com/acme","type":"x"}]',
        legal_entities_json: '[{"name":"Acme Inc.","country":"United States"}]',
        key_people_json:
          '{"founders":[{"id":"6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11","name":"W. E. Coyote"}],"ceo":[]}',
      },
      ['acme.org', 'acme.co.uk'],
    );
    await insertCompany(api.db, { domain: 'bare.com', slug: 'bare' });
    await insertInto(api.db, 'company_financials', [
      { company_id: id, name: 'latest_estimated_valuation', value: 95_000_000_000.5, date: '2026-01-13' },
      { company_id: id, name: 'latest_estimated_revenue', value: null, date: null },
    ]);
    await api.db('company_listings').insert({ company_id: id, ticker: 'ACME', venue: '', listed_at: null });
    const [category] = await api.db('categories').insert({ slug: 'anvils', name: 'Anvils' }).returning('id');
    await insertInto(api.db, 'company_categories', { company_id: id, category_id: category.id });
    await api.db('datasets').insert({
      id: '0d1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11',
      company_id: id,
      name: 'Acme: Valuation ($B)',
      x_label: 'Date',
      y_label: 'Valuation',
      data_json: '[{"x":"2026-01-13T00:00:00.000Z","y":95000000000,"type":"historical"}]',
      status: 'Active',
      data_type: 'Valuation',
      metric: 'USD',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      content_hash: '',
    });
    await insertDocument(api.db, { slug: 'acme', type: 'company' }, [
      { company_id: id, relation: 'subject' },
    ]);
  });
  afterAll(() => api.close());

  it('returns the company that another one was merged into, by the id of the merged one', async () => {
    const merged_id = 1_000_000;
    const path = `/api/v1/companies/?id=${merged_id}`;
    expect((await api.get(path)).status).toBe(404);
    const since = '2026-01-01T00:00:00.000Z';
    const alias = { kind: 'domain', name: 'merged.com', company_id: id, merged_id, since };
    await api.db('company_aliases').insert(alias);
    const found = await api.get(path);
    await api.db('company_aliases').where({ merged_id }).delete();
    expect([found.status, found.body.company.id]).toEqual([200, id]);
  });

  it('returns the response as of a moment of the history, and rejects moments outside of it', async () => {
    const now = new Date().toISOString();
    const present = await api.get('/api/v1/companies/acme');
    expect((await api.get(`/api/v1/companies/acme?as_of=${now}`)).body).toEqual(present.body);
    const { begins_at } = await api.db('history').first<{ begins_at: string }>('begins_at');
    const before = await api.get('/api/v1/companies/acme?as_of=2020-01-31');
    expect([before.status, before.body.code]).toEqual([410, 'before_history']);
    expect(before.text).toContain(begins_at);
    const later = await api.get('/api/v1/companies/?company_domain=acme.com&as_of=2999-01-31');
    expect([later.status, later.text]).toEqual([400, expect.stringContaining('must not be in the future')]);
    for (const query of ['', '&mode=sync&updated_at_gte=2026-01-13']) {
      const list = await api.get(`/api/v1/companies/?as_of=${now}${query}`);
      expect([list.status, list.text]).toEqual([400, expect.stringContaining('as_of: needs a company')]);
    }
    const ranking = await api.get('/api/v1/companies/rankings/?as_of=2020-01-31');
    expect([ranking.status, ranking.text]).toEqual([410, expect.stringContaining(begins_at)]);
  });

  it('returns the same payload by domain, id, slug in the path and slug in the query [R-COMPANY-01 R-COMPANY-02 R-COMPANY-03 R-COMPANY-04 R-COMPANY-05 R-COMPANY-09]', async () => {
    const answers = await Promise.all(
      [
        `/api/v1/companies/?company_domain=acme.com`,
        `/api/v1/companies/?id=${id}`,
        '/api/v1/companies/acme/',
        '/api/v1/companies/?company_slug=acme',
        '/api/v1/companies?company_domain=ACME.co.uk.',
      ].map((address) => api.get(address)),
    );
    const [first] = answers;
    expect(first!.body.company).toMatchObject({
      id,
      slug: 'acme',
      alternative_domains: ['acme.co.uk', 'acme.org'],
      cik: '0000320193',
      is_active: true,
      headquarters: { city: 'Tucson', country: 'United States' },
      categories: [{ name: 'Anvils', slug: 'anvils' }],
      documents: [
        {
          slug: 'acme',
          relation: 'subject',
          link: expect.stringMatching(/\/embeds\/document-pdf\/acme\/.+\.pdf$/),
        },
      ],
      financials: [
        { name: 'latest_estimated_revenue', value: null, date: null },
        { name: 'latest_estimated_valuation', value: 95_000_000_000.5, date: '2026-01-13' },
      ],
      listings: [{ ticker: 'ACME', venue: null, listed_at: null }],
      company_datasets: [{ company: id, data: [{ y: 95_000_000_000 }] }],
    });
    for (const answer of answers) expect(answer.body).toEqual(first!.body);
  });

  it('returns only the id and the chosen fields, by each lookup', async () => {
    const { company } = (await api.get('/api/v1/companies/acme/')).body;
    const some = { id, name: 'Acme', documents: company.documents, listings: company.listings };
    const fields = 'fields=name,listings&fields=documents';
    for (const lookup of ['?company_domain=acme.org', `?id=${id}`, 'acme/?', '?company_slug=acme']) {
      const { body } = await api.get(`/api/v1/companies/${lookup}&${fields}`);
      expect(JSON.stringify(body)).toBe(JSON.stringify({ company: some }));
    }
    const all = await api.get(`/api/v1/companies/acme/?fields=${Object.keys(company).join(',')}`);
    expect(all.body).toEqual({ company });
    const one = await api.get('/api/v1/companies/acme/?fields=id');
    expect(one.body).toEqual({ company: { id } });
  });

  it('lists milestones of the company, newest first, without cancelled ones and other events [R-COMPANY-22]', async () => {
    const milestones: [name: string, event_date: string, data: object][] = [
      ['Incorporated', '1949-09-17', {}],
      ['Listed', '2025-03-04', { description: 'On the exchange of Tucson.' }],
    ];
    const added: string[] = [];
    for (const [name, event_date, data] of milestones) {
      const fields = { type: 'company_milestone' as const, subtype: 'ipo', name, event_date, data };
      added.unshift(await insertEvent(api.db, { company_id: id, ...fields }));
    }
    const other = { company_id: id, subtype: 'ipo' };
    await insertEvent(api.db, { ...other, type: 'company_milestone', status: 'cancelled' });
    await insertEvent(api.db, { ...other, type: 'corporate_action' });
    expect((await api.get('/api/v1/companies/acme/')).body.company.milestones).toEqual([
      {
        id: added[0],
        type: 'ipo',
        date: '2025-03-04',
        label: 'Listed',
        description: 'On the exchange of Tucson.',
      },
      { id: added[1], type: 'ipo', date: '1949-09-17', label: 'Incorporated', description: null },
    ]);
  });

  it('returns empty arrays and nulls for a company without data [R-COMPANY-24]', async () => {
    const { body } = await api.get('/api/v1/companies/bare');
    expect(body.company).toMatchObject({
      headquarters: null,
      logo: null,
      description: null,
      founding_year: null,
      alternative_domains: [],
      documents: [],
      company_datasets: [],
      financials: [],
      listings: [],
      milestones: [],
      key_people: { founders: [], ceo: [] },
    });
  });

  it('lists the id, domain and name of all companies without an identifier [R-COMPANY-25]', async () => {
    const { body } = await api.get('/api/v1/companies/');
    expect(body.companies).toEqual([
      { id, domain: 'acme.com', name: 'Acme' },
      { id: id + 1, domain: 'bare.com', name: 'bare' },
    ]);
  });

  it('includes the field names in the ETag of the list of all companies', async () => {
    const { body, headers } = await api.get('/api/v1/companies/');
    const fields = Object.keys(body.companies[0] as object).join('.');
    expect(headers['etag']).toMatch(new RegExp(`^W/"${fields}-2\\d{3}-`));
  });

  it('changes the ETag of the list of all companies after every insert, update and delete', async () => {
    const { db } = api;
    const seen = new Set<string>();
    const expectNew = async () => {
      const first = await api.get('/api/v1/companies/');
      const etag = first.headers['etag']!;
      expect([first.status, seen.has(etag)]).toEqual([200, false]);
      for (const old of seen)
        expect((await api.get('/api/v1/companies/', { 'if-none-match': old })).status).toBe(200);
      const again = await api.get('/api/v1/companies/', { 'if-none-match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
      seen.add(etag);
    };
    // As the writer of ingest does it.
    const remove = (company_id: number) =>
      write(db, async (trx, deleted_at) => {
        const key = { kind: 'company', record_id: `${company_id}`, natural_key: '[]' };
        await noteDeletions(trx, [{ ...key, company_id, deleted_at }]);
        await deleteFrom(trx, 'companies', { id: company_id });
      });
    const insert = (domain: string) =>
      write(db, (trx, updated_at) => insertCompany(trx, { domain, updated_at }));

    await expectNew();
    const one = await insert('one.com');
    await expectNew();
    await write(db, (trx, updated_at) =>
      trx('companies').where({ id: one }).update({ name: 'Uno', updated_at }),
    );
    await expectNew();
    const two = await insert('two.com');
    await expectNew();
    // The list is what it was before; an answer that was read in between is not.
    await remove(two);
    await expectNew();
    await remove(one);
    await expectNew();
    await db('deletions').delete();
  });

  it.each([
    ['?company_domain=nobody.com', 404, 'Company not found for domain: nobody.com'],
    ['?id=99', 404, 'Company not found for id: 99'],
    ['?company_slug=nobody', 404, 'Company not found for slug: nobody'],
    ['nobody/', 404, 'Company not found for slug: nobody'],
    [
      '?id=1&company_slug=acme',
      400,
      'Send exactly one of company_domain, id and company_slug, not id and company_slug.',
    ],
    ['?fields=name', 400, 'fields: needs company_domain, id or company_slug'],
    ['?mode=sync&updated_at_gte=2026-01-01&fields=name', 400, 'fields: cannot be combined with mode=sync'],
    ['acme/?fields=,', 400, 'fields: must name at least one value'],
    ['?id=99999999999', 400, 'id: must be at most 2147483647'],
    ['?company_domian=acme.com', 400, 'company_domian: is unknown; did you mean company_domain?'],
  ])('answers %s with %i and the reason', async (query, status, message) => {
    const { body, status: given, headers } = await api.get(`/api/v1/companies/${query}`);
    expect([given, body.error]).toEqual([status, message]);
    expect(body.request_id).toBe(headers['request-id']);
  });
});
