import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { deleteFrom, insertCompany, insertMetric } from '../../testing/fixtures.ts';
import { statementsOf } from '../../testing/statements.ts';

const NOW = new Date('2026-02-01T12:00:00.000Z');
const METRICS = '/api/v1/metrics/';

describe.each(engines)('metrics on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  let other: number;
  let bare: number;
  let growth: string;
  beforeAll(async () => {
    api = await startTestApi(engine, { clock: () => NOW });
    acme = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme' }, ['acme.org']);
    other = await insertCompany(api.db, { domain: 'other.com', slug: 'other' });
    bare = await insertCompany(api.db, { domain: 'bare.com', slug: 'bare' });
    // Two companies with the same twenty ends of month: ties are settled by id.
    for (let i = 0; i < 20; i++) {
      const month = String(1 + (i % 12)).padStart(2, '0');
      const end_date = `${2024 + Math.floor(i / 12)}-${month}-28`;
      const at = `2026-01-${String(1 + i).padStart(2, '0')}T10:00:00.000Z`;
      for (const company_id of [acme, other])
        await insertMetric(api.db, {
          company_id,
          end_date,
          created_at: at,
          updated_at: at,
          base: i % 4 === 0 ? 'recurring_revenue' : 'trailing_revenue',
          scenario: i % 5 === 0 ? 'projection' : 'historical',
          base_period: i % 2 === 0 ? 'year' : 'quarter',
        });
    }
    growth = await insertMetric(
      api.db,
      {
        company_id: bare,
        view: 'growth',
        growth_period: 'year',
        growth_period_length: 1,
        end_date: '2025-12-31',
        comparison_window_end_date: '2024-12-31',
        unit_kind: 'percent',
        currency_code: null,
        amount: 0.1,
        type: 'between',
        low: -12345678.1234,
        high: 9007199254740991,
      },
      [
        { quote: 'Sales grew.', updated_at: '2026-01-02T00:00:00.000Z', type: 'article' },
        { snippet: 'grew by a tenth', updated_at: '2026-01-03T00:00:00.000Z' },
        { is_filing: true, type: 'filing' },
        { updated_at: '2026-01-09T00:00:00.000Z' },
      ],
    );
  });
  afterAll(() => api.close());

  const total = async (query: string) => (await api.get(`${METRICS}?${query}`)).body.pagination?.total_items;
  const BOTH = 'company_domains=acme.com,other.com';

  it('returns the observations of one company, newest end date first, 30 per page', async () => {
    const { body } = await api.get(`${METRICS}?company_domain=acme.com`);
    expect(body.meta).toEqual({
      query_type: 'single-company',
      companies_count: 1,
      companies: [{ id: String(acme), slug: 'acme', domain: 'acme.com' }],
    });
    expect(body.pagination).toMatchObject({ page_size: 30, current_page_items: 20, total_items: 20 });
    const ends = body.metrics.map((m: { measurement: { end_date: string } }) => m.measurement.end_date);
    expect(ends).toEqual([...ends].sort().reverse());
    expect(ends[0]).toBe('2025-08-28');
  });

  it('returns an observation in the shape of the specification, with ids as strings and exact amounts', async () => {
    const { body } = await api.get(`${METRICS}?company_id=${bare}`);
    expect(body.metrics).toEqual([
      {
        metric_id: growth,
        metric_definition: {
          base: 'trailing_revenue',
          view: 'growth',
          base_period: 'year',
          base_forward: null,
          growth_period: 'year',
          growth_period_length: 1,
        },
        measurement: {
          scenario: 'historical',
          end_date: '2025-12-31',
          custom_start_date: null,
          comparison_window_end_date: '2024-12-31',
          comparison_window_custom_start_date: null,
          type: 'between',
          unit_kind: 'percent',
          currency_code: null,
          amount: 0.1,
          low: -12345678.1234,
          high: 9007199254740991,
          scope_name: null,
          scope_type: null,
          status: 'Active',
        },
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        company: { id: String(bare), slug: 'bare', domain: 'bare.com' },
        citations: expect.anything(),
      },
    ]);
  });

  it('returns and counts only sources with a quote, a snippet or a filing [R-METRIC-23]', async () => {
    const { body } = await api.get(`${METRICS}?company_id=${bare}`);
    const { summary, sources } = body.metrics[0].citations;
    expect(summary).toEqual({ count: 3, latest_updated_at: '2026-01-03T00:00:00.000Z' });
    expect(sources).toHaveLength(3);
    expect(sources[0]).toEqual({
      link: 'https://example.com/0',
      headline: 'Source 0',
      quote: 'Sales grew.',
      publication: 'Example',
      type: 'article',
    });
  });

  it('returns and counts all sources with include_all_signal_evidence=true [R-METRIC-24]', async () => {
    const { body } = await api.get(`${METRICS}?company_id=${bare}&include_all_signal_evidence=true`);
    const { summary, sources } = body.metrics[0].citations;
    expect(summary).toEqual({ count: 4, latest_updated_at: '2026-01-09T00:00:00.000Z' });
    expect(sources.map((source: { headline: string }) => source.headline)).toEqual([
      'Source 0',
      'Source 1',
      'Source 2',
      'Source 3',
    ]);
    const none = await api.get(`${METRICS}?company_domain=acme.com&page_size=1`);
    expect(none.body.metrics[0].citations).toEqual({
      summary: { count: 0, latest_updated_at: null },
      sources: [],
    });
  });

  it('accepts several companies by id, by domain or both, and skips unknown ones [R-METRIC-10]', async () => {
    const meta = async (query: string) => (await api.get(`${METRICS}?${query}`)).body.meta;
    const two = {
      query_type: 'multi-company',
      companies_count: 2,
      companies: [
        { id: String(acme), slug: 'acme', domain: 'acme.com' },
        { id: String(other), slug: 'other', domain: 'other.com' },
      ],
    };
    expect(await meta(BOTH)).toEqual(two);
    expect(await meta(`company_ids=${other}, ${acme},99999,${other}`)).toEqual(two);
    expect(await meta(`company_ids=${other}&company_domains=ACME.org,acme.com,nobody.com`)).toEqual(two);
    expect(await meta('company_domains=nobody.com')).toEqual({
      query_type: 'multi-company',
      companies_count: 0,
      companies: [],
    });
  });

  it.each([
    ['company_domain=acme.com&company_domains=other.com', 'company_domain', 'company_domains'],
    ['company_domain=acme.com&company_ids=1', 'company_domain', 'company_ids'],
    ['company_id=1&company_domains=other.com', 'company_id', 'company_domains'],
    ['company_id=1&company_ids=1', 'company_id', 'company_ids'],
  ])(
    'rejects %s: single and multi-company filters must not be mixed [R-METRIC-11]',
    async (query, one, several) => {
      const response = await api.get(`${METRICS}?${query}`);
      expect([response.status, response.body.code]).toEqual([400, 'mixed_company_filters']);
      expect(response.body.error).toContain(`${one} (one company)`);
      expect(response.body.error).toContain(`${several} (several)`);
    },
  );

  it.each([
    ['company_domain=nobody.com', 'Company not found for domain: nobody.com'],
    ['company_id=99999', 'Company not found for id: 99999'],
  ])('answers %s with 404 in the words of the specification', async (query, error) => {
    const response = await api.get(`${METRICS}?${query}`);
    expect([response.status, response.body.error]).toEqual([404, error]);
  });

  it.each([
    ['metric_base=recurring_revenue', 10],
    ['metric_base=arr', 10],
    ['metric_base=revenue', 30],
    ['metric_base=revenue,arr', 40],
    ['metric_base=trailing_revenue&metric_view=growth', 0],
    ['metric_view=value,growth', 40],
    ['measurement_scenario=projection', 8],
    ['measurement_scenario=projection,historical', 40],
    ['base_period=quarter', 20],
    ['base_period=quarter, year', 40],
    ['growth_period=year', 0],
    ['measurement_end_date_gte=2025-07-28', 4],
    ['measurement_end_date_gte=2025-07-28T00:00:01Z', 2],
    ['measurement_end_date_lte=2024-02-28', 4],
    ['measurement_end_date_lte=2024-02-27T23:59:59Z', 2],
    ['measurement_end_date_lte=2024-02-28T00:00:00Z', 4],
    ['comparison_window_end_date_gte=2000-01-01', 0],
    ['created_at_gte=2026-01-19&created_at_lte=2026-01-20T09:59:59Z', 2],
    ['updated_at_gte=2026-01-19T10:00:00Z&updated_at_lte=2026-01-20T10:00:00Z', 4],
    ['metric_base=unheard_of', 0],
  ])('with %s returns %s observations of two companies', async (query, expected) => {
    expect(await total(`${BOTH}&${query}`)).toBe(expected);
  });

  it('returns growth observations by comparison window and growth period', async () => {
    for (const [query, expected] of [
      ['comparison_window_end_date_gte=2024-12-31&comparison_window_end_date_lte=2024-12-31', 1],
      ['comparison_window_end_date_gte=2025-01-01', 0],
      ['growth_period=year', 1],
    ] as const)
      expect([query, await total(`company_domain=bare.com&${query}`)]).toEqual([query, expected]);
  });

  it.each([
    ['measurement_end_date_gte=2025-07-15&measurement_end_date_lte=2025-07-29', 2],
    ['comparison_window_end_date_gte=2024-12-25&comparison_window_end_date_lte=2025-01-01', 1],
    ['created_at_gte=2026-01-18T12:00:00Z', 4],
    ['updated_at_gte=2026-01-01&updated_at_lte=2026-01-02&created_at_gte=2000-01-01', 5],
  ])(
    'accepts %s without a company, because it spans 14 days or less [R-METRIC-25]',
    async (query, expected) => {
      const { body } = await api.get(`${METRICS}?${query}`);
      expect(body.meta).toEqual({ query_type: 'domain-less', companies_count: 0, companies: [] });
      expect(body.pagination.total_items).toBe(expected);
    },
  );

  it.each([
    '',
    'metric_base=arr',
    'measurement_end_date_gte=2025-07-01&measurement_end_date_lte=2025-07-16',
    'comparison_window_end_date_lte=2025-01-01',
    'created_at_gte=2026-01-18T11:59:59Z',
    'updated_at_gte=2025-01-01',
  ])(
    'rejects %j without a company: one date range of 14 days or less is required [R-METRIC-25]',
    async (query) => {
      const response = await api.get(`${METRICS}?${query}`);
      expect([response.status, response.body.code]).toEqual([400, 'window_required']);
      expect(response.body.error).toContain('measurement_end_date_gte and measurement_end_date_lte');
    },
  );

  it('ends an open range without a company now, and leaves out later observations', async () => {
    const ahead = await insertMetric(api.db, {
      company_id: bare,
      end_date: '2030-12-31',
      scenario: 'projection',
    });
    expect(await total('measurement_end_date_gte=2026-01-20')).toBe(0);
    expect(await total('company_domain=bare.com&measurement_end_date_gte=2026-01-20')).toBe(1);
    await deleteFrom(api.db, 'metrics', { id: ahead });
  });

  it('returns the same for a POST with arrays, comma-separated strings or a form as for a GET [R-METRIC-28]', async () => {
    const get = await api.get(`${METRICS}?company_ids=${acme},${other}&metric_base=arr&page_size=4`);
    const body = { metric_base: ['arr'], page_size: 4 };
    const array = await api.send('post', METRICS, { ...body, company_ids: [acme, String(other)] });
    const comma = await api.send('post', METRICS, {
      ...body,
      metric_base: 'arr',
      company_ids: `${acme},${other}`,
    });
    const form = await api.send(
      'post',
      METRICS,
      { metric_base: 'arr', page_size: 4, company_ids: `${acme},${other}` },
      'form',
    );
    expect(array.body.metrics).toEqual(get.body.metrics);
    expect(array.body.meta).toEqual(get.body.meta);
    expect(comma.body).toEqual(array.body);
    expect(form.body).toEqual(array.body);
    const future = await api.send('post', METRICS, { ...body, company_ids: [acme], as_of: '2999-01-01' });
    expect([future.status, future.body.error]).toEqual([
      400,
      expect.stringContaining('not be in the future'),
    ]);
    const next = await api.send('post', array.body.pagination.next_link, {
      ...body,
      company_ids: [acme, other],
    });
    expect(next.body.metrics).toEqual((await api.get(get.body.pagination.next_link)).body.metrics);
  });

  it('accepts up to 200 companies by GET and 1000 by POST, and names the limit otherwise [R-METRIC-10 R-METRIC-28]', async () => {
    const ids = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
    const get = (n: number, more = '') => api.get(`${METRICS}?company_ids=${ids(n).join(',')}${more}`);
    const post = (n: number, more = {}) => api.send('post', METRICS, { company_ids: ids(n), ...more });
    expect([(await get(200)).status, (await post(1000)).status]).toEqual([200, 200]);
    for (const over of [await get(201), await get(200, '&company_domains=acme.com')])
      expect([over.status, over.body.error]).toEqual([400, expect.stringContaining('at most 200')]);
    for (const over of [await post(1001), await post(1000, { company_domains: ['acme.com'] })])
      expect([over.status, over.body.error]).toEqual([400, expect.stringContaining('at most 1000')]);
  });

  it('returns each observation once by links with random page sizes, forward and backward', async () => {
    const walk = async (start: string, field: 'next_link' | 'prev_link', sizes: number[]) => {
      const ids: string[] = [];
      let link: string | null = start;
      for (let i = 0; link; i++) {
        const { body } = await api.get(link.replace(/page_size=\d+/, `page_size=${sizes[i % sizes.length]}`));
        ids[field === 'next_link' ? 'push' : 'unshift'](
          ...body.metrics.map((m: { metric_id: string }) => m.metric_id),
        );
        link = body.pagination[field];
      }
      return ids;
    };
    const everything = (
      await api.db('metrics').whereIn('company_id', [acme, other]).orderBy(['end_date', 'id']).pluck('id')
    ).reverse();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 17 }), { minLength: 1, maxLength: 4 }),
        async (sizes) => {
          expect(await walk(`${METRICS}?${BOTH}&page_size=1`, 'next_link', sizes)).toEqual(everything);
          expect(await walk(`${METRICS}?${BOTH}&page_size=1&page_before=End`, 'prev_link', sizes)).toEqual(
            everything,
          );
        },
      ),
      { numRuns: 6 },
    );
  });

  it('reads the citations of a page in one statement', async () => {
    const { sent } = await statementsOf(api.db, () => api.get(`${METRICS}?${BOTH}&page_size=40`));
    expect(sent.filter((sql) => sql.includes('metric_citations'))).toHaveLength(1);
    expect(sent.length).toBeLessThan(8);
  });

  it('returns each unchanged observation exactly once while others are inserted, updated and deleted', async () => {
    const unchanged = (
      await api.db('metrics').where({ company_id: other }).orderBy(['end_date', 'id']).pluck('id')
    ).reverse();
    for (const [start, field] of [
      ['page_after=Start', 'next_link'],
      ['page_before=End', 'prev_link'],
    ] as const) {
      const found: string[] = [];
      const added: string[] = [];
      let link: string | null = `${METRICS}?company_domain=other.com&page_size=4&${start}`;
      for (let i = 0; link; i++) {
        const { body } = await api.get(link);
        const ids = body.metrics.map((metric: { metric_id: string }) => metric.metric_id);
        found[field === 'next_link' ? 'push' : 'unshift'](...ids);
        link = body.pagination[field];
        for (const end_date of ['2026-01-31', '2024-09-01', '2020-01-01'])
          added.push(await insertMetric(api.db, { company_id: other, end_date }));
        const moved = { end_date: '2024-07-01' };
        await api
          .db('metrics')
          .where({ id: added[3 * i] })
          .update(moved);
        if (i > 0)
          await api
            .db('metrics')
            .where({ id: added[3 * i - 2] })
            .delete();
        if (i > 50) throw new Error('the walk does not end');
      }
      expect(found.filter((id) => unchanged.includes(id))).toEqual(unchanged);
      await deleteFrom(api.db, 'metrics', { id: added });
    }
  });

  it.each([
    ['page_size=101', 'at most 100'],
    ['page_after=Start&page_before=End', 'page_after and page_before cannot be combined'],
    ['page_before=nonsense', 'page_before is not a cursor'],
    ['base=arr', 'is unknown'],
    ['include_all_signal_evidence=all', 'true, false, 1 or 0'],
    ['measurement_end_date_gte=2025-02-30', 'ISO 8601'],
    ['metric_view=', 'at least one value'],
    ['company_id=1&company_id=2', 'more than once'],
  ])('rejects %s with 400 and a remedy', async (query, words) => {
    const response = await api.get(`${METRICS}?company_domain=acme.com&${query}`);
    expect([response.status, response.body.error]).toEqual([400, expect.stringContaining(words)]);
  });
});
