import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyNameKey } from '@dossier/shared';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertInto } from '../../testing/fixtures.ts';
import { statementsOf } from '../../testing/statements.ts';

const SEARCH = '/api/v1/search/companies/';
const LOOKUP = '/api/v1/lookup/companies/';
const OLD = '2025-01-01T00:00:00.000Z';
const NEW = '2026-01-10T00:00:00.000Z';

describe.each(engines)('finding companies on %s', (engine) => {
  let api: TestApi;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { db } = api;
    const add = async (name: string, domain: string, fields = {}, alternatives: string[] = []) => {
      const id = await insertCompany(db, { domain, name, updated_at: OLD, ...fields }, alternatives);
      await db('company_names').insert({ name_key: companyNameKey(name), company_id: id });
      ids[domain] = id;
    };
    await add(
      'Stripe, Inc.',
      'stripe.com',
      { headquarters_country: 'Ireland', headquarters_city: 'Dublin' },
      ['stripe.dev'],
    );
    await add('The Stripes Group', 'stripes.example', { updated_at: NEW });
    await add('Nestlé S.A.', 'nestle.com', { type: 'public', headquarters_country: 'Switzerland' });
    await add('Nest', 'nest.com', { cik: '0000000042', updated_at: NEW });
    await add('Nest Holding', 'www.nest.example', { cik: '0000000042' });
    await db('company_listings').insert({ company_id: ids['nestle.com'], ticker: 'NESN', venue: 'SIX' });
    const [category] = await db('categories')
      .insert({ slug: 'payments', name: 'Payments' })
      .returning<{ id: number }[]>('id');
    for (const domain of ['stripe.com', 'nest.com'])
      await insertInto(db, 'company_categories', { company_id: ids[domain], category_id: category!.id });
  });
  afterAll(() => api.close());

  it.each([
    ['name=stripe', ['stripe.com', 'stripes.example']],
    ['name=STRIPE INC', ['stripe.com', 'stripes.example']],
    ['name=The Stripes G', ['stripes.example']],
    ['name=nestle', ['nestle.com']],
    ['name=Nest', ['nestle.com', 'nest.com', 'www.nest.example']],
    ['name=!!!', []],
    ['name=%25', []],
    ['category=payments', ['stripe.com', 'nest.com']],
    ['category=none', []],
    ['country=Ireland', ['stripe.com']],
    ['ticker=nesn', ['nestle.com']],
    ['cik=42', ['nest.com', 'www.nest.example']],
    ['cik=0000000042&name=nest', ['nest.com', 'www.nest.example']],
    ['type=public', ['nestle.com']],
    ['updated_at_gte=2026-01-10', ['stripes.example', 'nest.com']],
    ['updated_at_gte=2026-01-10&category=payments&type=private', ['nest.com']],
  ])('lists for %s the companies that match all filters', async (query, expected) => {
    const { body, status } = await api.get(`${SEARCH}?${query.replaceAll(' ', '+')}`);
    expect(status).toBe(200);
    expect(body.companies.map(({ domain }: { domain: string }) => domain)).toEqual(expected);
    expect(body.pagination.total_items).toBe(expected.length);
  });

  it('returns the same values as the detail of the company', async () => {
    const { body } = await api.get(`${SEARCH}?name=stripe+inc&page_size=1`);
    const [company] = body.companies;
    const detail = (await api.get('/api/v1/companies/?company_domain=stripe.com')).body.company;
    expect(detail).toMatchObject(company);
    expect(company).toMatchObject({
      alternative_domains: ['stripe.dev'],
      headquarters: { city: 'Dublin', country: 'Ireland' },
      categories: [{ name: 'Payments', slug: 'payments' }],
      listings: [],
    });
  });

  it('returns only the id and the wanted fields', async () => {
    const { body } = await api.get(`${SEARCH}?ticker=NESN&fields=name,listings`);
    expect(body.companies).toEqual([
      {
        id: ids['nestle.com'],
        name: 'Nestlé S.A.',
        listings: [{ ticker: 'NESN', venue: 'SIX', listed_at: null }],
      },
    ]);
  });

  it('pages by cursor in both directions, and keeps filters and fields in its links', async () => {
    const walk = async (start: string, link: 'next_link' | 'prev_link') => {
      const pages: object[][] = [];
      for (let address = `${SEARCH}?type=private&fields=domain&page_size=3&${start}`; address;) {
        const { body } = await api.get(address);
        pages.push(body.companies);
        address = body.pagination[link];
      }
      return pages;
    };
    const forward = await walk('page_after=start', 'next_link');
    const backward = (await walk('page_before=end', 'prev_link')).reverse();
    const privates = ['stripe.com', 'stripes.example', 'nest.com', 'www.nest.example'];
    expect(forward.flat()).toEqual(privates.map((domain) => ({ id: ids[domain], domain })));
    expect(backward).toEqual(forward);
  });

  it.each([
    ['updated_at', ['nest.com', 'stripes.example', 'www.nest.example', 'nestle.com', 'stripe.com']],
    ['country', ['stripe.com', 'nestle.com']],
    ['founded', []],
    ['type', ['stripe.com', 'stripes.example', 'nest.com', 'www.nest.example', 'nestle.com']],
  ])('sorts by %s, page by page, the companies that have it', async (sort, expected) => {
    const found: string[] = [];
    for (let address = `${SEARCH}?sort=${sort}&fields=domain&page_size=2`; address;) {
      const { body } = await api.get(address);
      expect(body.pagination.total_items).toBe(expected.length);
      found.push(...body.companies.map(({ domain }: { domain: string }) => domain));
      address = body.pagination.next_link;
    }
    expect(found).toEqual(expected);
  });

  it('looks up companies by every key at once, each company once, and names the unknown', async () => {
    const former = {
      kind: 'slug',
      name: 'nested',
      company_id: ids['nest.com'],
      merged_id: 1_000_000,
      since: OLD,
    };
    await api.db('company_aliases').insert([former, { ...former, name: 'nested-too' }]);
    const { body, status } = await api.send('post', LOOKUP, {
      ids: [ids['nest.com'], 999_999, former.merged_id],
      domains: ['STRIPE.dev', 'www.nest.example', 'nobody.example', 'www.nestle.com'],
      slugs: 'nest-com,nested,none',
      ciks: ['42', 7],
      fields: ['domain'],
    });
    expect(status).toBe(200);
    expect(body.companies).toEqual(
      ['stripe.com', 'nestle.com', 'nest.com', 'www.nest.example'].map((domain) => ({
        id: ids[domain],
        domain,
      })),
    );
    const matches = (body.matches as { key: string; value: unknown; company_id: number }[]).map(
      ({ key, value, company_id }) => [key, value, company_id],
    );
    expect(matches).toEqual([
      ['ids', ids['nest.com'], ids['nest.com']],
      ['ids', former.merged_id, ids['nest.com']],
      ['domains', 'stripe.dev', ids['stripe.com']],
      ['domains', 'www.nest.example', ids['www.nest.example']],
      ['domains', 'www.nestle.com', ids['nestle.com']],
      ['slugs', 'nest-com', ids['nest.com']],
      ['slugs', 'nested', ids['nest.com']],
      ['ciks', '0000000042', ids['nest.com']],
      ['ciks', '0000000042', ids['www.nest.example']],
    ]);
    expect(body.unknown).toEqual([
      { key: 'ids', value: 999_999 },
      { key: 'domains', value: 'nobody.example' },
      { key: 'slugs', value: 'none' },
      { key: 'ciks', value: '0000000007' },
    ]);
  });

  it('accepts the names that other lists have for domains, ids, slugs and CIKs', async () => {
    const { body } = await api.send('post', LOOKUP, { domains: ['stripe.com'], fields: ['domain'] });
    const other = await api.send('post', LOOKUP, { company_domains: ['stripe.com'], fields: ['domain'] });
    expect(other.body).toEqual(body);
    expect(other.body.matches).toMatchObject([{ key: 'domains', value: 'stripe.com' }]);
    const rest = { company_ids: [ids['nest.com']], company_slugs: ['nest-com'], company_ciks: ['42'] };
    const found = await api.send('post', LOOKUP, rest);
    expect(found.body.matches.map(({ key }: { key: string }) => key)).toEqual([
      'ids',
      'slugs',
      'ciks',
      'ciks',
    ]);
    const both = await api.send('post', LOOKUP, { domains: ['stripe.com'], company_domains: ['nest.com'] });
    expect([both.status, both.body.code]).toEqual([400, 'different_aliases']);
  });

  it('looks up a thousand values in as many statements as two', async () => {
    const statements = async (domains: string[]) => {
      const { result, sent } = await statementsOf(api.db, () => api.send('post', LOOKUP, { domains }));
      expect(result.status).toBe(200);
      return sent.length;
    };
    const many = Array.from({ length: 999 }, (_, i) => `c${i}.example`);
    expect(await statements(['stripe.com', ...many])).toBe(await statements(['stripe.com', 'nest.com']));
  });

  it.each([
    [{}, 'ids: is required, or domains, slugs or ciks'],
    [{ ciks: ['12345678901'] }, 'ciks.0: "12345678901" must be a CIK of at most 10 digits'],
    [{ domains: ['https://stripe.com/'] }, /must be a bare domain .*: stripe\.com/],
    [{ ids: [1], fields: ['revenue'] }, /fields/],
    [
      {
        ids: Array.from({ length: 600 }, (_, i) => i + 1),
        slugs: Array.from({ length: 401 }, (_, i) => `s${i}`),
      },
      'Name at most 1000 companies in one request.',
    ],
  ])('answers a lookup of %# with 400 and the reason', async (body, message) => {
    const answer = await api.send('post', LOOKUP, body);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });
});
