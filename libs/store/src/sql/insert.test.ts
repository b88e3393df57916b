import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { insertRows } from './insert.ts';
import type { SqliteConnection } from './prepared.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from './write.ts';

describe.each(engines)('inserting rows on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine, { migrated: false });
    await database.db.schema.createTable('things', (table) => {
      table.text('Key').primary();
      table.integer('count');
      table.double('share');
      table.boolean('is_new').notNullable().defaultTo(true);
      table.text('words');
    });
    await database.db.schema.createTable('writer', (table) => {
      table.integer('id').primary();
      table.bigInteger('last_ms').notNullable();
    });
    await database.db('writer').insert({ id: 1, last_ms: 0 });
  });
  beforeEach(() => database.db('things').delete());
  afterAll(() => database.close());

  const insert = (
    ...given: Parameters<typeof insertRows> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => write(database.db, (trx) => insertRows(trx, 'things', ...given));
  interface Thing {
    Key: string;
    count: number | null;
    share: number | null;
    is_new: boolean;
    words: string | null;
  }
  const things = async (): Promise<Thing[]> => {
    const rows = (await database.db('things').orderBy('Key')) as Thing[];
    return rows.map((row) => ({ ...row, is_new: Boolean(row.is_new) }));
  };

  it('stores texts, integers, fractions and booleans exactly, and null for a missing value', async () => {
    const words = `It's "quoted", \\ \u2028 and 日本 😀\n\t`;
    const shares = [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, 123456789012345.67];
    await insert([
      { Key: 'a', count: -2147483648, share: shares[0], is_new: false, words },
      ...shares.map((share, i) => ({ Key: `b${i}`, share, is_new: true })),
    ]);
    const stored = await things();
    expect(stored[0]).toEqual({ Key: 'a', count: -2147483648, share: 0.1, is_new: false, words });
    expect(stored.slice(1).map(({ share }) => share)).toEqual(shares);
    expect(stored[1]).toMatchObject({ count: null, words: null });
  });

  it('stores a thousand rows as exactly as one', async () => {
    const row = { count: -7, share: 1 / 3, is_new: false, words: `It's "quoted", \\ \u2028 and 日本 😀\n\t` };
    const nulls = { count: null, share: null, words: null };
    const names = Array.from({ length: 500 }, (_, i) => [`a${i}`, `b${i}`] as const);
    await insert(
      names.flatMap(([one, other]) => [
        { Key: one, ...row },
        { Key: other, ...row, ...nulls },
      ]),
    );
    const stored = new Map((await things()).map((each) => [each.Key, each]));
    expect(stored.size).toBe(1000);
    for (const [one, other] of names) {
      expect(stored.get(one)).toEqual({ Key: one, ...row });
      expect(stored.get(other)).toEqual({ Key: other, ...row, ...nulls });
    }
  });

  it('stores the default of the database for a missing column', async () => {
    await insert([{ Key: 'a' }, { Key: 'b', is_new: false }, { Key: 'c', is_new: undefined }]);
    const row = { count: null, share: null, words: null };
    expect(await things()).toEqual([
      { Key: 'a', ...row, is_new: true },
      { Key: 'b', ...row, is_new: false },
      { Key: 'c', ...row, is_new: true },
    ]);
  });

  it('inserts thousands of rows, and replaces, ignores or rejects existing keys', async () => {
    const rows = Array.from({ length: 2500 }, (_, count) => ({ Key: `k${count}`, count }));
    await insert(rows);
    await insert([]);
    expect(await things()).toHaveLength(2500);
    await insert(
      [
        { Key: 'k7', count: 1, words: 'new' },
        { Key: 'x', count: 2 },
      ],
      { replaceBy: ['Key'] },
    );
    await insert(
      [
        { Key: 'k8', count: 1 },
        { Key: 'y', count: 3 },
      ],
      { ignoreBy: 'Key' },
    );
    const counts = Object.fromEntries((await things()).map((row) => [row.Key, row]));
    expect(counts).toMatchObject({
      k7: { count: 1, words: 'new' },
      x: { count: 2 },
      k8: { count: 8 },
      y: { count: 3 },
    });
    // Not `toThrow`: what a native module throws may come from another realm of Jest's.
    const refused = insert([{ Key: 'z' }, { Key: 'k9' }]).catch(
      (error: unknown) => `refused: ${String(error)}`,
    );
    expect(await refused).toMatch(/^refused: .*(unique|duplicate)/i);
    expect(await database.db('things').where({ Key: 'z' })).toEqual([]);
  });
});

describe('inserting rows on SQLite', () => {
  it('runs one statement for every ten rows', async () => {
    const database = await createTestDatabase('sqlite', { migrated: false });
    try {
      await database.db.schema.createTable('things', (table) => table.text('key').primary());
      const ran: string[] = [];
      const rows = Array.from({ length: 32 }, (_, i) => ({ key: String(i) }));
      await database.db.transaction(async (trx) => {
        const client = trx.client as { acquireConnection(): Promise<SqliteConnection> };
        const connection = await client.acquireConnection();
        const prepare = connection.prepare.bind(connection);
        connection.prepare = (sql) => {
          const statement = prepare(sql);
          return {
            all: (values) => statement.all(values),
            run: (values) => {
              ran.push(sql);
              return statement.run(values);
            },
          };
        };
        await insertRows(trx, 'things', rows);
        connection.prepare = prepare;
      });
      expect(ran.map((sql) => sql.split('?').length - 1)).toEqual([10, 10, 10, 1, 1]);
      expect(await database.db('things').orderBy('key').pluck('key')).toEqual(
        rows.map(({ key }) => key).toSorted(),
      );
    } finally {
      await database.close();
    }
  });
});
