import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import {
  deleteFrom,
  insertCompany,
  insertDataset,
  insertDocument,
  insertEvent,
  insertFiling,
  insertMetric,
  insertNews,
} from '../../testing/fixtures.ts';

const OLD = '2025-06-01T00:00:00.000Z';
/** In the window that the tests ask for. */
const IN = '2026-01-10T12:00:00.000Z';
const LATER = '2026-01-11T12:00:00.000Z';
const NOW = '2026-01-14T00:00:00.000Z';
const PATH = '/api/v1/companies/?mode=sync';
const WINDOW = `${PATH}&updated_at_gte=2026-01-10&updated_at_lte=2026-01-12`;

type Item = { id: number; domain: string; updated_at: string; sources: string[] };

describe.each(engines)('companies with mode=sync on %s', (engine) => {
  let api: TestApi;
  let now = new Date(NOW);
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    api = await startTestApi(engine, { clock: () => now });
    const { db } = api;
    for (const name of [
      'document',
      'news',
      'event',
      'dataset',
      'metric',
      'filing',
      'own',
      'both',
      'nothing',
    ]) {
      ids[name] = await insertCompany(db, { domain: `${name}.com`, name, updated_at: OLD });
    }
    const changed = (name: string, updated_at = IN) => ({ company_id: ids[name]!, updated_at });
    await insertDocument(db, { slug: 'report', updated_at: IN }, [
      { company_id: ids['document']!, relation: 'connected' },
    ]);
    await insertNews(db, changed('news'));
    await insertNews(db, changed('news', LATER));
    await insertNews(db, changed('news', NOW));
    await insertEvent(db, { ...changed('event'), type: 'funding_round' });
    await insertDataset(db, changed('dataset'));
    await insertMetric(db, changed('metric'));
    await insertFiling(db, changed('filing'));
    await db('companies').where({ id: ids['own']! }).update({ updated_at: IN });
    await db('companies').where({ id: ids['both']! }).update({ updated_at: LATER });
    await insertNews(db, changed('both'));
    await insertFiling(db, changed('both'));
    await insertNews(db, changed('nothing', '2026-01-09T23:59:59.999Z'));
    await insertFiling(db, changed('nothing', '2026-01-13T00:00:00.000Z'));
  });
  afterAll(() => api.close());

  const list = async (address: string) => (await api.get(address)).body.companies as Item[];
  const names = async (address: string) => (await list(address)).map(({ domain }) => domain.slice(0, -4));

  it('lists by id the companies whose own record or sources changed in the window [R-COMPANY-27]', async () => {
    const { body } = await api.get(WINDOW);
    expect(body.companies).toEqual([
      {
        id: ids['document'],
        domain: 'document.com',
        name: 'document',
        updated_at: IN,
        sources: ['documents'],
      },
      { id: ids['news'], domain: 'news.com', name: 'news', updated_at: LATER, sources: ['news'] },
      { id: ids['event'], domain: 'event.com', name: 'event', updated_at: IN, sources: ['events'] },
      { id: ids['dataset'], domain: 'dataset.com', name: 'dataset', updated_at: IN, sources: ['datasets'] },
      { id: ids['metric'], domain: 'metric.com', name: 'metric', updated_at: IN, sources: ['metrics'] },
      { id: ids['filing'], domain: 'filing.com', name: 'filing', updated_at: IN, sources: ['filings'] },
      { id: ids['own'], domain: 'own.com', name: 'own', updated_at: IN, sources: ['listings'] },
      {
        id: ids['both'],
        domain: 'both.com',
        name: 'both',
        updated_at: LATER,
        sources: ['news', 'filings', 'listings'],
      },
    ]);
    expect(body.pagination).toMatchObject({
      page_size: 30,
      current_page_items: 8,
      total_items: 8,
      next_link: null,
      prev_link: null,
      after_cursor: 'Start',
    });
    expect((await api.get(`${WINDOW}&sources=all`)).body.companies).toEqual(body.companies);
  });

  it.each([
    ['documents', ['document', 'own', 'both']],
    ['news', ['news', 'own', 'both']],
    ['events', ['event', 'own', 'both']],
    ['datasets', ['dataset', 'own', 'both']],
    ['metrics', ['metric', 'own', 'both']],
    ['filings', ['filing', 'own', 'both']],
    ['listings', ['own', 'both']],
    ['filings,news', ['news', 'filing', 'own', 'both']],
    ['news, all', ['document', 'news', 'event', 'dataset', 'metric', 'filing', 'own', 'both']],
  ])('checks only the selected sources: %s', async (sources, expected) => {
    expect(await names(`${WINDOW}&sources=${sources}`)).toEqual(expected);
  });

  it('names the selected sources that changed, and none when only the company record changed', async () => {
    const items = await list(`${WINDOW}&sources=filings`);
    expect(items.map(({ domain, updated_at, sources }) => [domain, updated_at, sources])).toEqual([
      ['filing.com', IN, ['filings']],
      ['own.com', IN, []],
      ['both.com', LATER, ['filings']],
    ]);
    const [item] = await list(
      `${PATH}&updated_at_gte=${IN}&updated_at_lte=${IN}&sources=news,listings&page_before=end`,
    );
    expect(item).toMatchObject({ domain: 'news.com', updated_at: IN });
  });

  it('lists the company of a row that was deleted in the window, with its source', async () => {
    const { db } = api;
    const deletion = (kind: string, name: string, deleted_at: string) => ({
      kind,
      record_id: 'x',
      natural_key: '[]',
      company_id: ids[name]!,
      deleted_at,
    });
    await db('deletions').insert([
      deletion('filing', 'nothing', IN),
      deletion('document', 'news', NOW),
      deletion('news', 'news', '2026-01-11T18:00:00.000Z'),
      { ...deletion('document', 'news', IN), company_id: null },
    ]);
    const items = (await list(`${WINDOW}&sources=filings,news`)).map((item) => [
      item.domain,
      item.updated_at,
      item.sources,
    ]);
    expect(items).toContainEqual(['nothing.com', IN, ['filings']]);
    expect(items).toContainEqual(['news.com', '2026-01-11T18:00:00.000Z', ['news']]);
    expect(await names(`${WINDOW}&sources=documents`)).not.toContain('news');
    await db('deletions').delete();
  });

  it('ends the window now without updated_at_lte, and keeps that end for later pages', async () => {
    const address = `${PATH}&updated_at_gte=2026-01-01&sources=news,filings&page_size=2`;
    expect(await names(`${address}&page_size=100`.replace('&page_size=2', ''))).toEqual([
      'news',
      'filing',
      'own',
      'both',
      'nothing',
    ]);
    const first = await api.get(address);
    now = new Date('2026-01-20T00:00:00.000Z');
    const fresh = await insertCompany(api.db, {
      domain: 'fresh.com',
      updated_at: '2026-01-18T00:00:00.000Z',
    });
    expect((await api.get(address)).status).toBe(400);
    const second = await api.get(first.body.pagination.next_link);
    const third = await api.get(second.body.pagination.next_link);
    const walked = [first, second, third].flatMap(({ body }) => body.companies as Item[]);
    expect(walked.map(({ domain }) => domain)).toEqual([
      'news.com',
      'filing.com',
      'own.com',
      'both.com',
      'nothing.com',
    ]);
    expect(third.body.pagination.next_link).toBeNull();
    await deleteFrom(api.db, 'companies', { id: fresh });
    now = new Date(NOW);
  });

  it('returns the same list forward from start and backward from end', async () => {
    const all = await names(WINDOW);
    for (const [from, link] of [
      ['page_after=start', 'next_link'],
      ['page_before=end', 'prev_link'],
    ] as const) {
      const pages: string[][] = [];
      for (let address = `${WINDOW}&page_size=3&${from}`; address;) {
        const { body } = await api.get(address);
        pages.push((body.companies as Item[]).map(({ domain }) => domain.slice(0, -4)));
        address = body.pagination[link];
      }
      if (link === 'prev_link') pages.reverse();
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(3);
    }
  });

  it.each([
    [PATH, 'updated_at_gte: is required with mode=sync'],
    [`${PATH}&updated_at_lte=2026-01-01`, 'updated_at_gte: is required with mode=sync'],
    [
      `${PATH}&updated_at_gte=2026-01-01&updated_at_lte=2026-01-15T00:00:00.001Z`,
      'updated_at_gte to updated_at_lte must span 14 days or less, not 14.1; without an upper bound, the range ends now.',
    ],
    [
      `${PATH}&updated_at_gte=2025-12-30T23:59:59.999Z`,
      'updated_at_gte to updated_at_lte must span 14 days or less, not 14.1; without an upper bound, the range ends now.',
    ],
    [`${WINDOW}&company_domain=news.com`, 'company_domain: cannot be combined with mode=sync'],
    [`${WINDOW}&id=1`, 'id: cannot be combined with mode=sync'],
    [`${WINDOW}&company_slug=news-com`, 'company_slug: cannot be combined with mode=sync'],
    ['/api/v1/companies/?mode=full', 'mode: must be sync'],
    ['/api/v1/companies/?updated_at_gte=2026-01-01', 'updated_at_gte: needs mode=sync'],
    ['/api/v1/companies/?company_domain=news.com&sources=news', 'sources: needs mode=sync'],
    ['/api/v1/companies/?page_size=30', 'page_size: needs mode=sync'],
    ['/api/v1/companies/?page_after=start', 'page_after: needs mode=sync'],
    [`${WINDOW}&page_size=101`, 'page_size: must be at most 100'],
    [`${WINDOW}&page_size=0`, 'page_size: must be at least 1'],
    [`${WINDOW}&sources=,`, 'sources: must name at least one value'],
    [
      `${WINDOW}&page_after=start&page_before=end`,
      'page_after and page_before cannot be combined. Send one of them.',
    ],
  ])('answers %s with 400 and the reason', async (address, message) => {
    const { status, body } = await api.get(address);
    expect([status, body.error]).toEqual([400, message]);
  });

  it('rejects an unknown source, and a cursor of another list', async () => {
    expect((await api.get(`${WINDOW}&sources=news,tweets`)).status).toBe(400);
    const { body } = await api.get('/api/v1/documents?page_before=End');
    const foreign = await api.get(`${WINDOW}&page_after=${body.pagination.after_cursor}x`);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid_cursor']);
  });

  it('accepts exactly 14 days, as times or as dates', async () => {
    for (const query of [
      'updated_at_gte=2026-01-01&updated_at_lte=2026-01-15T00:00:00Z',
      'updated_at_gte=2026-01-01&updated_at_lte=2026-01-15',
      'updated_at_gte=2025-12-31',
    ]) {
      expect((await api.get(`${PATH}&${query}`)).status).toBe(200);
    }
  });
});

describe.each(engines)('paging through mode=sync on %s while rows change', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { clock: () => new Date(NOW) });
  });
  afterAll(() => api.close());

  it.each([
    ['page_after=start', 'next_link'],
    ['page_before=end', 'prev_link'],
  ])('from %s returns each unchanged company exactly once', async (from, link) => {
    const { db } = api;
    const companies: number[] = [];
    for (let i = 0; i < 40; i++) {
      const domain = `${link.replace('_', '-')}-${i}.com`;
      companies.push(await insertCompany(db, { domain, updated_at: i % 2 === 0 ? IN : OLD }));
    }
    // Every fourth is left alone, changed by its own record or by its news; the others move while we walk.
    const quiet = companies.filter((_id, i) => i % 4 < 2);
    const busy = companies.filter((_id, i) => i % 4 >= 2);
    for (const company_id of quiet) await insertNews(db, { company_id, updated_at: IN });

    let turn = 0;
    const change = async () => {
      for (const [i, id] of busy.entries()) {
        const inWindow = (turn + i) % 3 === 0;
        await db('companies')
          .where({ id })
          .update({ updated_at: inWindow ? LATER : '2026-02-01T00:00:00.000Z' });
        if ((turn + i) % 5 === 0) await insertNews(db, { company_id: id, updated_at: LATER });
      }
      await insertCompany(db, { domain: `${link.replace('_', '-')}-new-${turn++}.com`, updated_at: LATER });
      await db('news')
        .where({ company_id: busy[turn % busy.length]! })
        .delete();
    };

    const seen: number[] = [];
    for (let address = `${WINDOW}&page_size=3&${from}`; address;) {
      const { body } = await api.get(address);
      seen.push(...(body.companies as Item[]).map(({ id }) => id));
      address = body.pagination[link];
      await change();
    }
    expect(turn).toBeGreaterThan(7);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => quiet.includes(id)).sort((a, b) => a - b)).toEqual(quiet);
    expect(seen.some((id) => busy.includes(id))).toBe(true);
  });
});
