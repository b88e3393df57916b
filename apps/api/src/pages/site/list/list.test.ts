import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../../testing/api.ts';
import {
  insertCompany,
  insertDocument,
  insertEvent,
  insertFiling,
  insertNews,
} from '../../../testing/fixtures.ts';

const HOSTILE = '<script>alert(1)</script>"&\'';
const NEWS = 120;
const LISTS = ['/news', '/events', '/filings', '/research', '/changes'];

describe.each(engines)('the lists of the site on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    const at = '2026-02-10T08:00:00.000Z';
    api = await startTestApi(engine, { clock: () => new Date('2026-03-01T00:00:00.000Z') });
    const { db } = api;
    const changed = { created_at: at, updated_at: at };
    const acme = await insertCompany(db, { ...changed, domain: 'acme.com', slug: 'acme', name: HOSTILE });
    const other = await insertCompany(db, { ...changed, domain: 'b.com', slug: 'b', name: 'Bee' });
    for (let n = 0; n < NEWS; n++)
      await insertNews(db, { ...changed, company_id: acme, headline: `News ${n}`, release_date: at });
    await insertNews(db, {
      ...{ ...changed, company_id: other, headline: HOSTILE },
      ...{ importance: 'minor', release_date: '2026-01-05T08:00:00.000Z' },
    });
    const round = (name: string, amount_raised: string, currency: string, event_date: string) =>
      insertEvent(db, {
        ...{ ...changed, company_id: acme, type: 'funding_round', name, event_date },
        data: { amount_raised, currency },
      });
    await round('Small', '1000000.00', 'USD', '2026-02-09');
    await round('Large', '9000000.00', 'USD', '2026-02-10');
    await round('In euros', '99000000.00', 'EUR', '2026-02-10');
    await round('Old', '5.00', 'USD', '2025-12-31');
    await insertEvent(db, { ...changed, company_id: other, type: 'company_milestone', name: HOSTILE });
    for (const filed_at of ['2026-01-02T00:00:00.000Z', '2026-01-09T00:00:00.000Z'])
      await insertFiling(db, {
        ...changed,
        company_id: acme,
        filed_at,
        name: `Filed ${filed_at}`,
        type: '10-K',
      });
    await insertFiling(db, { ...changed, company_id: other, name: HOSTILE, type: '8-K' });
    for (let n = 0; n < 101; n++)
      await insertDocument(db, { ...changed, slug: `d${n}`, title: n === 0 ? HOSTILE : `Document ${n}` }, [
        { company_id: acme, relation: 'subject' },
      ]);
  });
  afterAll(() => api.close());

  const read = (path: string) => request(api.url).get(path).set('accept', 'text/html,*/*;q=0.8');
  const links = (page: string, text: string) =>
    new RegExp(`<a href="([^"]+)"[^>]*>${text}`).exec(page)?.[1]?.replaceAll('&amp;', '&');
  const namesOf = (page: string) =>
    [...page.matchAll(/<th role="rowheader" scope="row">(.*?)<\/th>/gs)].map(([, cell]) =>
      cell!.replace(/<[^>]+>/g, '').trim(),
    );

  it('show the week of the newest rows, and lead to the weeks before and after', async () => {
    const newest = await read('/news');
    expect([newest.status, newest.type]).toEqual([200, 'text/html']);
    expect(newest.text).toContain('News from 4 February 2026 to 10 February 2026. 120 news items.');
    const earlier = await read(links(newest.text, 'Earlier')!);
    expect(earlier.text).toContain('News from 30 December 2025 to 5 January 2026. 1 news item.');
    expect(links(earlier.text, 'Earlier')).toBeUndefined();
    const later = await read(links(earlier.text, 'Later')!);
    expect(later.text).toContain('News from 10 February 2026 to 16 February 2026. 120 news items.');
  });

  it.each([
    ['/news', '/api/v1/news/company/?news_type=all&page_size=50', 'company_news', 'headline'],
    ['/events', '/api/v1/events/?types=funding-round&page_size=100', 'events', 'event_name'],
    ['/filings', '/api/v1/filings/?page_size=50', 'filings', 'name'],
    ['/research', '/api/v1/documents/?page_size=100', 'documents', 'title'],
  ])('shows at %s the rows of the endpoint for the same fields', async (path, endpoint, rows, name) => {
    const query = 'company_domain=acme.com';
    const page = await read(`${path}?${query}`);
    const { body } = await api.get(`${endpoint}&${query}`);
    const names = body[rows].map((row: Record<string, string>) => row[name]!.replaceAll('"', '&quot;'));
    expect(names.length).toBeGreaterThan(1);
    expect(namesOf(page.text).toSorted()).toEqual(
      names
        .map((each: string) =>
          each.replaceAll(/<script>.*/g, '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;&#39;'),
        )
        .toSorted(),
    );
  });

  it('page through each row once, forward and back', async () => {
    const pages: string[][] = [];
    let last = '';
    for (
      let path: string | undefined = '/news?company_domain=acme.com';
      path;
      path = links(last, 'Next page')
    ) {
      last = (await read(path)).text;
      pages.push(namesOf(last));
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flat()).size).toBe(NEWS);
    expect(namesOf((await read(links(last, 'Previous page')!)).text)).toEqual(pages[1]);
  });

  it('sort the rounds of a week by amount, dollars first', async () => {
    expect(namesOf((await read('/events')).text)).toEqual(['Large', 'Small', 'In euros']);
    const filed = await read('/filings?updated_at_gte=2026-02-10&updated_at_lte=2026-02-10');
    expect(namesOf(filed.text).filter((name) => name.startsWith('Filed'))).toEqual([
      'Filed 2026-01-09T00:00:00.000Z',
      'Filed 2026-01-02T00:00:00.000Z',
    ]);
  });

  it('say how the rounds are sorted: by date if they are too many for one page', async () => {
    expect((await read('/events')).text).toContain('by amount, largest first');
    const old = { created_at: '2025-06-01T00:00:00.000Z', updated_at: '2025-06-01T00:00:00.000Z' };
    const company_id = await insertCompany(api.db, { ...old, domain: 'many.com' });
    for (let n = 0; n < 201; n++)
      await insertEvent(api.db, {
        ...{ ...old, company_id, type: 'funding_round', name: `Round ${n}`, event_date: '2025-06-01' },
        data: { amount_raised: `${n}.00`, currency: 'USD' },
      });
    const many = await read('/events?company_domain=many.com');
    expect(many.text).toContain('by date, newest first');
    expect(many.text).not.toContain('largest');
  });

  it('list the companies that changed, with what changed', async () => {
    const { text } = await read('/changes?updated_at_gte=2026-02-10&updated_at_lte=2026-02-11');
    expect(text).toContain('2 companies.');
    expect(text.replace(/\s+/g, ' ')).toContain('Documents, News, Events, Filings');
    const news = await read('/changes?updated_at_gte=2026-02-10&updated_at_lte=2026-02-11&sources=documents');
    expect(news.text).toContain('what changed: Documents. 2 companies.');
  });

  it.each(LISTS)('sends all rows of the filters of %s as CSV, as the page counts them', async (path) => {
    const page = await read(path);
    const count = Number(/ (\d+) [a-z ]+\.\s*<\/p>\s*<p class="actions/.exec(page.text)![1]);
    const csv = await read(links(page.text, 'All rows as CSV')!);
    expect([csv.status, csv.type]).toEqual([200, 'text/csv']);
    expect(csv.headers['content-disposition']).toMatch(/filename="[a-z]+-\d+\.csv"/);
    expect(csv.headers['dossier-seq']).toMatch(/^\d+$/);
    expect(csv.text.trimEnd().split('\r\n').length - 1).toBe(count);
    expect(count).toBeGreaterThan(0);
  });

  it.each(LISTS)('offers the rows of %s as a feed whose ids come from the records', async (path) => {
    const feed = await read(`${path}/feed.atom`);
    expect([feed.status, feed.type]).toEqual([200, 'application/atom+xml']);
    const ids = [...feed.text.matchAll(/<entry>\s*<id>([^<]+)</g)].map(([, id]) => id!);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^tag:dossier\.example,2026:[a-z]+\/\w/);
    expect(feed.text).toContain(`<link rel="self" href="${PUBLIC_URL}${path}/feed.atom" />`);
    expect(feed.text).not.toContain('<script');
    const filtered = await read(`${path}/feed.atom?company_domain=acme.com`);
    expect(filtered.status).toBe(200);
  });

  it('explain a wrong value at its field, and an unknown company', async () => {
    const wrong = await read('/news?release_date_start=soon&company_domain=acme.com');
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('id="release_date_start-error"');
    expect(wrong.text).toContain('value="acme.com"');
    const unknown = await read('/news?company_domain=nobody.example');
    expect(unknown.status).toBe(400);
    expect(unknown.text).toContain('nobody.example');
    for (const path of ['/news.csv', '/news/feed.atom'])
      expect([path, (await read(`${path}?company_domain=nobody.example`)).status]).toEqual([path, 404]);
    const long = await read('/news?release_date_start=2026-01-01&release_date_end=2026-03-01');
    expect(long.status).toBe(400);
  });

  it.each(LISTS)('lets search engines keep %s, and no combination of filters', async (path) => {
    expect((await read(path)).text).toContain(`<link rel="canonical" href="${PUBLIC_URL}${path}" />`);
    const filtered = await read(`${path}?updated_at_gte=2026-02-10&company_domain=acme.com`);
    expect(filtered.text).toContain('content="noindex"');
  });

  it('explains above the form a wrong value without a field', async () => {
    const { status, text } = await read('/research?page_after=zzz');
    const alert = text.indexOf('<p class="error" role="alert">page_after is not a cursor of this list. ');
    expect([status, alert > 0, alert < text.indexOf('action="/research"')]).toEqual([400, true, true]);
  });

  it.each(LISTS)('escapes hostile texts at %s, and runs no script', async (path) => {
    const page = await read(`${path}?company_domain=${encodeURIComponent(HOSTILE)}&updated_at_gte=%00`);
    expect([200, 400]).toContain(page.status);
    for (const { text, headers } of [page, await read(path)]) {
      expect(text.replace('<script type="module" src="/search/script.js">', '')).not.toContain('<script');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src/);
    }
  });
});
