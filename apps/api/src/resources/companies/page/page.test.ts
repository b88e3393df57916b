import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteChanges, write } from '@dossier/store';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../../testing/api.ts';
import { pictureOf, SVG } from '../../../testing/document.ts';
import {
  insertAsset,
  insertCompany,
  insertDataset,
  insertDocument,
  insertEvent,
  insertFiling,
  insertInto,
  insertMetric,
  insertNews,
} from '../../../testing/fixtures.ts';
import { statementsOf } from '../../../testing/statements.ts';

const HOSTILE = '<script>alert(1)</script>"&\'';
const UNSAFE = 'javascript:alert(1)';

/** Returns the text of a page without its markup and its style sheets. */
const textOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,])/g, '$1');

describe('pages of companies', () => {
  let api: TestApi;
  let acme: number;
  beforeAll(async () => {
    api = await startTestApi('sqlite', { answerBytes: 4 * 1024 * 1024 });
    const { db } = api;
    await insertAsset(db, SVG, 'image/svg+xml');
    acme = await insertCompany(db, {
      domain: 'acme.com',
      slug: 'acme',
      name: 'Acme',
      description: 'Makes anvils.\n\nShips them.',
      founding_year: 1949,
      cik: '0000320193',
      headquarters_city: 'Tucson',
      headquarters_country: 'United States',
      logo_json: JSON.stringify({ url: pictureOf(SVG, 'svg'), dimensions: { width: 200, height: 100 } }),
      social_json: '[{"url":"https://x.com/acme","type":"x"}]',
      legal_entities_json: '[{"name":"Acme Inc.","country":"United States"}]',
      key_people_json:
        '{"founders":[{"id":"1","name":"W. E. Coyote"}],"ceo":[{"id":"2","name":"R. Runner"}]}',
    });
    const of = { company_id: acme };
    const figure = (name: string, value: number, source_url: string | null) =>
      insertInto(db, 'company_financials', { ...of, name, value, date: '2026-01-13', source_url });
    await figure(
      'latest_estimated_valuation',
      95_000_000_000.5,
      'https://www.news.example/valuation?a=1&b=2',
    );
    await figure('net_cash', 250, null);
    await db('company_listings').insert({ ...of, ticker: 'ACME', venue: 'NYSE', listed_at: '2025-03-04' });
    const [category] = await db('categories')
      .insert({ slug: 'anvils', name: 'Anvils' })
      .returning<{ id: number }[]>('id');
    await insertInto(db, 'company_categories', { ...of, category_id: category!.id });
    const points = [
      { x: '2024-12-31T00:00:00.000Z', y: 1e9, type: 'historical', source_url: 'https://a.example/2024' },
      { x: '2025-12-31T00:00:00.000Z', y: 2e9, type: 'estimate' },
    ];
    const data = { source_url: 'https://b.example/', data_json: JSON.stringify(points) };
    await insertDataset(db, { ...of, ...data, name: 'Acme: Valuation', data_type: 'Valuation' });
    await insertDataset(db, { ...of, ...data, name: 'Acme: Revenue', frequency: 'Annual' });
    await insertMetric(
      db,
      {
        ...of,
        type: 'between',
        amount: null,
        low: 4e6,
        high: 5e6,
        scope_name: 'Europe',
        scenario: 'projection',
      },
      [{ link: 'https://c.example/letter', publication: 'The Letter' }],
    );
    await insertMetric(db, { ...of, base: 'sales', amount: 21.4e9, base_period: 'quarter' }, []);
    await insertMetric(db, { ...of, base: 'sales', amount: 85.2e9 }, []);
    const growth = { view: 'growth', unit_kind: 'percent', currency_code: null, amount: 7 } as const;
    await insertMetric(db, { ...of, ...growth, base: 'sales', growth_period: 'quarter' }, []);
    await insertMetric(db, { ...of, base: 'withdrawn_measure', status: 'Withdrawn' });
    const citations_json = JSON.stringify([
      {
        link: 'https://d.example/',
        headline: 'Raised',
        publication: 'The News',
        type: 'article',
        quote: null,
      },
    ]);
    const round = { amount_raised: '6500000000.00', currency: 'USD', valuation: '50000000000.00' };
    await insertEvent(db, { ...of, type: 'funding_round', name: 'Series I', data: round, citations_json });
    await insertEvent(db, { ...of, type: 'company_milestone', name: 'Listed', status: 'announced' });
    await insertDocument(db, { slug: 'anvils', title: 'The anvil market' }, [{ ...of, relation: 'subject' }]);
    await insertFiling(db, { ...of, id: 'ebc71849-a80a-5e19-9d43-0cff983e9211', name: 'Annual report' });
    const articles = [{ link: 'https://e.example/', headline: 'Anvils up', publication: 'E News' }];
    await insertNews(db, { ...of, headline: 'Anvils are up', articles_json: JSON.stringify(articles) });

    await insertCompany(db, { domain: 'bare.com', slug: 'bare', name: 'Bare' });
    const hostile = await insertCompany(db, {
      domain: 'hostile.com',
      slug: 'hostile',
      name: HOSTILE,
      description: HOSTILE,
      is_active: false,
      headquarters_city: HOSTILE,
      logo_json: '{"url":"https://tracker.example/p.png","dimensions":{"width":1,"height":1}}',
      social_json: JSON.stringify([{ url: UNSAFE, type: 'x' }]),
    });
    const bad = { company_id: hostile };
    await insertInto(db, 'company_financials', {
      ...bad,
      name: HOSTILE,
      value: 1,
      date: null,
      source_url: UNSAFE,
    });
    const link = { link: UNSAFE, headline: HOSTILE, publication: HOSTILE, type: 'article', quote: null };
    await insertEvent(db, {
      ...bad,
      type: 'funding_round',
      name: HOSTILE,
      citations_json: JSON.stringify([link]),
    });
    await insertMetric(db, { ...bad, base: HOSTILE, scope_name: HOSTILE }, [link]);
    await insertNews(db, { ...bad, headline: HOSTILE, articles_json: JSON.stringify([link]) });
    await insertDataset(db, { ...bad, name: HOSTILE, source_url: UNSAFE });
    await insertDocument(db, { slug: 'bad', title: HOSTILE, web_url: UNSAFE }, [
      { ...bad, relation: 'subject' },
    ]);
    await insertFiling(db, { ...bad, name: HOSTILE, type: HOSTILE });
  });
  afterAll(() => api.close());

  const open = (path: string) => request(api.url).get(path);

  it('are public, and show the profile, the figures with their sources, the charts and the latest records', async () => {
    for (const path of ['/companies/acme', '/companies/acme/', '/companies/Acme?utm_source=letter']) {
      const page = await open(path);
      expect([page.status, page.type]).toEqual([200, 'text/html']);
      const text = textOf(page.text);
      for (const words of [
        'Private company Acme Makes anvils. Ships them. Founded 1949 Headquarters Tucson, United States',
        'Founder W. E. Coyote Chief executive R. Runner Listed as ACME on NYSE since 4 March 2025',
        'Category Anvils Legal name Acme Inc. (United States) Website acme.com Profile X SEC number (CIK) 0000320193',
        'Valuation $95B Estimate 13 January 2026 No. 1 by valuation Source: news.example ' +
          'Net cash $250 13 January 2026 Source: Not given',
        'Acme valuation',
        'Acme: Revenue',
        'Series I $6.5B at $50B 1 January 2026 The News',
        'Trailing revenue Europe, projection $4M to $5M Year to 31 December 2025 The Letter',
        'Sales $21.4B Quarter to 31 December 2025',
        'Sales $85.2B Year to 31 December 2025',
        'Sales growth 7% Quarter to 31 December 2025',
        'The anvil market Market report, 1 January 2026',
        'Anvils are up 1 January 2026, E News',
        'Listed announced 1 January 2026',
        'Annual report 10-K, 1 January 2026',
        'Last changed on 1 January 2026.',
      ])
        expect(text).toContain(words);
      expect(text).not.toContain('Withdrawn');
      expect(page.text).toContain('href="https://www.news.example/valuation?a=1&amp;b=2"');
      expect(page.text).toContain('href="/filings/ebc71849-a80a-5e19-9d43-0cff983e9211"');
      expect(page.text).toContain('href="/research/anvils"');
      // A browser may use another host name than PUBLIC_URL.
      expect(page.text.split(`href="${PUBLIC_URL}`)).toHaveLength(2);
      expect(page.text).toContain(`rel="canonical" href="${PUBLIC_URL}`);
      // The value of 2024 has a link of its own, that of 2025 has its dataset's.
      for (const chart of page.text.split('<template').slice(1)) {
        expect(chart).toContain('https://a.example/2024');
        expect(chart).toContain('https://b.example/');
      }
    }
  });

  it('describe themselves to search engines and to programs that preview links', async () => {
    const { text } = await open('/companies/acme');
    expect(text).toContain('<title>Acme: profile and figures</title>');
    expect(text).toContain(`<link rel="canonical" href="${PUBLIC_URL}/companies/acme" />`);
    expect(text).toContain('<meta name="description" content="Makes anvils. Ships them." />');
    expect(text).toContain(`<meta property="og:url" content="${PUBLIC_URL}/companies/acme" />`);
    const [, picture] = /property="og:image" content="([^"]+)"/.exec(text)!;
    expect(picture).toContain(`${PUBLIC_URL}/embeds/valuation-chart/acme/`);
    const drawn = await open(picture!.replace(PUBLIC_URL, ''));
    expect([drawn.status, drawn.type]).toEqual([200, 'image/png']);
  });

  it('load only pictures of this service, and have no script and no style but their own', async () => {
    const page = await open('/companies/acme');
    expect(page.text).not.toMatch(/<script|<iframe| style=/);
    expect([...page.text.matchAll(/\ssrc="([^"]*)"/g)].map(([, src]) => src)).toEqual([
      PUBLIC_URL + pictureOf(SVG, 'svg'),
    ]);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src( 'sha256-[^']+'){3}; img-src https:\/\/dossier\.example; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(page.headers).toMatchObject({ 'cache-control': 'public, max-age=3600' });
    expect(page.headers['set-cookie']).toBeUndefined();
    const again = await open('/companies/acme').set('If-None-Match', page.headers['etag']!);
    expect(again.status).toBe(304);
  });

  it('of a company without data show its name and its website', async () => {
    const page = await open('/companies/bare');
    expect(textOf(page.text)).toMatch(
      /Private company Bare Website bare\.com Last changed on \S+ \S+ \d+\. $/,
    );
    expect(page.text).not.toContain('On this page');
    expect(page.headers['content-security-policy']).not.toContain('img-src');
  });

  it('escape hostile text, and link to web addresses only', async () => {
    const page = await open('/companies/hostile');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<script|tracker\.example|href="javascript:/i);
    expect(page.text.split('&lt;script&gt;').length).toBeGreaterThan(10);
    expect(textOf(page.text)).toContain('Private company, no longer active');
  });

  it('change with their company', async () => {
    const before = await open('/companies/bare');
    await write(api.db, async (trx, now) => {
      await trx('companies').where({ slug: 'bare' }).update({ description: 'Sells bears.', updated_at: now });
      const [company] = await trx('companies').where({ slug: 'bare' }).select('id');
      const change = { op: 'upsert' as const, kind: 'company', record: company.id, key: ['bare.com'] };
      await noteChanges(trx, now, [{ ...change, companies: [company.id], fields: null }]);
    });
    const after = await open('/companies/bare');
    expect(before.text).not.toContain('Sells bears.');
    expect(after.text).toContain('Sells bears.');
  });

  it('are read with as many statements for a rich company as for a small one, and show few rows of each list', async () => {
    const count = async () => {
      // Another address, so that no answer is kept.
      const address = `/companies/acme?n=${Math.random()}`;
      const { result, sent } = await statementsOf(api.db, () => open(address));
      return {
        statements: sent.filter((sql) => !/signing_keys|changes/.test(sql)).length,
        text: result.text,
      };
    };
    const small = await count();
    const of = { company_id: acme };
    for (let i = 0; i < 25; i++) {
      await insertMetric(api.db, of, [{}, {}]);
      await insertEvent(api.db, { ...of, type: 'funding_round', name: `Round ${i}` });
      await insertEvent(api.db, { ...of, type: 'company_milestone', name: `Milestone ${i}` });
      await insertNews(api.db, of);
      await insertFiling(api.db, of);
      await insertDataset(api.db, of);
      await insertDocument(api.db, { slug: `d${i}` }, [{ ...of, relation: 'connected' }]);
    }
    const large = await count();
    expect(large.statements).toBe(small.statements);
    expect(large.statements).toBeLessThan(25);
    expect(small.text).not.toContain('This list shows only the latest.');
    expect(large.text.split('This list shows only the latest.')).toHaveLength(7);
    expect(large.text.split('<template')).toHaveLength(9);
    expect(large.text).toContain('all records from its <a href="/docs">');
  });

  it('return a 404 in HTML for an unknown company', async () => {
    const missing = await open('/companies/nothing');
    expect([missing.status, missing.type]).toEqual([404, 'text/html']);
    expect(missing.text).toContain('<h1>This page does not exist.</h1>');
    expect(missing.text).not.toContain('publisher');
    expect((await open(`/companies/${'x'.repeat(300)}`)).status).toBe(400);
  });

  it('are the targets of the addresses of search results', async () => {
    for (const path of ['/acme', '/acme/', '/Acme', '/acme?utm_source=x']) {
      const found = await open(path);
      expect([found.status, found.headers['location'], found.headers['cache-control']]).toEqual([
        302,
        `${PUBLIC_URL}/companies/acme`,
        'public, max-age=3600',
      ]);
    }
  });

  it('are found by the slug of a company that was merged into another one', async () => {
    const former = {
      kind: 'slug',
      name: 'bolt',
      company_id: acme,
      merged_id: 1_000_000,
      since: '2026-01-01T00:00:00.000Z',
    };
    await api.db('company_aliases').insert(former);
    const found = await open('/bolt');
    expect([found.status, found.headers['location']]).toEqual([302, `${PUBLIC_URL}/companies/acme`]);
    const page = await open('/companies/bolt');
    expect(page.text).toContain(`<link rel="canonical" href="${PUBLIC_URL}/companies/acme"`);
  });

  it.each([
    ['/nothing', 404, 'application/json'],
    [`/${'x'.repeat(300)}`, 400, 'application/json'],
    ['/favicon.ico', 404, 'application/json'],
    ['/acme/people', 404, 'application/json'],
    // The site's lists, which a company with such a slug would replace.
    ['/research', 200, 'text/html'],
    ['/filings', 200, 'text/html'],
    ['/companies', 200, 'text/html'],
    ['/api', 401, 'application/json'],
    ['/docs', 200, 'text/html'],
    ['/health', 200, 'application/json'],
  ])('do not replace %s, which returns %i', async (path, status, type) => {
    const fronts = [api.url, api.app];
    for (const front of fronts) {
      const answer = await request(front).get(path);
      expect([answer.status, answer.type]).toEqual([status, type]);
      const page = await request(front).get(path).set('accept', 'text/html');
      expect(page.type).toBe(status === 404 ? 'text/html' : type);
    }
  });

  it('do not accept other methods at an address of one segment, which return 404 or 405', async () => {
    expect((await request(api.url).post('/nothing/at/all')).status).toBe(404);
    expect((await request(api.url).post('/research')).status).toBe(405);
    expect((await request(api.url).post('/acme')).status).toBe(405);
  });
});
