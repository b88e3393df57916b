import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { deleteFrom, insertCompany, insertEvent, updateIn } from '../../testing/fixtures.ts';

const EQUITY = {
  name: 'Series B Preferred',
  equity_type: 'preferred',
  round_type: 'series_b',
  issue_price: '12.34567890123456789',
  issued_at: '2026-01-05T00:00:00.000Z',
  updated_at: '2026-01-06T00:00:00.000Z',
};
const CITATION = {
  link: 'https://news.example/acme',
  headline: 'Acme raises',
  quote: null,
  publication: 'Example News',
  type: 'article',
};

describe.each(engines)('events on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  let other: number;
  const ids: Record<string, string> = {};
  const eventsOf = async (query: string) => (await api.get(`/api/v1/events/?${query}`)).body.events;
  const namesOf = async (query: string) =>
    (await eventsOf(query)).map((event: { event_name: string }) => event.event_name);

  beforeAll(async () => {
    api = await startTestApi(engine);
    acme = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme' }, ['acme.org']);
    other = await insertCompany(api.db, { domain: 'other.com', slug: 'other' });
    await insertCompany(api.db, { domain: 'empty.com', slug: 'empty' });
    const add = async (
      name: string,
      fields: Omit<Parameters<typeof insertEvent>[1], 'company_id' | 'name'>,
    ) => {
      ids[name] = await insertEvent(api.db, { company_id: acme, name, ...fields });
    };
    await add('Series B', {
      type: 'funding_round',
      subtype: 'series_b',
      event_date: '2026-01-05',
      created_at: '2026-01-05T10:00:00.000Z',
      updated_at: '2026-01-07T10:00:00.000Z',
      data: {
        amount_raised: '6500000000.10',
        valuation: '50000000000000000000.01',
        is_extension: true,
        equities: [EQUITY],
      },
      citations_json: JSON.stringify([{ ...CITATION, updated_at: '2026-01-06T00:00:00.000Z' }]),
    });
    await add('Growth', { type: 'funding_round', subtype: 'growth', event_date: '2026-01-04' });
    await add('Crowd', {
      type: 'funding_round',
      subtype: 'crowdfunding',
      event_date: '2026-01-03',
      status: 'announced',
    });
    await add('Called off', {
      type: 'funding_round',
      subtype: 'seed',
      event_date: '2026-01-02',
      status: 'cancelled',
    });
    await add('Tender', {
      type: 'secondary_transaction',
      subtype: 'tender_offer',
      event_date: '2025-12-10',
    });
    await add('Tender two', {
      type: 'secondary_transaction',
      subtype: 'institutional_secondary',
      event_date: '2025-12-09',
      data: { closing_date: '2025-12-24', price_per_share: '0.10' },
    });
    await add('Tender three', {
      type: 'secondary_transaction',
      subtype: 'tender_offer',
      event_date: '2025-12-08',
      status: 'announced',
    });
    await add('Split', {
      type: 'corporate_action',
      subtype: 'stock_split',
      event_date: '2025-11-10',
      status: 'announced',
      data: { effective_date: '2025-11-20', description: 'Two for one.', data: { ratio: '2:1' } },
    });
    await add('Listed', { type: 'company_milestone', subtype: 'ipo', event_date: '2025-10-10' });
    ids['Other seed'] = await insertEvent(api.db, {
      company_id: other,
      type: 'funding_round',
      subtype: 'seed',
      name: 'Other seed',
      event_date: '2025-09-01',
    });
  });
  afterAll(() => api.close());

  it('returns schema v1, newest first, by page, without any parameter [R-EVENT-20 R-EVENT-22]', async () => {
    const { body, headers } = await api.get('/api/v1/events/');
    expect(body.events.map((e: { event_name: string }) => e.event_name)).toEqual(Object.keys(ids));
    expect(body.pagination).toEqual({
      page: 1,
      page_size: 30,
      current_page_items: 10,
      total_items: 10,
      total_pages: 1,
      next_link: null,
      prev_link: null,
    });
    expect(headers).not.toHaveProperty('deprecation');
    expect(body.events[0]).toEqual({
      event_id: `fr_${ids['Series B']}`,
      event_type: 'funding_round',
      event_subtype: 'series_b',
      event_name: 'Series B',
      event_date: '2026-01-05',
      event_status: 'closed',
      event_last_updated_at: '2026-01-07T10:00:00.000Z',
      company: { id: String(acme), slug: 'acme', domain: 'acme.com' },
      data: {
        id: ids['Series B'],
        name: 'Series B',
        round_type: 'series_b',
        amount_raised: '6500000000.10',
        currency: 'USD',
        valuation: '50000000000000000000.01',
        announced_date: '2026-01-05',
        equities: [EQUITY],
        status: 'closed',
        is_extension: true,
        created_at: '2026-01-05T10:00:00.000Z',
        updated_at: '2026-01-07T10:00:00.000Z',
      },
    });
  });

  it('prefixes the id of the data with fr_, st_, ca_ or cm_ by type [R-EVENT-03 R-EVENT-06 R-EVENT-07]', async () => {
    for (const event of await eventsOf('')) {
      const prefixes: Record<string, string> = {
        funding_round: 'fr',
        secondary_transaction: 'st',
        corporate_action: 'ca',
        company_milestone: 'cm',
      };
      expect(event.event_id).toBe(`${prefixes[event.event_type]}_${event.data.id}`);
      expect(event.event_date).toBe(event.data.announced_date);
      expect(event.event_status).toBe(event.data.status);
      expect(event.event_name).toBe(event.data.name);
    }
  });

  it('sets closing_date to announced_date in v1 when the status is closed and none is stored [R-EVENT-16 R-VERSION-06]', async () => {
    const events = await eventsOf('types=secondary-transaction');
    expect(events.map((e: { data: { closing_date: string } }) => e.data.closing_date)).toEqual([
      '2025-12-10',
      '2025-12-24',
      null,
    ]);
  });

  it('returns corporate actions and company milestones in the same shape in v1 [R-EVENT-17 R-EVENT-30]', async () => {
    const [split] = await eventsOf('types=corporate-action');
    expect(split.data).toEqual({
      id: ids['Split'],
      name: 'Split',
      type: 'stock_split',
      announced_date: '2025-11-10',
      effective_date: '2025-11-20',
      description: 'Two for one.',
      data: { ratio: '2:1' },
      status: 'announced',
    });
    const [listed] = await eventsOf('types=company-milestone');
    expect(Object.keys(listed.data)).toEqual(Object.keys(split.data));
  });

  describe('the changes from v0 to v1', () => {
    const both = async (query: string) => ({
      v0: await eventsOf(`version=v0&${query}`),
      v1: await eventsOf(`version=v1&${query}`),
    });

    it('1. event_type is kebab-case in v0 and snake_case in v1, company-milestone splits, types stays kebab-case [R-VERSION-01 R-EVENT-19]', async () => {
      const { v0, v1 } = await both('');
      const kinds = (events: { event_type: string }[]) => [...new Set(events.map((e) => e.event_type))];
      expect(kinds(v0)).toEqual(['funding-round', 'secondary-transaction', 'company-milestone']);
      expect(kinds(v1)).toEqual([
        'funding_round',
        'secondary_transaction',
        'corporate_action',
        'company_milestone',
      ]);
      for (const version of ['v0', 'v1']) {
        expect(await eventsOf(`version=${version}&types=funding-round,secondary-transaction`)).toHaveLength(
          8,
        );
        const snake = await api.get(`/api/v1/events/?version=${version}&types=funding_round`);
        expect(snake.status).toBe(400);
      }
    });

    it('2. status planned becomes announced; closed and cancelled are unchanged [R-VERSION-02 R-EVENT-07]', async () => {
      const { v0, v1 } = await both('types=funding-round,secondary-transaction&company_id=' + acme);
      const statuses = (events: { data: { status: string } }[]) => events.map((e) => e.data.status);
      const expected = ['closed', 'closed', 'announced', 'cancelled', 'closed', 'closed', 'announced'];
      expect(statuses(v1)).toEqual(expected);
      expect(statuses(v0)).toEqual(expected.map((s) => (s === 'announced' ? 'planned' : s)));
    });

    it('3. the round type equity is replaced by growth and crowdfunding [R-VERSION-03 R-EVENT-12]', async () => {
      const { v0, v1 } = await both('types=funding-round&company_id=' + acme);
      const types = (events: { event_subtype: string; data: { round_type: string } }[]) =>
        events.map((e) => [e.event_subtype, e.data.round_type].join());
      expect(types(v1)).toEqual([
        'series_b,series_b',
        'growth,growth',
        'crowdfunding,crowdfunding',
        'seed,seed',
      ]);
      expect(types(v0)).toEqual(['series_b,series_b', 'equity,equity', 'equity,equity', 'seed,seed']);
      expect(await eventsOf('version=v0&subtypes=equity')).toHaveLength(2);
      expect(await eventsOf('version=v1&subtypes=equity')).toHaveLength(0);
    });

    it('4. v0 types=company-milestone returns both corporate actions and milestones; v1 requests each separately [R-VERSION-04 R-EVENT-18]', async () => {
      const labels = (await eventsOf('version=v0&types=company-milestone')).map(
        (e: { data: { label: string } }) => e.data.label,
      );
      expect(labels).toEqual(['Split', 'Listed']);
      expect(await namesOf('types=company-milestone')).toEqual(['Listed']);
      expect(await namesOf('types=corporate-action')).toEqual(['Split']);
    });

    it('5. the envelope fields event_name and event_status are added [R-VERSION-05]', async () => {
      const { v0, v1 } = await both('');
      v0.forEach((event: object, i: number) => {
        expect(Object.keys(v1[i]).filter((key) => !(key in event))).toEqual(['event_name', 'event_status']);
        expect(Object.keys(event).filter((key) => !(key in v1[i]))).toEqual([]);
      });
    });

    it('6. closing_date is added to secondary transactions, with the inference rule [R-VERSION-06]', async () => {
      const { v0, v1 } = await both('types=secondary-transaction');
      for (const event of v0) expect(event.data).not.toHaveProperty('closing_date');
      expect(v1[0].data.closing_date).toBe(v1[0].data.announced_date);
    });

    it('7. is_extension is added to funding rounds [R-VERSION-07 R-EVENT-11]', async () => {
      const { v0, v1 } = await both('types=funding-round');
      for (const event of v0) expect(event.data).not.toHaveProperty('is_extension');
      expect(v1[0].data.is_extension).toBe(true);
      expect(v1[1].data.is_extension).toBe(false);
    });

    it('8. corporate actions gain announced_date, effective_date, name (replacing label) and status [R-VERSION-08]', async () => {
      const { v0, v1 } = await both(`subtypes=stock_split`);
      expect(v0[0].data).toEqual({
        id: ids['Split'],
        type: 'stock_split',
        date: '2025-11-10',
        label: 'Split',
        description: 'Two for one.',
        data: { ratio: '2:1' },
      });
      expect(v1[0].data).toMatchObject({
        announced_date: '2025-11-10',
        effective_date: '2025-11-20',
        name: 'Split',
        status: 'announced',
      });
      expect(v1[0].data).not.toHaveProperty('label');
    });
  });

  it('selects the version by version or api_version, v1 by default, and rejects two different ones [R-EVENT-20 R-EVENT-21]', async () => {
    const v0 = await eventsOf('version=v0');
    expect(await eventsOf('api_version=v0')).toEqual(v0);
    expect(await eventsOf('version=v0&api_version=v0')).toEqual(v0);
    expect(await eventsOf('')).toEqual(await eventsOf('version=v1'));
    const differ = await api.get('/api/v1/events/?version=v0&api_version=v1');
    expect([differ.status, differ.body.code]).toEqual([400, 'different_aliases']);
    expect((await api.get('/api/v1/events/?version=v2')).status).toBe(400);
  });

  it('accepts company_uid as an alias of company_id, and rejects different values of both', async () => {
    const named = await eventsOf(`company_id=${acme}`);
    expect(named.length).toBeGreaterThan(0);
    expect(await eventsOf(`company_uid=${acme}`)).toEqual(named);
    expect(await eventsOf(`company_uid=${acme}&company_id=${acme}`)).toEqual(named);
    const { body } = await api.send('post', '/api/v1/events/', { company_uid: String(acme) });
    expect(body.events).toEqual(named);
    const differ = await api.get(`/api/v1/events/?company_uid=${acme}&company_id=${other}`);
    expect([differ.status, differ.body.code]).toEqual([400, 'different_aliases']);
  });

  it.each([
    ['company_domain=other.com', 'company_uid and company_domain name different companies'],
    ['company_domains=other.com', 'company_uid (one company) cannot be mixed with company_domains'],
  ])('names company_uid in the error for company_uid with %s', async (filter, expected) => {
    const { status, body } = await api.get(`/api/v1/events/?company_uid=${acme}&${filter}`);
    expect([status, body.error]).toEqual([400, expect.stringContaining(expected)]);
  });

  it('marks v0 responses as deprecated, and links their successor together with the page links', async () => {
    const { headers, body } = await api.get('/api/v1/events/?version=v0&page_size=4');
    expect(headers['deprecation']).toBe(`@${Date.parse('2025-11-19T00:00:00Z') / 1000}`);
    expect(headers['link']).toContain(`<${PUBLIC_URL}/api/v1/events/?version=v1>; rel="successor-version"`);
    expect(headers['link']).toContain(`<${body.pagination.next_link}>; rel="next"`);
    expect(body.pagination.next_link).toContain('version=v0');
  });

  it('filters by one company by id, slug or domain, and by several [R-EVENT-28]', async () => {
    for (const query of [`company_id=${acme}`, 'company_slug=acme', 'company_domain=ACME.org.']) {
      expect(await eventsOf(query)).toHaveLength(9);
    }
    expect(await namesOf('company_domains=other.com, nobody.com ,')).toEqual(['Other seed']);
    expect(await eventsOf(`company_ids=${other},${acme},${acme}`)).toHaveLength(10);
    expect(await eventsOf(`company_ids=${other}&company_domains=acme.com`)).toHaveLength(10);
    expect(await eventsOf('company_domains=nobody.com')).toEqual([]);
    expect(await eventsOf('company_domain=empty.com')).toEqual([]);
  });

  it.each([
    ['company_domain=nobody.com', 'Company not found for domain: nobody.com'],
    ['company_slug=nobody', 'Company not found for slug: nobody'],
    ['company_id=999', 'Company not found for id: 999'],
  ])('answers %s with 404 and the words of the specification', async (query, message) => {
    const response = await api.get(`/api/v1/events/?${query}`);
    expect([response.status, response.body.error]).toEqual([404, message]);
  });

  it('filters by event_date with start_date and end_date, both inclusive', async () => {
    expect(await namesOf('start_date=2026-01-03&end_date=2026-01-04')).toEqual(['Growth', 'Crowd']);
    expect(await namesOf('start_date=2026-01-04T00:00:01Z')).toEqual(['Series B']);
    expect(await namesOf('end_date=2025-10-10T12:00:00Z')).toEqual(['Listed', 'Other seed']);
  });

  it('filters by created and updated time, both bounds inclusive [R-EVENT-25 R-EVENT-26]', async () => {
    expect(await namesOf('updated_at_gte=2026-01-07&updated_at_lte=2026-01-07')).toEqual(['Series B']);
    expect(await namesOf('updated_at_gte=2026-01-07T10:00:00.000Z')).toEqual(['Series B']);
    expect(await namesOf('updated_at_gte=2026-01-07T10:00:00.001Z')).toEqual([]);
    expect(await namesOf('created_at_gte=2026-01-02&created_at_lte=2026-01-05T10:00:00Z')).toEqual([
      'Series B',
    ]);
    expect(await namesOf('created_at_gte=2026-01-02&created_at_lte=2026-01-05T09:59:59.999Z')).toEqual([]);
  });

  it('filters by subtypes, in snake_case or kebab-case [R-EVENT-05]', async () => {
    expect(await namesOf('subtypes=series_b,stock_split')).toEqual(['Series B', 'Split']);
    expect(await namesOf('subtypes=Series-B')).toEqual(['Series B']);
    expect(await namesOf('subtypes=nothing_such')).toEqual([]);
  });

  it('adds citations to each event on request, in the same form as metric citations', async () => {
    expect((await eventsOf(''))[0]).not.toHaveProperty('citations');
    const [first, second] = await eventsOf('include_citations=true');
    expect(first.citations).toEqual([CITATION]);
    expect(second.citations).toEqual([]);
    expect((await eventsOf('include_citations=1&version=v0'))[0].citations).toEqual([CITATION]);
  });

  it('pages by number, with exact totals and links that keep the filters', async () => {
    const { body } = await api.get(
      '/api/v1/events/?page=2&page_size=4&types=funding-round,secondary-transaction',
    );
    expect(body.pagination).toMatchObject({
      page: 2,
      page_size: 4,
      current_page_items: 4,
      total_items: 8,
      total_pages: 2,
      next_link: null,
    });
    const first = await api.get(body.pagination.prev_link);
    expect(first.body.pagination).toMatchObject({ page: 1, prev_link: null });
    expect((await api.get(first.body.pagination.next_link)).body).toEqual(body);
    const beyond = (await api.get('/api/v1/events/?page=9&page_size=4')).body;
    expect(beyond.events).toEqual([]);
    expect(beyond.pagination).toMatchObject({ total_pages: 3, next_link: null });
    expect(beyond.pagination.prev_link).toContain('page=3');
  });

  it('returns each event once by cursor with random page sizes, forward and backward [R-EVENT-24]', async () => {
    const everything = (await eventsOf('')).map((e: { event_id: string }) => e.event_id);
    const walk = async (start: string, field: 'next_link' | 'prev_link', sizes: number[]) => {
      const found: string[] = [];
      let link: string | null = `/api/v1/events/?pagination=cursor&page_size=1&${start}`;
      for (let i = 0; link; i++) {
        const { body } = await api.get(link.replace(/page_size=\d+/, `page_size=${sizes[i % sizes.length]}`));
        const page = body.events.map((e: { event_id: string }) => e.event_id);
        if (field === 'next_link') found.push(...page);
        else found.unshift(...page);
        link = body.pagination[field];
      }
      return found;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
        async (sizes) => {
          expect(await walk('page_after=Start', 'next_link', sizes)).toEqual(everything);
          expect(await walk('page_before=End', 'prev_link', sizes)).toEqual(everything);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('returns each unchanged event exactly once while others are inserted, updated and deleted', async () => {
    const unchanged = (await eventsOf('')).map((e: { event_id: string }) => e.event_id);
    for (const [start, field] of [
      ['page_after=Start', 'next_link'],
      ['page_before=End', 'prev_link'],
    ] as const) {
      const found: string[] = [];
      const added: string[] = [];
      let link: string | null = `/api/v1/events/?pagination=cursor&page_size=2&${start}`;
      for (let i = 0; link; i++) {
        const { body } = await api.get(link);
        found.push(...body.events.map((e: { event_id: string }) => e.event_id));
        link = body.pagination[field];
        for (const event_date of ['2026-02-01', '2025-12-09', '2025-01-01']) {
          added.push(await insertEvent(api.db, { company_id: other, type: 'company_milestone', event_date }));
        }
        await updateIn(api.db, 'events', { id: added[3 * i], event_date: '2024-01-01' });
        if (i > 0) await deleteFrom(api.db, 'events', { id: added[3 * i - 2] });
        if (i > 50) throw new Error('the walk does not end');
      }
      const kept = found.filter((id) => unchanged.includes(id));
      expect(field === 'next_link' ? kept : kept.sort()).toEqual(
        field === 'next_link' ? unchanged : [...unchanged].sort(),
      );
      await deleteFrom(api.db, 'events', { id: added });
    }
  });

  it('uses cursor pagination with pagination=cursor [R-EVENT-23]', async () => {
    const { body } = await api.get('/api/v1/events/?pagination=cursor&page_size=3');
    expect(body.pagination).toMatchObject({
      page_size: 3,
      current_page_items: 3,
      total_items: 10,
      after_cursor: 'Start',
      before_cursor: null,
      prev_link: null,
    });
  });

  it('accepts the same fields by POST, as arrays or comma-separated strings, and its links accept the same body [R-EVENT-29]', async () => {
    const get = await api.get('/api/v1/events/?company_domains=acme.com&types=funding-round&page_size=2');
    for (const body of [
      { company_domains: ['acme.com'], types: ['funding-round'], page_size: 2 },
      { company_domains: 'acme.com', types: 'funding-round', page_size: '2' },
    ]) {
      const post = await api.send('post', '/api/v1/events/', body);
      expect(post.body.events).toEqual(get.body.events);
      const next = await api.send('post', post.body.pagination.next_link, body);
      expect(next.body.events).toEqual((await api.get(get.body.pagination.next_link)).body.events);
      const cursor = await api.send('post', '/api/v1/events/', { ...body, pagination: 'cursor' });
      const after = await api.send('post', cursor.body.pagination.next_link, {
        ...body,
        pagination: 'cursor',
      });
      expect(after.body.events).toEqual(next.body.events);
    }
  });

  it('accepts at most 200 companies by GET and 1000 by POST', async () => {
    const domains = (n: number) => Array.from({ length: n }, (_, i) => `c${i}.com`);
    const list = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
    expect((await api.get(`/api/v1/events/?company_ids=${list(200).join()}`)).status).toBe(200);
    const over = await api.get(`/api/v1/events/?company_ids=${list(201).join()}`);
    expect([over.status, over.body.error]).toEqual([400, expect.stringContaining('200')]);
    expect((await api.send('post', '/api/v1/events/', { company_domains: domains(1000) })).status).toBe(200);
    const overPost = await api.send('post', '/api/v1/events/', { company_domains: domains(1001) });
    expect([overPost.status, overPost.body.error]).toEqual([400, expect.stringContaining('1000')]);
    const together = await api.send('post', '/api/v1/events/', {
      company_domains: domains(600),
      company_ids: list(600),
    });
    expect([together.status, together.body.code]).toEqual([400, 'too_many_companies']);
  });

  it.each([
    ['company_id=1&company_domains=acme.com', 'mixed_company_filters', 'company_domains'],
    ['page_size=101', 'invalid_input', 'at most 100'],
    ['page=0', 'invalid_input', 'at least 1'],
    ['types=dividend', 'invalid_input', 'types'],
    ['types=', 'invalid_input', 'types'],
    ['pagination=cursor&page=2', 'invalid_input', 'page'],
    ['page_after=Start', 'invalid_input', 'pagination=cursor'],
    ['pagination=cursor&page_after=Start&page_before=End', 'both_cursors', 'page_before'],
    ['pagination=cursor&page_after=rubbish', 'invalid_cursor', 'page_after'],
    ['pagination=pages', 'invalid_input', 'page or cursor'],
    ['type=funding-round', 'invalid_input', 'did you mean types?'],
    ['start_date=soon', 'invalid_input', 'ISO 8601'],
    ['include_citations=maybe', 'invalid_input', 'include_citations'],
  ])('rejects %s with 400 and the reason', async (query, code, words) => {
    const { status, body } = await api.get(`/api/v1/events/?${query}`);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.error).toContain(words);
  });
});
