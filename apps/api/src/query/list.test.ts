import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listing, wholeNumber } from '@dossier/shared';
import { equals, jsonFor, written, type Condition, type Db, type Query } from '@dossier/store';
import { engines } from '@dossier/store/testing';
import { z } from 'zod';
import type { RequestContext } from '../http/endpoint.ts';
import type { HttpServices } from '../http/services.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertCompany, insertEvent, insertFiling } from '../testing/fixtures.ts';
import { atLeast, atMost, fieldsOf, matching, oneOf, within, type Filter } from './filters.ts';
import { list } from './list.ts';

const events = listing({
  name: 'events-of-test',
  keys: { event_date: 'text', id: 'text' },
  direction: 'asc',
  pageSize: { default: 30, max: 30 },
});
const filingType = z.string().optional();

const filters = [
  within('updated_at', ['updated_from'], ['updated_to']),
  within('updated_at', ['changed_from'], ['changed_to']),
  atLeast('part', { part_gte: wholeNumber(0, 9).optional() }),
  atMost('part', { part_lte: wholeNumber(0, 9).optional() }),
  matching({ filing: filingType }, (type) =>
    written({
      sql: 'company_id in (select own.company_id from filings as own where own.type = ?)',
      values: [type],
    }),
  ),
] as const;

const reader = (own: readonly Filter[], rows: Partial<Parameters<typeof list<{ part: number }>>[0]> = {}) =>
  list<{ part: number }>({
    list: events,
    table: 'events',
    filters: own,
    item: (db) => jsonFor(db).object(z.object({ part: z.number() }), { part: 'page.part' }),
    from: (db) => db('events').select('part'),
    countedAs: [],
    columns: { event_date: 'events.event_date', id: 'events.id' },
    ...rows,
  });
const read = reader(filters);

const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`;

describe.each(engines)('a list on %s', (engine) => {
  let api: TestApi;
  let context: HttpServices & RequestContext;
  let company: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    context = { db: api.db, now: day(9) } as HttpServices & RequestContext;
    company = await insertCompany(api.db, { domain: 'acme.com' });
    for (const n of [1, 2, 3, 4, 5])
      await insertEvent(api.db, {
        company_id: company,
        part: n,
        type: 'funding_round',
        event_date: day(n).slice(0, 10),
        updated_at: day(n),
      });
    await insertFiling(api.db, { company_id: company, type: '10-K' });
  });
  afterAll(() => api.close());

  const partsOf = async (query: object) => {
    const input = z.object(fieldsOf(filters)).parse(query);
    const { page } = await read(context, { ...input, page_size: 30 });
    return [page.rows.map(({ item }) => (JSON.parse(item) as { part: number }).part), page.total];
  };

  it.each([
    ['one', { updated_from: day(2) }, [2, 3, 4, 5]],
    ['overlapping', { updated_from: day(2), updated_to: day(4), changed_from: day(3) }, [3, 4]],
    ['nested', { updated_from: day(3), changed_from: day(1), changed_to: day(3) }, [3]],
    ['separate', { updated_to: day(2), changed_from: day(4) }, []],
  ])('keeps rows in all ranges of a column: %s', async (_, query, parts) => {
    expect(await partsOf(query)).toEqual([parts, parts.length]);
  });

  it.each([
    ['at least', { part_gte: '4' }, [4, 5]],
    ['at most', { part_lte: '1' }, [1]],
    ['between', { part_gte: '2', part_lte: '3' }, [2, 3]],
  ])('keeps rows by a number: %s', async (_, query, parts) => {
    expect(await partsOf(query)).toEqual([parts, parts.length]);
  });

  const joined = (db: Db): Query =>
    db('events').join('companies', 'companies.id', 'events.company_id').select('part');
  const byType = oneOf('companies.type', { type: z.string().optional() }, { all: ['funding_round'] });

  it.each([
    ['a filter of another table', { type: 'public' }, 0],
    ['a list of all values of another table', {}, 5],
  ])('has the total of its rows with %s', async (_, query, total) => {
    const read = reader([byType], { from: joined });
    expect((await read(context, { ...query, page_size: 30 })).page).toMatchObject({ total });
  });

  it('counts rows that it leaves out itself', async () => {
    const from = (db: Db): Query => db('events').where('part', '>', 3).select('part');
    const { page } = await reader([], { from, countedAs: undefined })(context, { page_size: 30 });
    expect([page.rows.length, page.total]).toEqual([2, 2]);
  });

  it('has the total of counters for a column that stands for its own', async () => {
    const counter = () => api.db('counters').where({ name: 'all events funding_round' });
    await counter().update({ n: 7 });
    const totalOf = async (countedAs?: string[]) =>
      (await reader([byType], { from: joined, countedAs })(context, { page_size: 30 })).page.total;
    expect([await totalOf(['companies.type']), await totalOf([]), await totalOf()]).toEqual([7, 5, 5]);
    await counter().update({ n: 5 });
  });

  it('keeps rows of its companies alone with a filter that contains an or', async () => {
    const either: Filter = {
      fields: {},
      where: () => [written({ sql: 'part = ? or part = ?', values: [1, 2] })],
    };
    const scope = { type: 'multi-company' as const, ids: [0], domains: [] };
    const { page } = await reader([either])(context, { page_size: 30 }, { scope });
    expect([page.rows, page.total]).toEqual([[], 0]);
  });

  it('depends on the kinds that its filters read', async () => {
    const kindsOf = async (input: object, ids?: number[]) => {
      const scope = ids && { type: 'multi-company' as const, ids, domains: [] };
      const { dependsOn } = await read(context, { ...input, page_size: 30 }, { ...(scope && { scope }) });
      return [...(dependsOn.kinds ?? [])].sort();
    };
    expect(await kindsOf({})).toEqual(['company', 'event']);
    expect(await kindsOf({ filing: '10-K' })).toEqual(['company', 'event', 'filing']);
    // The changes of its own events name the company. Filings of other companies may matter too.
    expect(await kindsOf({}, [company])).toEqual([]);
    expect(await kindsOf({ filing: '10-K' }, [company])).toEqual(['filing']);
  });

  it.each([
    ['a table without records', 'exists (select 1 from api_keys)', /api_keys/],
    ['a second table after a comma', 'exists (select 1 from filings as f, news as n)', /Write "join"/],
  ])('fails for a filter that reads %s', async (_, sql, message) => {
    const foreign: Filter = { fields: {}, where: () => [written({ sql, values: [] })] };
    await expect(reader([foreign])(context, { page_size: 30 })).rejects.toThrow(message);
  });
});

describe('a filter', () => {
  it('has the counters of its column only if the store wrote its SQL', () => {
    const [byType] = equals('type', 'funding_round') as [Condition];
    // @ts-expect-error A copy is no condition.
    const changed: Condition = { ...byType, sql: '"type" <> ?' };
    // @ts-expect-error Only the store sets `allowed`.
    const own = written({ sql: '"type" <> ?', values: ['a'], column: 'type', allowed: ['a'] });
    expect([changed.allowed, own.allowed]).toEqual([['funding_round'], undefined]);
  });

  it.each(['type', 'events.type'])(
    'does not list all values of a column that another lists: %s',
    (column) => {
      const all = ['funding_round'];
      const both = [
        oneOf('type', { type: filingType }, { all }),
        oneOf(column, { kind: filingType }, { all }),
      ];
      expect(() => reader(both)).toThrow(/^Two filters of events list all values/);
    },
  );

  it('has values of the type of its field', () => {
    matching({ founded: z.int().optional() }, (year) => written({ sql: '1 = ?', values: [year + 1] }));
    // @ts-expect-error A number is no text.
    oneOf('part', { part: z.int() });
    // @ts-expect-error A text is no number.
    const byText = atLeast('part', { part: z.string() });
    expect(Object.keys(byText.fields)).toEqual(['part']);
  });
});
