import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS, listing, pageRequest, toTimestamp } from '@dossier/shared';
import fc from 'fast-check';
import { z } from 'zod';
import { findDay, readSum, splitWindow, sumsOfWindows } from './day-counts.ts';
import { isIn, between, equals, type Condition } from '../sql/filters.ts';
import { deleteRows, insertRows, updateRows } from './rows.ts';
import { jsonFor } from '../sql/json.ts';
import type { Db } from '../sql/open.ts';
import { pagesOf } from '../lists/pages.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from '../sql/write.ts';

const BEGIN = Date.parse('2023-11-20T00:00:00.000Z');
const DAYS = 500;
/** Often the first or last moment of a day, as in requests with dates. */
const times = fc
  .tuple(fc.integer({ min: 0, max: DAYS }), fc.constantFrom(0, 0, DAY_MS - 1, DAY_MS - 1, 1, 40_000_000))
  .map(([day, ms]) => toTimestamp(BEGIN + day * DAY_MS + ms));
const windows = fc
  .tuple(fc.option(times, { nil: undefined }), fc.option(times, { nil: undefined }))
  .map(([a, b]): (string | undefined)[] => (a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]));

describe('the parts of a window', () => {
  const isIn = (text: string, [from, to]: readonly [string, string]) => from <= text && text <= to;

  it.each([false, true])('contain each time of the window once, with months: %s', (hasMonths) => {
    fc.assert(
      fc.property(windows, fc.array(times, { minLength: 20, maxLength: 20 }), ([from, to], some) => {
        const parts = splitWindow(from, to, hasMonths);
        for (const time of [...some, ...(from ? [from] : []), ...(to ? [to] : [])]) {
          const found =
            parts.times.filter((range) => isIn(time, range)).length +
            parts.days.filter((range) => isIn(time.slice(0, 10), range)).length +
            (isIn(time.slice(0, 7), parts.months) ? 1 : 0);
          expect(found).toBe(
            (from === undefined || from <= time) && (to === undefined || time <= to) ? 1 : 0,
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are whole months, and the days and times around them', () => {
    expect(splitWindow('2026-01-30T12:00:00.000Z', '2026-04-01T23:59:59.999Z')).toEqual({
      times: [
        ['2026-01-30T12:00:00.000Z', '2026-01-30~'],
        ['~', ''],
      ],
      days: [
        ['2026-01-31', '2026-01~'],
        ['2026-04', '2026-04-01'],
      ],
      months: ['2026-02', '2026-03'],
    });
  });

  it('contain the first and the last day of the calendar', () => {
    for (const day of ['0000-01-01', '9999-12-31'])
      expect(splitWindow(`${day}T05:00:00.000Z`, `${day}T06:00:00.000Z`)).toMatchObject({
        times: [
          [`${day}T05:00:00.000Z`, `${day}T06:00:00.000Z`],
          ['~', ''],
        ],
        months: ['~', ''],
      });
  });
});

describe.each(engines)('counts of days on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  const json = { social_json: '[]', legal_entities_json: '[]', key_people_json: '{}' };
  const COMPANY = { id: 1, slug: 'c', name: 'C', domain: 'c.com', type: 'private', is_active: true };
  const event = (event_date: string, created_at: string, updated_at: string, subtype: string) => ({
    ...{
      id: randomUUID(),
      company_id: 1,
      type: 'funding_round',
      subtype,
      name: randomUUID(),
      status: 'closed',
    },
    ...{ event_date: event_date.slice(0, 10), data_json: '{}', citations_json: '[]' },
    ...{ created_at, updated_at, content_hash: '' },
  });
  const metric = (end_date: string, updated_at: string, base: string, base_period: string | null) => ({
    ...{ id: randomUUID(), company_id: 1, observation_key: randomUUID(), base, base_period, view: 'value' },
    ...{ scenario: 'historical', end_date: end_date.slice(0, 10), type: 'equals', unit_kind: 'currency' },
    ...{ status: 'Active', citations_hash: '', created_at: updated_at, updated_at, content_hash: '' },
  });

  async function refill(rows: Record<string, object[]>): Promise<void> {
    await write(database.db, async (trx) => {
      await deleteRows(trx, 'companies', { id: COMPANY.id });
      const tracked = { created_at: toTimestamp(BEGIN), updated_at: toTimestamp(BEGIN), content_hash: '' };
      await insertRows(trx, 'companies', [{ ...COMPANY, ...json, ...tracked }]);
      for (const [table, all] of Object.entries(rows)) await insertRows(trx, table, all);
    });
  }
  const select = (db: Db, table: string, where: Condition[]) => {
    const query = db(table);
    for (const { sql, values } of where) {
      const bound = values.map((value) =>
        Array.isArray(value) && engine === 'sqlite' ? JSON.stringify(value) : value,
      );
      void query.whereRaw(sql, bound as string[]);
    }
    return query;
  };

  it('add up to the number of rows in any window, after updates and deletions too', async () => {
    const { db } = database;
    const kinds = fc.constantFrom('a', 'b');
    const ofEvent = fc.tuple(times, times, times, kinds);
    const ofMetric = fc.tuple(times, times, kinds, fc.constantFrom('year', null));
    await fc.assert(
      fc.asyncProperty(
        fc.array(ofEvent, { maxLength: 30 }),
        fc.array(ofMetric, { maxLength: 30 }),
        fc.array(fc.tuple(windows, fc.option(kinds, { nil: undefined })), { minLength: 5, maxLength: 5 }),
        times,
        async (events, metrics, asked, moved) => {
          await refill({
            events: events.map((args) => event(...args)),
            metrics: metrics.map((args) => metric(...args)),
          });
          await write(db, async (trx) => {
            const some = (await trx('events').where({ subtype: 'a' }).pluck('id')) as string[];
            const rows = some.map((id) => ({ id, updated_at: moved, subtype: 'b' }));
            await updateRows(trx, 'events', rows);
            const id = await trx('metrics').where({ base: 'b' }).whereNull('base_period').pluck('id');
            await deleteRows(trx, 'metrics', { id });
          });
          for (const [i, [[from, to], kind]] of asked.entries())
            for (const [table, column, filter] of [
              ['events', 'event_date', 'subtype'],
              ['events', 'updated_at', 'subtype'],
              ['metrics', 'end_date', 'base'],
              ['metrics', 'updated_at', 'base'],
            ] as const) {
              const isDate = column.endsWith('date');
              const bound = (time: string | undefined) => (isDate ? time?.slice(0, 10) : time);
              // A column may have two windows.
              const [first, last] = i === 0 ? [] : asked[0]![0];
              const where = [
                ...between(column, bound(from), bound(to)),
                ...between(column, bound(first), bound(last)),
                ...equals(filter, kind),
              ];
              const [sum] = sumsOfWindows(table, where);
              if (where.every(({ bound }) => bound === undefined)) expect(sum).toBeUndefined();
              else expect(await readSum(db, sum!)).toBe((await select(db, table, where)).length);
            }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('are not used for other columns and for filters by an empty text', () => {
    const { db } = database;
    const window = between('updated_at', '2024-01-01T00:00:00.000Z', undefined);
    const windows = [...window, ...between('end_date', '2024-01-01', undefined)];
    expect(
      sumsOfWindows('metrics', [...windows, ...isIn(db, 'base_period', ['year', 'month'])]),
    ).toHaveLength(2);
    for (const where of [
      [...window, ...equals('company_id', 1)],
      [...window, ...between('id', '2024-01-01', undefined)],
      [...window, ...isIn(db, 'base_period', ['year', ''])],
      equals('base', 'a'),
    ])
      expect(sumsOfWindows('metrics', where)).toEqual([]);
  });

  it('lead to the row at any offset', async () => {
    const { db } = database;
    const at = toTimestamp(BEGIN);
    const dayOf = (i: number) => toTimestamp(BEGIN + ((i * 7919) % DAYS) * DAY_MS * (i % 3 === 0 ? 1 : 0.1));
    await refill({ events: Array.from({ length: 3000 }, (_, i) => event(dayOf(i), at, at, 'abc'[i % 3]!)) });
    for (const where of [[], equals('subtype', 'b'), isIn(db, 'subtype', ['a', 'c'])]) {
      const rows = () => select(db, 'events', where).orderByRaw('event_date desc, id desc');
      const ids = await rows().pluck('id');
      for (const offset of [501, 502, 620, Math.floor(ids.length * 0.7), ids.length - 1]) {
        const { until, rest } = (await findDay(db, 'events', { column: 'event_date', where, offset }))!;
        const [found] = await rows().where('event_date', '<=', until).offset(rest).limit(1).pluck('id');
        expect({ offset, found }).toEqual({ offset, found: ids[offset] });
        // Only rows of one day are skipped.
        expect(rest).toBeLessThan((await rows().where('event_date', until.slice(0, 10))).length);
      }
      expect(await findDay(db, 'events', { column: 'event_date', where, offset: 500 })).toBeUndefined();
    }
  });

  describe('in a list', () => {
    const item = z.object({ id: z.string() });
    const newest = listing({
      name: 'events',
      keys: { event_date: 'text', id: 'text' },
      direction: 'desc',
      pageSize: { default: 10, max: 50 },
    });
    const pagesBy = (list: typeof newest, sorts: 'few' | 'all' = 'few') =>
      pagesOf<z.output<typeof item>>({
        list,
        table: 'events',
        item: (db) => jsonFor(db).object(item, { id: 'page.id' }),
        sorts,
      });
    const asked = { form: undefined, params: {}, request: pageRequest(newest, { page_size: 2 }, {}) };
    const at = toTimestamp(BEGIN);
    const fill = (length: number) =>
      refill({
        events: Array.from({ length }, (_, i) => event(toTimestamp(BEGIN + i * DAY_MS), at, at, 'a')),
      });
    const ids = (direction: 'asc' | 'desc') =>
      database.db('events').orderBy('event_date', direction).pluck('id') as Promise<string[]>;

    it('lead to an offset only if the newest row comes first', async () => {
      await fill(600);
      for (const direction of ['asc', 'desc'] as const) {
        const page = await pagesBy({ ...newest, direction })(database.db, {
          ...asked,
          where: [],
          offset: 550,
        });
        expect([direction, page.rows.map(({ id }) => id)]).toEqual([
          direction,
          (await ids(direction)).slice(550, 552),
        ]);
      }
    });

    it('do not replace the rows of a list whose page has the total', async () => {
      await fill(3);
      const where = between('created_at', at, at);
      const page = await pagesBy(newest, 'all')(database.db, { ...asked, where });
      expect([page.total, page.rows.map(({ id }) => id)]).toEqual([3, (await ids('desc')).slice(0, 2)]);
    });

    const [first, week, late] = [0, 7, DAYS].map((days) => toTimestamp(BEGIN + days * DAY_MS));
    const [short, long] = [[first, week] as const, [first, late] as const];
    const day = (time = '') => time.slice(0, 10);

    /** Expects each page to have the newest two matches and the total, and SQLite to find them by this index. */
    async function expectIndexes(cases: [index: string, where: Condition[]][]): Promise<void> {
      for (const [index, where] of cases) {
        const sent: { sql: string; bindings: string[] }[] = [];
        const keep = (statement: (typeof sent)[number]) => void sent.push(statement);
        database.db.on('query', keep);
        const page = await pagesBy(newest)(database.db, { ...asked, where });
        database.db.removeListener('query', keep);
        const matches = await select(database.db, 'events', where).orderByRaw('event_date desc, id desc');
        expect(page.total).toBe(matches.length);
        expect(page.rows.map(({ id }) => id)).toEqual(matches.slice(0, 2).map(({ id }) => id as string));
        if (engine === 'postgres') continue;
        const { sql, bindings } = sent.at(-1)!;
        const plan = await database.db.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings);
        expect(plan.map(({ detail }) => detail).join('\n')).toMatch(
          new RegExp(`events USING .*INDEX ${index}`),
        );
      }
    }

    it('lead to the same rows, whatever index finds them', async () => {
      const moment = (i: number, days: number) => toTimestamp(BEGIN + ((i * 7919) % days) * DAY_MS);
      await refill({
        events: Array.from({ length: 3000 }, (_, i) =>
          event(moment(i, DAYS), moment(i, 100), moment(i, 360), 'abc'[i % 3]!),
        ),
      });
      await expectIndexes([
        // By the time of change, not by the subtype that a third of all rows have.
        ['events_updated_at', [...between('updated_at', ...short), ...equals('subtype', 'a')]],
        ['events_updated_at', [...between('updated_at', ...short), ...between('created_at', ...long)]],
        ['events_created_at', [...between('updated_at', ...long), ...between('created_at', ...short)]],
        [
          'events_by_date',
          [...between('event_date', day(first), day(week)), ...between('updated_at', ...long)],
        ],
        // In the order of the list, because most rows match.
        ['events_by_date', between('updated_at', ...long)],
        ['events_by_date', [...between('updated_at', ...long), ...between('created_at', ...long)]],
      ]);
    });

    it('let an old window find its rows, though they are many', async () => {
      // Dates of change often follow the order of the list: all newer rows would come before the page.
      const at = (i: number) => toTimestamp(BEGIN + Math.floor(i / 10) * DAY_MS);
      await refill({ events: Array.from({ length: 5200 }, (_, i) => event(at(i), at(i), at(i), 'a')) });
      await expectIndexes([
        ['events_updated_at', between('updated_at', first, at(2100))],
        ['events_updated_at', between('updated_at', undefined, at(2100))],
        ['events_by_date', between('updated_at', at(2100), undefined)],
      ]);
    });

    it('show that a window is empty without a look for its rows', async () => {
      await fill(3);
      const where = between('created_at', toTimestamp(BEGIN + DAY_MS), undefined);
      const sent: string[] = [];
      const keep = ({ sql }: { sql: string }) => void sent.push(sql);
      database.db.on('query', keep);
      const page = await pagesBy(newest)(database.db, { ...asked, where });
      database.db.removeListener('query', keep);
      expect([page.total, page.rows, page.hasNext]).toEqual([0, [], false]);
      // SQLite is also asked how large the table is.
      expect(sent.filter((sql) => !sql.startsWith('select max('))).toEqual([
        expect.stringMatching(/^select sum\(/),
      ]);
    });
  });
});
