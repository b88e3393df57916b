import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usualEngines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import {
  insertCompany,
  insertDocument,
  insertEvent,
  insertInto,
  insertNews,
} from '../../testing/fixtures.ts';
import { csvCell } from '../../rows/csv.ts';

const HOSTILE = '<script>alert(1)</script>"&\'';
const COMPANIES = 130;

describe.each(usualEngines)('the site on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { db } = api;
    const [category] = await db('categories')
      .insert({ slug: 'fintech', name: 'Fintech & more' })
      .returning<{ id: number }[]>('id');
    for (let n = 1; n <= COMPANIES; n++) {
      const company_id = await insertCompany(db, {
        ...{
          domain: `c${n}.com`,
          slug: `c${n}`,
          name: n === 1 ? HOSTILE : n === 2 ? '=1+1' : `Company ${n}`,
        },
        ...{ type: n % 2 === 0 ? 'public' : 'private', founding_year: 1900 + n },
        headquarters_country: n % 10 === 0 ? 'United Kingdom' : 'France',
      });
      if (n <= 120)
        await insertInto(db, 'company_financials', {
          ...{ company_id, name: 'latest_estimated_valuation', value: n * 1e6, date: '2026-01-13' },
        });
      if (n % 20 === 0) await insertInto(db, 'company_categories', { company_id, category_id: category!.id });
      if (n === 1) {
        await insertNews(db, { company_id, headline: HOSTILE });
        await insertEvent(db, { company_id, type: 'funding_round', name: HOSTILE });
        await insertDocument(db, { slug: 'report', title: HOSTILE }, []);
      }
    }
  });
  afterAll(() => api.close());

  const read = (path: string) => request(api.url).get(path).set('accept', 'text/html,*/*;q=0.8');
  const namesOf = (page: string) =>
    [...page.matchAll(/<a href="\/companies\/(c\d+)">/g)].map(([, slug]) => slug);

  it('shows browsers what is new at /, and sends programs to the API reference', async () => {
    const page = await read('/?utm_source=newsletter');
    expect((await read('/')).status).toBe(200);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('<form role="search" aria-label="Everything" action="/search">');
    for (const title of ['Largest by valuation', '<a href="/news">Latest news</a>'])
      expect(page.text).toContain(`<h2>${title}</h2>`);
    expect(page.text).toContain('<a href="/categories/fintech"><bdi>Fintech &amp; more</bdi></a>');
    expect(page.text).toContain('<a href="/embeds/new">');
    expect((await read('/categories/fintech')).text).toContain(
      'href="/embeds/new?companies=c120%2Cc100%2Cc80%2Cc60%2Cc40%2Cc20&amp;form=company-data-ranking"',
    );
    // A browser may use another host name than PUBLIC_URL.
    expect(page.text).toContain('<a href="/research/report">');
    expect(page.text.match(/(?<!canonical" )href="https?:[^"]*"/g)).toBeNull();
    for (const accept of ['application/json', '*/*']) {
      const root = await request(api.url).get('/').set('accept', accept);
      expect([accept, root.status, root.headers['location']]).toEqual([accept, 302, `${PUBLIC_URL}/docs`]);
    }
  });

  it.each([
    ['country=United+Kingdom&category=fintech', 6, 'in the category Fintech &amp; more, from United Kingdom'],
    ['type=public&founded_gte=1901&founded_lte=1904', 2, 'founded in or after 1901 and in or before 1904'],
    ['valuation_gte=100000000&valuation_lte=110000000', 11, 'at least $100M and at most $110M'],
    ['name=&country=&valuation_gte=', COMPANIES, 'All companies.'],
  ])('lists companies for %s, and says so in words', async (query, count, words) => {
    const page = await read(`/companies?${query}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`${count} companies.`);
    expect(page.text).toContain(words);
  });

  it.each([
    ['/companies', ['France', 'United Kingdom']],
    ['/companies?country=UK', ['France', 'United Kingdom', 'UK']],
  ])('offers at %s the countries of the companies, each once', async (path, countries) => {
    const [, list] = /<select id="country"([^]*?)<\/select>/.exec((await read(path)).text)!;
    expect([...list!.matchAll(/value="([^"]+)"/g)].map(([, value]) => value)).toEqual(countries);
  });

  it('offers to compare the chosen companies above all rows and below them', async () => {
    const { text } = await read('/companies');
    const [table, end] = [text.indexOf('<table'), text.indexOf('</table>')];
    const places = [...text.matchAll(/>Compare the chosen companies</g)].map(({ index }) => index);
    expect(places.map((place) => [place < table, place > end])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(text).toContain('<button form="compare">Compare');
    expect(text).toContain('<form id="compare"');
  });

  it('pages through each company once, in the order of a figure, as the API does', async () => {
    const seen: (string | undefined)[] = [];
    for (let path: string | undefined = '/companies?sort=valuation'; path;) {
      const { text } = await read(path);
      seen.push(...namesOf(text));
      path = /<a href="([^"]+)" rel="next/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => `c${120 - i}`));
    const { body } = await api.get(
      '/api/v1/search/companies/?sort=valuation&page_size=3&fields=slug,financials',
    );
    expect(body.companies.map(({ slug }: { slug: string }) => slug)).toEqual(['c120', 'c119', 'c118']);
    expect(body.companies[0].financials).toEqual([
      { name: 'latest_estimated_valuation', value: 120_000_000, date: '2026-01-13' },
    ]);
    expect(body.pagination.total_items).toBe(120);
  });

  it.each([
    ['/companies', 0],
    ['/companies?sort=valuation', 0],
    ['/companies?sort=updated_at', 0],
    ['/companies?sort=type&type=private', 0],
    ['/companies?sort=founded', 1],
    ['/companies?sort=country&founded_gte=1901', 1],
    ['/companies?country=France&category=fintech', 1],
  ])('counts companies to a bound at %s, and none if counters have the total', async (path, counts) => {
    const seen: string[] = [];
    const listen = ({ sql }: { sql: string }) => seen.push(sql);
    api.db.on('query', listen);
    const page = await read(path);
    api.db.removeListener('query', listen);
    expect(page.status).toBe(200);
    const counting = seen.filter((sql) => sql.includes('count(*)'));
    expect(counting).toHaveLength(counts);
    for (const sql of counting) expect(sql).toMatch(/^select count\(\*\) as .n. from \(select .* limit /);
  });

  it('says that more companies match several filters than it counts', async () => {
    const { db } = api;
    const insert = (n: number) =>
      insertCompany(db, {
        domain: `m${n}.com`,
        slug: `m${n}`,
        headquarters_country: 'Malta',
        type: 'public',
      });
    for (let n = 1; n <= 199; n++) await insert(n);
    const query = '/companies?country=Malta&type=public';
    expect((await read(query)).text).toContain('Public companies from Malta. 199 companies.');
    await insert(200);
    await insert(201);
    const { text } = await read(query);
    expect(text).toContain('Public companies from Malta. At least 200 companies.');
    const [, all] = /<a href="([^"]*count=exact[^"]*)"/.exec(text)!;
    expect((await read(all!.replaceAll('&amp;', '&'))).text).toContain('from Malta. 201 companies.');
    expect((await read('/companies?country=Malta')).text).toContain('Companies from Malta. 201 companies.');
    // A file has all rows.
    const { text: counted } = await read(all!.replaceAll('&amp;', '&'));
    expect(counted).toContain('href="/companies.csv?country=Malta&amp;type=public"');
    await db('companies').where({ headquarters_country: 'Malta' }).delete();
  });

  it('sends the rows of all pages of a filter as CSV, with the filter and the seq', async () => {
    const query = 'type=private&sort=valuation';
    const { text, headers } = await read(`/companies.csv?${query}`);
    const lines = text.trimEnd().split('\r\n');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="companies-\d+\.csv"$/);
    expect(lines).toHaveLength(61);
    expect(lines[1]).toMatch(
      /^\d+,c119,Company 119,.*,119000000,2026-01-13,.*"Private companies, by valuation, .*",\d+$/,
    );
    expect(new Set(lines).size).toBe(61);
    const { text: all } = await read('/companies.csv');
    expect(all.trimEnd().split('\r\n')).toHaveLength(COMPANIES + 1);
    expect(all).toContain(",'=1+1,");
  });

  it('explains a wrong value at its field, and keeps what was typed', async () => {
    const page = await read('/companies?valuation_gte=lots&country=France');
    expect(page.status).toBe(400);
    expect(page.text).toContain('<p class="error" id="valuation_gte-error">');
    expect(page.text).toContain('value="lots"');
    expect(page.text).toContain('value="France"');
    expect((await read('/companies?type=odd')).text).toContain('The value must be private or public.');
    const file = await read('/companies.csv?type=odd');
    expect([file.status, file.type]).toEqual([400, 'text/plain']);
    expect(file.text).toContain('must be private or public');
  });

  it.each([
    ['count=all', 'count: The value must be '],
    ['columns=zzz', 'columns: The value &quot;zzz&quot; must be '],
    [`columns=${encodeURIComponent(HOSTILE)}`, 'columns: The value &quot;&lt;script&gt;'],
    ['page_after=zzz', 'page_after is not a cursor of this list. '],
    ['page_after=a&page_before=b', 'page_after and page_before cannot be combined. '],
  ])('explains above the form a wrong value without a field: %s', async (query, problem) => {
    const { status, text } = await read(`/companies?${query}&name=kept`);
    expect(status).toBe(400);
    const alert = text.indexOf(`<p class="error" role="alert">${problem}`);
    expect(alert).toBeGreaterThan(0);
    expect(alert).toBeLessThan(text.indexOf('action="/companies"'));
    expect(text).toContain('value="kept"');
    expect(text).not.toContain('<script>');
  });

  it('shows the usual columns and an empty comparison for empty fields', async () => {
    expect((await read('/companies?columns=')).text).toContain('value="founded" checked');
    expect((await read('/compare?companies=')).text).toContain('<h1>Compare companies</h1>');
  });

  it.each([
    [`/companies?name=${'a'.repeat(2001)}`, 400, 'name: must be at most 2000 characters'],
    ['/news?company_domain=a.com&company_domain=b.com', 400, 'company_domain: appears more than once; '],
    ['/search?page=0', 400, 'page: must be at least 1'],
    ['/compare?companies=a,b,c,d,e,f,g,h,i,j,k', 400, 'companies: must name at most 10 companies'],
  ])('says what is wrong with %s', async (path, status, message) => {
    const answer = await read(path);
    expect([answer.status, answer.type]).toEqual([status, 'text/html']);
    expect(answer.text).toContain(`<p>${message}`);
  });

  it('tells search engines to keep the list, and no combination of filters', async () => {
    expect((await read('/companies')).text).toContain(
      `<link rel="canonical" href="${PUBLIC_URL}/companies" />`,
    );
    expect((await read('/companies?country=France')).text).toContain('content="noindex"');
    expect((await read('/search?q=a')).text).toContain('content="noindex"');
  });

  it.each([
    '/',
    '/companies',
    `/companies?name=${encodeURIComponent(HOSTILE)}`,
    `/search?q=${encodeURIComponent(HOSTILE)}`,
  ])('escapes hostile texts at %s, and runs no script', async (path) => {
    const page = await read(path);
    expect([200, 400]).toContain(page.status);
    expect(page.text).toContain('&lt;script&gt;');
    expect(page.text.match(/<script.*?>/g)).toEqual(['<script type="module" src="/search/script.js">']);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; connect-src 'self'; base-uri/,
    );
  });
});

describe('the site', () => {
  it('says that there are no categories', async () => {
    const api = await startTestApi('sqlite');
    const { text } = await request(api.url).get('/categories').set('accept', 'text/html');
    await api.close();
    expect(text).toContain('<p role="status">No categories.</p>');
  });

  it('is a 404 with PUBLIC_SITE=off, and / leads to the API reference', async () => {
    const api = await startTestApi('sqlite', { publicSite: false });
    for (const path of ['/companies', '/companies.csv', '/search?q=a'])
      expect([path, (await request(api.url).get(path)).status]).toEqual([path, 404]);
    const root = await request(api.url).get('/').set('accept', 'text/html');
    expect([root.status, root.headers['location']]).toEqual([302, `${PUBLIC_URL}/docs`]);
    await api.close();
  });

  it.each([
    ['=SUM(A1)', "'=SUM(A1)"],
    ['@a, "b"', `"'@a, ""b"""`],
    [-5, '-5'],
    [null, ''],
  ])('writes %p into a CSV cell as %s', (value, cell) => expect(csvCell(value)).toBe(cell));
});
