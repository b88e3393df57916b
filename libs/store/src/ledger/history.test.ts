import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { historyOf, timed, untimed } from './history.ts';
import { databaseAt } from './past.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';

const tables = [
  ...Object.values(historyOf).flatMap(({ table, parts }) => [table, ...Object.keys(parts)]),
  ...Object.keys(untimed),
  ...Object.keys(timed),
];

describe.each(engines)('the history on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  /** Returns the columns of a table in their order. */
  async function columnsOf(table: string): Promise<string[]> {
    const { db } = database;
    if (engine === 'sqlite')
      return (await db.raw<{ name: string }[]>(`pragma table_info(${table})`)).map(({ name }) => name);
    return db('information_schema.columns')
      .where({ table_name: table })
      .orderBy('ordinal_position')
      .pluck('column_name');
  }

  it.each(tables)('has the columns of %s in the same order, after its own', async (table) => {
    const isOfRecords = Object.values(historyOf).some((each) => each.table === table);
    const own = ['valid_from', 'valid_to', ...(isOfRecords ? ['run'] : [])];
    expect(await columnsOf(`${table}_history`)).toEqual([...own, ...(await columnsOf(table))]);
  });

  it('accepts only queries that begin with a table, as of a moment', async () => {
    const past = await databaseAt(database.db, '2026-01-13T12:00:00.000Z');
    expect(await past('companies').select()).toEqual([]);
    expect(() => past.select('id').from('companies')).toThrow('The past has no select');
  });
});
