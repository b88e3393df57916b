import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertInto } from '../../testing/fixtures.ts';

describe.each(engines)('rankings on %s', (engine) => {
  let api: TestApi;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    api = await startTestApi(engine);
    const add = async (
      slug: string,
      fields: Parameters<typeof insertCompany>[1] | object,
      values: Record<string, number | null>,
    ) => {
      ids[slug] = await insertCompany(api.db, { domain: `${slug}.com`, slug, ...fields });
      await insertInto(
        api.db,
        'company_financials',
        Object.entries(values).map(([name, value]) => ({
          company_id: ids[slug],
          name,
          value,
          date: slug === 'undated' ? null : '2026-01-13',
        })),
      );
    };
    await add('small', {}, { latest_estimated_valuation: 10.5, total_estimated_funding: 7 });
    await add(
      'tied-a',
      {},
      {
        latest_estimated_valuation: 50,
        latest_estimated_revenue: 3,
        total_estimated_funding: 9,
      },
    );
    await add('tied-b', { type: 'public' }, { latest_estimated_valuation: 50, latest_estimated_revenue: 4 });
    await add('undated', { type: 'public' }, { latest_estimated_valuation: 95_000_000_000.25 });
    await add('closed-down', { is_active: false }, { latest_estimated_valuation: 1e12 });
    await add('unknown', {}, { latest_estimated_valuation: null });
  });
  afterAll(() => api.close());

  const ranked = async (query = '') => {
    const { body } = await api.get(`/api/v1/companies/rankings/${query}`);
    return body.companies.map(({ slug }: { slug: string }) => slug);
  };

  it('ranks active companies with a value by valuation, highest first, ties by id [R-RANK-03 R-RANK-08 R-RANK-10]', async () => {
    const { body } = await api.get('/api/v1/companies/rankings/');
    expect(body.companies.map(({ slug }: { slug: string }) => slug)).toEqual([
      'undated',
      'tied-a',
      'tied-b',
      'small',
    ]);
    expect(body.meta).toEqual({
      sort_by: 'valuation',
      order: 'desc',
      company_type: 'all',
      limit: 50,
      total_ranked: 4,
    });
    expect(body.companies[0]).toEqual({
      id: ids['undated'],
      slug: 'undated',
      name: 'undated',
      domain: 'undated.com',
      type: 'public',
      metric: 'valuation',
      metric_value: 95_000_000_000.25,
      metric_date: null,
    });
    expect(body.companies[1].metric_date).toBe('2026-01-13');
  });

  it.each([
    ['', ['undated', 'tied-a', 'tied-b', 'small']],
    ['?sort_by=valuation', ['undated', 'tied-a', 'tied-b', 'small']],
    ['?sort_by=revenue', ['tied-b', 'tied-a']],
    ['?sort_by=total_funding', ['tied-a', 'small']],
  ])('"%s" sorts by the metric of sort_by, valuation by default [R-RANK-05]', async (query, slugs) => {
    expect(await ranked(query)).toEqual(slugs);
  });

  it.each([
    ['', ['tied-b', 'tied-a']],
    ['&order=desc', ['tied-b', 'tied-a']],
    ['&order=asc', ['tied-a', 'tied-b']],
  ])('"%s" orders by revenue, descending by default [R-RANK-06]', async (query, slugs) => {
    expect(await ranked(`?sort_by=revenue${query}`)).toEqual(slugs);
  });

  it.each([
    ['', ['undated', 'tied-a', 'tied-b', 'small']],
    ['?company_type=all', ['undated', 'tied-a', 'tied-b', 'small']],
    ['?company_type=public', ['undated', 'tied-b']],
    ['?company_type=private', ['tied-a', 'small']],
  ])('"%s" ranks the companies of company_type, all by default [R-RANK-07]', async (query, slugs) => {
    expect(await ranked(query)).toEqual(slugs);
  });

  it('orders ties by id in ascending lists too [R-RANK-06]', async () => {
    expect(await ranked('?order=asc')).toEqual(['small', 'tied-a', 'tied-b', 'undated']);
  });

  it('returns at most limit companies and counts all [R-RANK-11]', async () => {
    const { body } = await api.get('/api/v1/companies/rankings?limit=2');
    expect(body.companies).toHaveLength(2);
    expect(body.meta).toMatchObject({ limit: 2, total_ranked: 4 });
    expect((await api.get('/api/v1/companies/rankings?limit=100')).status).toBe(200);
  });

  it.each(['', 'order=asc&', 'sort_by=revenue&', 'company_type=public&order=asc&'])(
    'returns each ranked company once by following the links from Start and from End: "%s"',
    async (query) => {
      const expected = await ranked(`?${query}`);
      const walk = async (start: string, link: 'next_link' | 'prev_link') => {
        const pages: string[][] = [];
        for (let address: string | null = start; address;) {
          const { body } = await api.get(address);
          const { pagination, meta, companies } = body;
          expect(pagination).toMatchObject({ page_size: 1, total_items: expected.length });
          expect(meta).toMatchObject({ limit: 1, total_ranked: expected.length });
          pages.push(companies.map(({ slug }: { slug: string }) => slug));
          address = pagination[link];
        }
        return link === 'next_link' ? pages.flat() : pages.reverse().flat();
      };
      const path = `/api/v1/companies/rankings/?${query}limit=1`;
      expect(await walk(`${path}&page_after=Start`, 'next_link')).toEqual(expected);
      expect(await walk(`${path}&page_before=End`, 'prev_link')).toEqual(expected);
    },
  );

  it('returns the same page for its own cursor, and rejects the cursor of another order', async () => {
    const path = '/api/v1/companies/rankings/?limit=2';
    const first = await api.get(`${path}&page_after=start`);
    expect(first.body.pagination).toMatchObject({ after_cursor: 'Start', prev_link: null });
    const second = await api.get(first.body.pagination.next_link);
    const { after_cursor: here, before_cursor: before } = second.body.pagination;
    const again = await api.get(`${path}&page_after=${here}`);
    expect(again.body.companies).toEqual(second.body.companies);
    expect((await api.get(`${path}&page_before=${before}`)).body.companies).toEqual(first.body.companies);
    for (const other of ['order=asc', 'sort_by=revenue', 'page_before=End']) {
      const { status, type } = await api.get(`${path}&${other}&page_after=${here}`);
      expect([other, status, type]).toEqual([other, 400, 'text/plain']);
    }
  });

  it('reports an unsupported sort_by and lists the supported values, as plain text [R-RANK-12 R-RANK-13]', async () => {
    const response = await api.get('/api/v1/companies/rankings/?sort_by=headcount');
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.text).toBe(
      'sort_by: is unsupported. Supported values: valuation, revenue, total_funding',
    );
  });

  it.each([
    ['order=up', 'order: must be asc or desc'],
    ['company_type=listed', 'company_type: must be all, private or public'],
    ['limit=101', 'limit: must be at most 100'],
    ['limit=0', 'limit: must be at least 1'],
    ['limit=ten', 'limit: must be a whole number from 1 to 100'],
    ['sort=revenue', 'sort: is unknown; did you mean sort_by?'],
    ['limit=1&limit=2', 'limit: appears more than once; send it once'],
  ])('rejects %s with 400 as plain text [R-RANK-09 R-RANK-12]', async (query, message) => {
    const response = await api.get(`/api/v1/companies/rankings/?${query}`);
    expect([response.status, response.text]).toEqual([400, message]);
    expect(response.headers['content-type']).toContain('text/plain');
    const problem = await api.get(`/api/v1/companies/rankings/?${query}`, {
      accept: 'application/problem+json',
    });
    expect(problem.body).toMatchObject({ status: 400, detail: message, code: 'invalid_input' });
  });
});
