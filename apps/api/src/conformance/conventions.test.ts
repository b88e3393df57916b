import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { routes } from '../routes.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import { insertEvent, insertNews } from '../testing/fixtures.ts';
import { insertOneOfEach } from '../testing/one-of-each.ts';
import { kinds, type Kind } from '../testing/field-kinds.ts';

/** Every path of the specification, as it writes them, asked so that it is answered. */
const paths: [method: 'get' | 'post' | 'put', path: string, body?: object][] = [
  ['get', '/api/v1/companies/rankings/'],
  ['get', '/api/v1/companies/?company_domain=acme.com'],
  ['get', '/api/v1/companies/acme/'],
  ['get', '/api/v1/news/company/?company_domain=acme.com'],
  ['post', '/api/v1/news/company/', { company_domains: ['acme.com'] }],
  ['get', '/api/v1/documents/anvil-market/'],
  ['get', '/api/v1/documents'],
  ['post', '/api/v1/search/', { query: 'anvil' }],
  ['get', '/api/v1/filings/?company_domain=acme.com'],
  ['post', '/api/v1/filings/', { company_domain: 'acme.com' }],
  ['get', '/api/v1/metrics/?company_domain=acme.com'],
  ['get', '/api/v1/categories/?company_domain=acme.com'],
  ['get', '/api/v1/categories/anvils/items/'],
  ['get', '/api/v1/events/'],
  ['get', '/api/v1/embed/company-data-valuation-table/?company_domain=acme.com'],
  ['get', '/api/v1/embed/company-data-valuation-chart/?company_domain=acme.com'],
  ['get', '/api/v1/embed/company-data-summary/?company_domain=acme.com'],
  ['put', '/api/v1/embed/charts/', { data: [{ dataset_id: 1 }], name: 'A chart' }],
  ['get', '/api/v1/funding-rounds/?company_domain=acme.com'],
];

/** What the names of fields say of their values, wherever they stand. */
const DATES =
  /^(date|published_at|announced_date|effective_date|closing_date|end_date|event_date|metric_date|listed_at)$/;
const TIMES =
  /^(created_at|updated_at|filed_at|release_date|last_publication_date|event_last_updated_at|latest_updated_at|x)$/;
const DECIMALS = /^(amount_raised|valuation|transaction_amount|price_per_share|issue_price)$/;
const NUMBERS = /^(value|metric_value|amount|low|high|y)$/;

/** Where an answer has ids that are integers. */
const INTEGER_IDS = [
  'companies/rankings.companies',
  'companies/acme.company',
  'companies/acme.company.categories',
  'companies/acme.company.documents',
  'documents.documents',
  'categories.categories',
  'categories/anvils/items.items',
  'news/company.company_news.company',
  'funding-rounds',
];
const PROFILE_IDS = ['company_datasets', 'key_people.ceo', 'key_people.founders', 'milestones'];
/** Where an answer has other ids: those that the specification marks as UUIDs or strings, and anchors of a document. */
const OTHER_IDS = {
  ...Object.fromEntries(
    ['companies', 'companies/acme'].flatMap((path) =>
      PROFILE_IDS.map((name) => [`${path}.company.${name}`, 'uuid']),
    ),
  ),
  'documents/anvil-market.content.sections': 'text',
  'documents/anvil-market.content.sections.elements': 'text',
  'documents/anvil-market.content.table_of_contents': 'text',
  'documents/anvil-market.content.table_of_contents.subsections': 'text',
  'events.events.company': 'text',
  'events.events.data': 'uuid',
  'filings.filings': 'uuid',
  'metrics.meta.companies': 'text',
  'metrics.metrics.company': 'text',
  'news/company.company_news': 'uuid',
  'news/company.company_news.articles': 'uuid',
};

function idKind(value: unknown): Kind {
  if (kinds.uuid(value)) return 'uuid';
  return kinds.integer(value) ? 'integer' : 'text';
}

describe.each(engines)('the conventions of the specification on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertOneOfEach(api);
  });
  afterAll(() => api.close());

  const ask = ([method, path, body]: (typeof paths)[number]) => {
    const sent = request(api.url)[method](path).set('authorization', `Token ${api.key}`);
    return body ? sent.send(body) : sent;
  };

  it('every operation for partners is under /api/v1/ [R-CORE-01]', () => {
    // Clients of MCP speak another protocol at their own address.
    const partner = routes.filter(
      ({ endpoint: { access, path } }) => access === 'partner' && path !== '/mcp',
    );
    expect(partner.length).toBeGreaterThan(15);
    for (const { endpoint } of partner) expect(endpoint.path).toMatch(/^\/api\/v1\//);
  });

  it.each(paths)(
    'serves %s %s as JSON, with and without a trailing slash [R-CORE-02 R-CORE-03 R-CORE-04]',
    async (...asked) => {
      const [method, path, body] = asked;
      const other = /\/(\?|$)/.test(path) ? path.replace(/\/(\?|$)/, '$1') : path.replace(/(\?|$)/, '/$1');
      for (const each of [path, other]) {
        const response = await ask([method, each, body]);
        expect([each, [200, 201].includes(response.status), response.type]).toEqual([
          each,
          true,
          'application/json',
        ]);
      }
    },
  );

  /** Calls `check` with every field of an answer, however deep. */
  const visit = (value: unknown, check: (name: string, value: unknown) => void): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, check);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        check(name, member);
        visit(member, check);
      }
    }
  };
  const fieldsOf = async (where: (path: string) => boolean) => {
    const found: [string, string, unknown][] = [];
    for (const each of paths.filter(([, path]) => where(path)))
      visit((await ask(each)).body, (name, value) => found.push([each[1], name, value]));
    return found;
  };
  const expectKind = (found: [string, string, unknown][], names: RegExp, kind: Kind) => {
    const wanted = found.filter(([, name, value]) => names.test(name) && value !== null);
    expect(wanted.length).toBeGreaterThan(2);
    for (const each of wanted) expect([...each, kinds[kind](each[2])]).toEqual([...each, true]);
  };

  it('times are ISO 8601 with a time zone [R-CORE-05]', async () => {
    // `start_date` and `end_date` are times in datasets; what a search and a category call dates are times as well.
    expectKind(await fieldsOf((path) => !path.includes('search')), TIMES, 'time');
    const { body } = await api.get('/api/v1/categories/anvils/items/');
    for (const { published_at } of body.items) expect(kinds.time(published_at)).toBe(true);
  });

  it('dates are YYYY-MM-DD [R-CORE-06]', async () => {
    expectKind(await fieldsOf((path) => !/search|items/.test(path)), DATES, 'date');
  });

  it('every field called id is an integer, or the type that the specification names [R-CORE-07]', async () => {
    const found: Record<string, string[]> = {};
    const collect = (value: unknown, place: string): void => {
      if (Array.isArray(value)) for (const item of value) collect(item, place);
      else if (typeof value === 'object' && value !== null) {
        for (const [name, member] of Object.entries(value)) {
          if (name === 'id') (found[place] ??= []).push(idKind(member));
          collect(member, `${place}.${name}`);
        }
      }
    };
    for (const each of paths) {
      const [, name] = /^\/api\/v1\/([^?]*?)\/?(\?|$)/.exec(each[1])!;
      if (name !== 'search') collect((await ask(each)).body, name!);
    }
    const kindOf = (place: string) => [...new Set(found[place])].join();
    const integers = Object.keys(found).filter((place) => kindOf(place) === 'integer');
    expect(integers).toEqual(expect.arrayContaining(INTEGER_IDS));
    const others = Object.keys(found).filter((place) => !integers.includes(place));
    expect(Object.fromEntries(others.map((place) => [place, kindOf(place)]))).toEqual(OTHER_IDS);
  });

  it('amounts of events and legacy rounds are decimal strings, stored exactly [R-CORE-08]', async () => {
    const { id } = await api.db('companies').where({ slug: 'bare' }).first('id');
    const amount_raised = '12345678901234567890.10';
    await insertEvent(api.db, { company_id: id, type: 'funding_round', data: { amount_raised } });
    expectKind(await fieldsOf((path) => /events|funding/.test(path)), DECIMALS, 'decimal');
    const { body } = await api.get('/api/v1/events/?company_slug=bare');
    expect(body.events[0].data.amount_raised).toBe(amount_raised);
  });

  it('amounts of financials, datasets, rankings and metrics are numbers [R-CORE-09]', async () => {
    expectKind(await fieldsOf((path) => /companies|metrics/.test(path)), NUMBERS, 'number');
  });

  it('page links are absolute URLs that carry every parameter, with dates URL-encoded [R-PAGE-02 R-EVENT-27]', async () => {
    const { id } = await api.db('companies').where({ slug: 'acme' }).first('id');
    for (let i = 0; i < 3; i++) await insertNews(api.db, { company_id: id });
    const asked = {
      updated_at_gte: '2025-12-31T23:00:00+01:00',
      updated_at_lte: '2026-01-02',
      page_size: '1',
    };
    for (const [path, more] of [
      ['/api/v1/events/', { types: 'funding-round,company-milestone', pagination: 'cursor', version: 'v1' }],
      ['/api/v1/events/', { company_slug: 'acme' }],
      ['/api/v1/news/company/', { company_domains: 'acme.com,bare.com', news_type: 'all' }],
    ] as const) {
      const given = { ...asked, ...more };
      let link: string | null = `${PUBLIC_URL}${path}?${new URLSearchParams(given).toString()}`;
      let last = '';
      for (let page = 1; link; page++) {
        expect(page).toBeLessThan(10);
        const url: URL = new URL(link);
        expect([url.origin, url.pathname]).toEqual([PUBLIC_URL, path]);
        for (const [name, value] of Object.entries(given)) expect(url.searchParams.get(name)).toBe(value);
        expect(link).toContain('updated_at_gte=2025-12-31T23%3A00%3A00%2B01%3A00');
        const { body } = await api.get(link);
        last = link;
        link = body.pagination.next_link;
        if (page === 1) expect(link).not.toBeNull();
      }
      expect((await api.get(last)).body.pagination.prev_link).toContain(PUBLIC_URL);
    }
  });
});
