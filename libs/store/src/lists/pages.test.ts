import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeCursor, listing, pageCursors, pageRequest, type Page } from '@dossier/shared';
import fc from 'fast-check';
import { z } from 'zod';
import { between, written, type Condition } from '../sql/filters.ts';
import { jsonFor } from '../sql/json.ts';
import { pagesOf, type ItemPage } from './pages.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';

const item = z.object({ at: z.string(), id: z.int() });
type Row = z.output<typeof item>;
const NOW = '2026-01-01T00:00:00.000Z';

describe.each(engines)('keyset pages on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine, { migrated: false });
    await database.db.schema.createTable('items', (table) => {
      table.specificType('at', engine === 'postgres' ? 'text collate "C"' : 'text').notNullable();
      table.integer('id').primary();
    });
  });
  afterAll(() => database.close());

  const newest = listing({
    name: 'items',
    keys: { at: 'text', id: 'integer' },
    direction: 'desc',
    pageSize: { default: 10, max: 50 },
  });
  const oldest = { ...newest, direction: 'asc' as const };

  const pagesBy = (list: typeof newest) =>
    pagesOf<Row>({
      list,
      table: 'items',
      item: (db) => jsonFor(db).object(item, { at: 'page.at', id: 'page.id' }),
      sorts: 'few',
    });
  const pages = { asc: pagesBy(oldest), desc: pagesBy(newest) };
  const read = async (
    list: typeof newest,
    paging: { page_after?: string; page_before?: string; page_size: number },
    { filters = {}, where = [] }: { filters?: object; where?: Condition[] } = {},
  ): Promise<Page<Row>> => {
    const request = pageRequest(list, paging, filters);
    const page = await pages[list.direction](database.db, { request, where, form: undefined, params: {} });
    return { ...page, rows: rowsOf(page) };
  };
  const rowsOf = ({ rows }: ItemPage<Row>) =>
    rows.map((row) => {
      const parsed = JSON.parse(row.item) as Row;
      expect(row).toMatchObject(parsed);
      return parsed;
    });

  /** Walks from one end to the other, each page of another size. */
  async function walk(
    list: typeof newest,
    direction: 'forward' | 'backward',
    sizes: number[],
  ): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor: string | null = direction === 'forward' ? 'Start' : 'End';
    for (let i = 0; cursor !== null; i++) {
      const size = sizes[i % sizes.length]!;
      const page: Page<Row> = await read(
        list,
        direction === 'forward'
          ? { page_after: cursor, page_size: size }
          : { page_before: cursor, page_size: size },
      );
      const cursors = pageCursors(list, page);
      if (direction === 'forward') rows.push(...page.rows);
      else rows.unshift(...page.rows);
      cursor = direction === 'forward' ? cursors.next : cursors.previous;
    }
    return rows;
  }

  it('return each row once and in order, forward and backward, for any page size and any number of ties', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (ages, sizes) => {
          await database.db('items').delete();
          const rows = ages.map((age, id) => ({ at: `2026-01-0${age + 1}T00:00:00.000Z`, id }));
          if (rows.length > 0) await database.db('items').insert(rows);
          const ascending = [...rows].sort((a, b) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1));
          for (const [list, expected] of [
            [oldest, ascending],
            [newest, [...ascending].reverse()],
          ] as const) {
            expect(await walk(list, 'forward', sizes)).toEqual(expected);
            expect(await walk(list, 'backward', sizes)).toEqual(expected);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('have the same page borders backward as forward', async () => {
    for (const count of [0, 1, 6, 7, 8, 9]) {
      await database.db('items').delete();
      if (count > 0)
        await database.db('items').insert(Array.from({ length: count }, (_, id) => ({ at: NOW, id })));
      const pages = async (end: 'next' | 'previous') => {
        const found: number[][] = [];
        for (let cursor: string | null = end === 'next' ? 'Start' : 'End'; cursor !== null;) {
          const place: object = end === 'next' ? { page_after: cursor } : { page_before: cursor };
          const page: Page<Row> = await read(newest, { ...place, page_size: 3 });
          found.push(page.rows.map(({ id }) => id));
          cursor = pageCursors(newest, page)[end];
        }
        return found;
      };
      expect((await pages('previous')).reverse()).toEqual(await pages('next'));
    }
  });

  it('return the same page for after_cursor, and go back from a page whose rows were deleted', async () => {
    await database.db('items').delete();
    await database.db('items').insert([1, 2, 3, 4, 5].map((id) => ({ at: NOW, id })));
    const first = await read(oldest, { page_size: 2 });
    const second = await read(oldest, { page_after: pageCursors(oldest, first).next!, page_size: 2 });
    const again = await read(oldest, { page_after: pageCursors(oldest, second).here, page_size: 2 });
    expect(again.rows).toEqual(second.rows);
    expect(again.total).toBe(5);

    await database.db('items').where('id', '>', 2).delete();
    const empty = await read(oldest, { page_after: pageCursors(oldest, first).next!, page_size: 2 });
    expect(empty.rows).toEqual([]);
    const back = await read(oldest, { page_before: pageCursors(oldest, empty).previous!, page_size: 2 });
    expect(back.rows.map((row) => row.id)).toEqual([1, 2]);
  });

  it('count on the first page, and again when a cursor comes with other filters', async () => {
    await database.db('items').delete();
    await database.db('items').insert([1, 2, 3].map((id) => ({ at: NOW, id })));
    const cursor = encodeCursor(oldest, {
      side: 'after',
      keys: [NOW, 1],
      inclusive: false,
      total: 77,
      filter: pageRequest(oldest, { page_size: 1 }, { type: 'a' }).filter,
      asOf: NOW,
    });
    const total = async (filters: object) =>
      (await read(oldest, { page_after: cursor, page_size: 1 }, { filters })).total;
    expect(await total({ type: 'a' })).toBe(77);
    expect(await total({ type: 'b' })).toBe(3);
  });

  it('stop counting where asked, except on the last page, whose length follows from the total', async () => {
    await database.db('items').delete();
    await database.db('items').insert([1, 2, 3, 4, 5].map((id) => ({ at: NOW, id })));
    const read = async (paging: object, countMost: number) => {
      const request = pageRequest(oldest, { page_size: 2, ...paging }, {});
      const asked = { request, where: [], form: undefined, params: {}, countMost };
      const { total, isLeast, rows } = await pages.asc(database.db, asked);
      return [total, isLeast, rows.length];
    };
    for (const [most, total, isLeast] of [
      [3, 3, true],
      [5, 5, true],
      [6, 5, false],
    ] as const)
      expect(await read({}, most)).toEqual([total, isLeast, 2]);
    for (const most of [3, 5]) expect(await read({ page_before: 'End' }, most)).toEqual([5, false, 1]);
  });

  it('look rows up in a long list of one of several filters, and read a short one, with the same rows', async () => {
    const list = 'select o.id from items as o where o.at >= ?';
    const listed = written({
      ...{ list, sql: `"id" in (${list})`, values: [NOW], isScattered: true },
      unindexed: 'exists (select 1 from items as o where o.id = "items"."id" and o.at >= ?)',
    });
    const all = written({ sql: '"id" >= ?', values: [0], isScattered: true });
    for (const [count, where, isLookedUp] of [
      [2000, [listed, all], false],
      [2001, [listed, all], engine === 'sqlite'],
      [2001, [listed], false],
    ] as const) {
      await database.db('items').delete();
      const rows = Array.from({ length: count }, (_, id) => ({ at: NOW, id }));
      for (let i = 0; i < rows.length; i += 400) await database.db('items').insert(rows.slice(i, i + 400));
      let next = 'Start';
      for (const ids of [
        [0, 1],
        [2, 3],
      ]) {
        const asked: string[] = [];
        const keep = ({ sql }: { sql: string }) => void asked.push(sql);
        database.db.on('query', keep);
        const request = pageRequest(oldest, { page_after: next, page_size: 2 }, {});
        const asking = { request, where: [...where], form: undefined, params: {}, countMost: 10 };
        const page = await pages.asc(database.db, asking);
        database.db.removeListener('query', keep);
        expect([page.rows.map(({ id }) => id), page.total]).toEqual([ids, 10]);
        // The first page counts its matches, and each later one looks ahead.
        expect(asked.filter((sql) => sql.includes('exists')).length).toBe(isLookedUp ? 2 : 0);
        next = pageCursors(oldest, page).next!;
      }
    }
  });

  it('count a long list that is the only filter by its ids, however often it has each', async () => {
    await database.db('items').delete();
    const rows = Array.from({ length: 10_001 }, (_, id) => ({ at: NOW, id }));
    for (let i = 0; i < rows.length; i += 400) await database.db('items').insert(rows.slice(i, i + 400));
    for (const [id, total] of [
      ['o.id', 10],
      ['o.id % 5', 5],
    ] as const) {
      const list = `select ${id} from items as o where o.at >= ?`;
      const unindexed = `exists (select 1 from items as o where ${id} = "items"."id" and o.at >= ?)`;
      const listed = written({ list, unindexed, sql: `"id" in (${list})`, values: [NOW] });
      const request = pageRequest(oldest, { page_size: 2 }, {});
      const asked = { request, where: [listed], form: undefined, params: {}, countMost: 10 };
      const page = await pages.asc(database.db, asked);
      expect([page.rows.map((row) => row.id), page.total]).toEqual([[0, 1], total]);
    }
  });

  it('sort few matches, and read many by index, whatever total a cursor contains', async () => {
    await database.db('items').delete();
    const rows = Array.from({ length: 2001 }, (_, id) => ({ at: NOW, id }));
    for (let i = 0; i < rows.length; i += 400) await database.db('items').insert(rows.slice(i, i + 400));
    const { filter } = pageRequest(oldest, { page_size: 1 }, {});
    const byId = written({ sql: '"id" >= ?', values: [0], isScattered: true });
    const [byKey] = between('at', NOW, undefined) as [Condition];
    const page = async (place: object, where = [byId]) => {
      const asked: string[] = [];
      const keep = ({ sql }: { sql: string }) => void asked.push(sql);
      database.db.on('query', keep);
      const { rows: found } = await read(oldest, { ...place, page_size: 1 }, { where });
      database.db.removeListener('query', keep);
      return [found[0]!.id, /order by \(/.test(asked.at(-1)!)];
    };
    const after = (total: number) => ({
      page_after: encodeCursor(oldest, {
        side: 'after',
        keys: [NOW, 5],
        inclusive: false,
        total,
        filter,
        asOf: NOW,
      }),
    });
    expect([await page({}), await page(after(1)), await page(after(2001))]).toEqual([
      [0, false],
      [6, false],
      [6, false],
    ]);
    await database.db('items').where('id', 2000).delete();
    expect([await page({}), await page(after(1)), await page(after(2001))]).toEqual([
      [0, true],
      [6, true],
      [6, true],
    ]);
    // A window by the first key is a range of the index of the order.
    expect([await page({}, [byKey]), await page({}, [byKey, byId])]).toEqual([
      [0, false],
      [0, true],
    ]);
  });

  it('begin at the cursor in a window, or at the end of the window if a forged cursor is outside', async () => {
    await database.db('items').delete();
    const day = (id: number) => `2026-01-0${id}T00:00:00.000Z`;
    await database.db('items').insert([1, 2, 3, 4, 5, 6].map((id) => ({ at: day(id), id })));
    const window = between('items.at', day(2), day(5));
    const { filter } = pageRequest(newest, { page_size: 9 }, {});
    const page = async (id: number, side: 'after' | 'before') => {
      const asked: string[] = [];
      const keep = ({ sql }: { sql: string }) => void asked.push(sql);
      database.db.on('query', keep);
      const fields = { side, keys: [day(id), id], inclusive: false, total: 4, filter, asOf: NOW };
      const paging = { [`page_${side}`]: encodeCursor(newest, fields), page_size: 9 };
      const { rows } = await read(newest, paging, { where: window });
      database.db.removeListener('query', keep);
      const bounds = ['>=', '<='].filter((operator) => asked.at(-1)!.includes(`"items"."at" ${operator}`));
      return [rows.map((row) => row.id), bounds];
    };
    const inside = (bound: string) => (engine === 'postgres' ? ['>=', '<='] : [bound]);
    expect(await page(4, 'after')).toEqual([[3, 2], inside('>=')]);
    expect(await page(3, 'before')).toEqual([[5, 4], inside('<=')]);
    expect(await page(6, 'after')).toEqual([
      [5, 4, 3, 2],
      ['>=', '<='],
    ]);
    expect(await page(1, 'before')).toEqual([
      [5, 4, 3, 2],
      ['>=', '<='],
    ]);
  });
});
