import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { deleteFrom, insertCompany, insertNews } from '../../testing/fixtures.ts';

const NOW = new Date('2026-02-01T12:00:00.000Z');
const NEWS = '/api/v1/news/company/';
const LOGO = { url: 'https://acme.com/logo.png', dimensions: { width: 64, height: 64 } };
const article = (id: number, thumbnail: string | null) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  link: `https://example.com/${id}`,
  headline: 'Acme raises $5M',
  short_summary: 'A round.',
  date_published: '2026-01-20',
  thumbnail,
  publication: 'Example',
  publication_score: 80,
});

describe.each(engines)('news on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  let other: number;
  let bare: number;
  beforeAll(async () => {
    api = await startTestApi(engine, { clock: () => NOW });
    acme = await insertCompany(api.db, { domain: 'acme.com', logo_json: JSON.stringify(LOGO) }, ['acme.org']);
    other = await insertCompany(api.db, { domain: 'other.com' });
    bare = await insertCompany(api.db, { domain: 'bare.com' });
    for (let i = 0; i < 24; i++) {
      // Two of each day from 10 January on: ties are settled by id.
      const day = String(10 + Math.floor(i / 2));
      await insertNews(api.db, {
        company_id: i % 3 === 0 ? acme : other,
        release_date: `2026-01-${day}T09:00:00.000Z`,
        created_at: `2026-01-${day}T10:00:00.000Z`,
        updated_at: `2026-01-${day}T11:00:00.000Z`,
        importance: i % 6 === 5 ? 'minor' : 'major',
        articles_json: JSON.stringify([article(1, 'https://example.com/1.png'), article(2, null)]),
      });
    }
    await insertNews(api.db, { company_id: bare, articles_json: JSON.stringify([article(3, null)]) });
  });
  afterAll(() => api.close());

  const total = async (query: string) => (await api.get(`${NEWS}?${query}`)).body.pagination?.total_items;
  const newest = async (companies: number[], importance = ['major', 'minor']): Promise<string[]> => {
    const rows = api.db('news').whereIn('company_id', companies).whereIn('importance', importance);
    return (await rows.orderBy(['release_date', 'id']).pluck('id')).reverse();
  };

  it('returns the news of one company, newest first, 10 per page, with articles and company [R-NEWS-07 R-NEWS-13 R-NEWS-18 R-NEWS-21]', async () => {
    const { body } = await api.get(`${NEWS}?company_domain=other.com&news_type=all`);
    expect(body.meta).toEqual({
      query_type: 'single-company',
      companies_count: 1,
      companies: [{ id: other, domain: 'other.com' }],
    });
    expect(body.pagination).toMatchObject({
      page_size: 10,
      current_page_items: 10,
      total_items: 16,
      after_cursor: 'Start',
      before_cursor: null,
      prev_link: null,
      next_cursor: expect.any(String),
      prev_cursor: null,
    });
    expect(body.company_news.map((item: { id: string }) => item.id)).toEqual(
      (await newest([other])).slice(0, 10),
    );
    expect(body.company_news[0]).toMatchObject({
      release_date: '2026-01-21T09:00:00.000Z',
      company: { id: other, domain: 'other.com' },
      articles: [article(1, 'https://example.com/1.png'), article(2, null)],
    });
  });

  it('returns only major news without news_type=all [R-NEWS-24]', async () => {
    const [major, all] = [
      await total('company_domain=other.com'),
      await total('company_domain=other.com&news_type=all'),
    ];
    expect([major, all]).toEqual([12, 16]);
  });

  it('prefers company_id to company_domains, and those to company_domain [R-NEWS-09 R-NEWS-12]', async () => {
    const everyone = 'company_domains=other.com,bare.com&company_domain=bare.com';
    const meta = async (query: string) => (await api.get(`${NEWS}?${query}`)).body.meta;
    expect(await meta(`${everyone}&company_id=${acme}`)).toMatchObject({
      query_type: 'single-company',
      companies: [{ id: acme, domain: 'acme.com' }],
    });
    expect(await meta(everyone)).toMatchObject({ query_type: 'multi-company', companies_count: 2 });
    expect(await meta('company_domain=bare.com')).toMatchObject({ query_type: 'single-company' });
  });

  it('accepts alternative domains in a list, and skips unknown ones', async () => {
    const { body } = await api.get(`${NEWS}?company_domains=nobody.com, ACME.org ,bare.com,,acme.com`);
    expect(body.meta).toEqual({
      query_type: 'multi-company',
      companies_count: 2,
      companies: [
        { id: acme, domain: 'acme.com' },
        { id: bare, domain: 'bare.com' },
      ],
    });
    expect(body.pagination.total_items).toBe(9);
    const none = await api.get(`${NEWS}?company_domains=nobody.com`);
    expect(none.body).toMatchObject({
      company_news: [],
      meta: { query_type: 'multi-company', companies_count: 0, companies: [] },
      pagination: { total_items: 0 },
    });
  });

  it.each([
    ['company_domain=nobody.com', 'Company not found for domain: nobody.com'],
    ['company_id=99999', 'Company not found for id: 99999'],
  ])('answers %s with 404 in the words of the specification', async (query, error) => {
    const response = await api.get(`${NEWS}?${query}`);
    expect([response.status, response.body.error]).toEqual([404, error]);
  });

  it('returns null as companies without a company filter [R-NEWS-08]', async () => {
    const { body } = await api.get(
      `${NEWS}?release_date_start=2026-01-10&release_date_end=2026-01-12&news_type=all`,
    );
    expect(body.meta).toEqual({ query_type: 'domain-less', companies_count: 0, companies: null });
    expect(body.pagination.total_items).toBe(6);
    expect(
      new Set(body.company_news.map((item: { company: { domain: string } }) => item.company.domain)),
    ).toEqual(new Set(['acme.com', 'other.com']));
  });

  it.each([
    'created_at_start=2026-01-10&created_at_end=2026-01-24T00:00:00Z',
    'created_at_gte=2026-01-10&created_at_lte=2026-01-24',
    'updated_at_gte=2026-01-18T12:00:00Z',
    // A date is the whole day: that of two weeks ago, all through today.
    'updated_at_gte=2026-01-18',
    'release_date_start=2026-01-20&created_at_gte=2020-01-01',
  ])('accepts %s as a range of 14 days or less [R-NEWS-25]', async (query) => {
    expect((await api.get(`${NEWS}?${query}`)).status).toBe(200);
  });

  it.each([
    '',
    'news_type=all',
    'created_at_gte=2026-01-10&created_at_lte=2026-01-24T00:00:00.001Z',
    'created_at_gte=2026-01-10&created_at_lte=2026-01-25',
    'updated_at_gte=2026-01-18T11:59:59Z',
    'updated_at_gte=2026-01-17',
    'release_date_end=2026-01-10',
    'release_date_start=2026-01-01&updated_at_lte=2026-01-02',
  ])(
    'rejects %j without a company: at least one range of 14 days or less is required [R-NEWS-25]',
    async (query) => {
      const response = await api.get(`${NEWS}?${query}`);
      expect([response.status, response.body.code]).toEqual([400, 'window_required']);
      expect(response.body.error).toContain('14 days or less');
    },
  );

  it('reports for each range what is wrong with it', async () => {
    const { body } = await api.get(
      `${NEWS}?created_at_gte=2026-01-10&created_at_lte=2026-01-24T00:00:00.001Z&release_date_end=2026-01-10`,
    );
    expect(body.error).toBe(
      'Without a company, at least one date range must span 14 days or less: created_at_gte and created_at_lte ' +
        '(14.1 days were sent), or updated_at_gte and updated_at_lte, or release_date_start and release_date_end ' +
        '(no lower bound was sent). A lower bound is required; without an upper bound, the range ends now.',
    );
  });

  it('ends a range without an upper bound now, and keeps that end on later pages', async () => {
    const later = await insertNews(api.db, { company_id: bare, release_date: '2026-02-01T13:00:00.000Z' });
    let clock = NOW;
    const walking = await startTestApi(engine, { clock: () => clock });
    try {
      const id = await insertCompany(walking.db, { domain: 'acme.com' });
      for (const day of ['18', '19', '20'])
        await insertNews(walking.db, { company_id: id, release_date: `2026-01-${day}T13:00:00.000Z` });
      await insertNews(walking.db, { company_id: id, release_date: '2026-02-01T13:00:00.000Z' });
      const address = `${NEWS}?release_date_start=2026-01-18T12:00:00Z&page_size=2`;
      const first = await walking.get(address);
      expect(first.body.pagination.total_items).toBe(3);
      const open = `${NEWS}?release_date_start=2026-01-18T12:30:00Z&page_size=2`;
      const etag = (await walking.get(open)).headers['etag']!;
      clock = new Date(NOW.getTime() + 60_000);
      expect((await walking.get(open, { 'if-none-match': etag })).status).toBe(304);
      clock = new Date('2026-02-03T12:00:00.000Z');
      const second = await walking.get(first.body.pagination.next_link);
      expect([second.status, second.body.company_news.length]).toEqual([200, 1]);
      expect((await walking.get(address)).body.code).toBe('window_required');
    } finally {
      await walking.close();
      await deleteFrom(api.db, 'news', { id: later });
    }
  });

  it('filters by each time, both bounds inclusive, and by either name of the created_at bounds [R-NEWS-14 R-NEWS-15 R-NEWS-16 R-NEWS-17]', async () => {
    const company = 'company_domains=acme.com,other.com&news_type=all';
    for (const query of [
      'release_date_start=2026-01-12T09:00:00Z&release_date_end=2026-01-13T09:00:00Z',
      'created_at_start=2026-01-12T10:00:00Z&created_at_end=2026-01-13T10:00:00Z',
      'created_at_gte=2026-01-12&created_at_lte=2026-01-13',
      'created_at_gte=2026-01-12&created_at_start=2026-01-12T00:00:00Z&created_at_lte=2026-01-13',
      'updated_at_gte=2026-01-12T12:00:00+01:00&updated_at_lte=2026-01-13T11:00:00',
    ])
      expect([query, await total(`${company}&${query}`)]).toEqual([query, 4]);
  });

  it.each([
    ['created_at_start=2026-01-12&created_at_gte=2026-01-13', 'created_at_gte'],
    ['created_at_end=2026-01-12&created_at_lte=2026-01-13', 'created_at_lte'],
  ])('rejects %s: two names of one filter with different values', async (query, name) => {
    const response = await api.get(`${NEWS}?company_domain=acme.com&${query}`);
    expect([response.status, response.body.code]).toEqual([400, 'different_aliases']);
    expect(response.body.error).toContain(name);
  });

  it('falls back to the company logo for articles without a thumbnail when require_thumbnails is true [R-NEWS-22 R-NEWS-23]', async () => {
    type Item = { company: { domain: string }; articles: { thumbnail: string | null }[] };
    const thumbnails = async (query: string, domain = 'acme.com') => {
      const items = (await api.get(`${NEWS}?${query}`)).body.company_news as Item[];
      return items.find(({ company }) => company.domain === domain)!.articles.map((a) => a.thumbnail);
    };
    const own = 'https://example.com/1.png';
    expect(await thumbnails('company_domain=acme.com')).toEqual([own, null]);
    expect(await thumbnails('company_domain=acme.com&require_thumbnails=False')).toEqual([own, null]);
    expect(await thumbnails('company_domain=acme.com&require_thumbnails=true')).toEqual([own, LOGO.url]);
    // The news of several companies are read by another statement.
    expect(await thumbnails('company_domains=acme.com,bare.com')).toEqual([own, null]);
    // A company without a logo has nothing to fall back to.
    expect(await thumbnails('company_domain=bare.com&require_thumbnails=1', 'bare.com')).toEqual([null]);
  });

  it('returns the same for a POST with arrays, comma-separated strings or a form as for a GET [R-NEWS-02 R-NEWS-11]', async () => {
    const get = await api.get(`${NEWS}?company_domains=acme.com,bare.com&news_type=all&page_size=3`);
    const fields = { news_type: 'all', page_size: 3 };
    const array = await api.send('post', NEWS, { ...fields, company_domains: ['acme.com', 'bare.com'] });
    const comma = await api.send('post', NEWS, { ...fields, company_domains: 'acme.com,bare.com' });
    const form = await api.send('post', NEWS, { ...fields, company_domains: 'acme.com,bare.com' }, 'form');
    expect(array.body.company_news).toEqual(get.body.company_news);
    expect(array.body.meta).toEqual(get.body.meta);
    expect(comma.body).toEqual(array.body);
    expect(form.body).toEqual(array.body);
    const all: string[] = [];
    for (let link: string | null = NEWS; link;) {
      const page = await api.send('post', link, { ...fields, company_domains: ['acme.com', 'bare.com'] });
      all.push(...page.body.company_news.map((item: { id: string }) => item.id));
      link = page.body.pagination.next_link;
    }
    expect(all).toEqual(await newest([acme, bare]));
  });

  it('accepts up to 200 domains by GET and 1000 by POST, and names the limit otherwise [R-NEWS-10 R-NEWS-11]', async () => {
    const domains = (n: number) => Array.from({ length: n }, (_, i) => `c${i}.com`);
    const get = (n: number) => api.get(`${NEWS}?company_domains=${domains(n).join(',')}`);
    const post = (n: number) => api.send('post', NEWS, { company_domains: domains(n) });
    expect([(await get(200)).status, (await post(1000)).status]).toEqual([200, 200]);
    const [getOver, postOver] = [await get(201), await post(1001)];
    expect([getOver.status, getOver.body.error]).toEqual([400, expect.stringContaining('at most 200')]);
    expect([postOver.status, postOver.body.error]).toEqual([400, expect.stringContaining('at most 1000')]);
  });

  it('returns each item once by links with random page sizes, forward and backward', async () => {
    const walk = async (start: string, field: 'next_link' | 'prev_link', sizes: number[]) => {
      const ids: string[] = [];
      let link: string | null = start;
      for (let i = 0; link; i++) {
        const { body } = await api.get(link.replace(/page_size=\d+/, `page_size=${sizes[i % sizes.length]}`));
        ids[field === 'next_link' ? 'push' : 'unshift'](
          ...body.company_news.map((n: { id: string }) => n.id),
        );
        link = body.pagination[field];
      }
      return ids;
    };
    const cases: [string, string[]][] = [
      ['company_domain=other.com&news_type=all', await newest([other])],
      ['company_domains=other.com,acme.com,bare.com', await newest([other, acme, bare], ['major'])],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...cases),
        async (sizes, [query, expected]) => {
          expect(await walk(`${NEWS}?${query}&page_size=1`, 'next_link', sizes)).toEqual(expected);
          expect(await walk(`${NEWS}?${query}&page_size=1&page_before=End`, 'prev_link', sizes)).toEqual(
            expected,
          );
        },
      ),
      { numRuns: 6 },
    );
  });

  it('returns each unchanged item exactly once while others are inserted, updated and deleted', async () => {
    const unchanged = await newest([other]);
    for (const [start, field] of [
      ['page_after=Start', 'next_link'],
      ['page_before=End', 'prev_link'],
    ] as const) {
      const found: string[] = [];
      const added: string[] = [];
      let link: string | null = `${NEWS}?company_domain=other.com&news_type=all&page_size=5&${start}`;
      for (let i = 0; link; i++) {
        const { body } = await api.get(link);
        const ids = body.company_news.map((item: { id: string }) => item.id);
        found[field === 'next_link' ? 'push' : 'unshift'](...ids);
        link = body.pagination[field];
        for (const day of ['2026-01-31', '2026-01-15', '2020-01-01'])
          added.push(await insertNews(api.db, { company_id: other, release_date: `${day}T00:00:00.000Z` }));
        const moved = { release_date: '2026-01-13T00:00:00.000Z' };
        await api
          .db('news')
          .where({ id: added[3 * i] })
          .update(moved);
        if (i > 0)
          await api
            .db('news')
            .where({ id: added[3 * i - 2] })
            .delete();
        if (i > 50) throw new Error('the walk does not end');
      }
      expect(found.filter((id) => unchanged.includes(id))).toEqual(unchanged);
      await deleteFrom(api.db, 'news', { id: added });
    }
  });

  it.each([
    ['page_size=51', 'at most 50'],
    ['page_size=0', 'at least 1'],
    ['page_after=Start&page_before=End', 'page_after and page_before cannot be combined'],
    ['page_after=nonsense', 'page_after is not a cursor'],
    ['news_type=minor', 'must be major or all'],
    ['require_thumbnails=yes', 'true, false, 1 or 0'],
    ['release_date_start=soon', 'ISO 8601'],
    ['company_domains=', 'at least one value'],
    [
      'company_domains=acme.com,https://b.com/x',
      'company_domains: "https://b.com/x" must be a bare domain without protocol, port, path or blanks: b.com',
    ],
    ['company_id=x', 'company_id'],
    ['news_typ=all', 'did you mean news_type?'],
    ['company_domain=a.com', 'more than once'],
  ])('rejects %s with 400 and a remedy', async (query, words) => {
    const response = await api.get(`${NEWS}?company_domain=acme.com&${query}`);
    expect([response.status, response.body.error]).toEqual([400, expect.stringContaining(words)]);
  });
});
