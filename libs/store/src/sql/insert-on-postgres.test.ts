import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { insertRows, updateRows } from './insert.ts';
import type { Trx } from './open.ts';
import type { PgConnection } from './pg-connection.ts';

describe('inserting rows on Postgres', () => {
  /** Returns whether each statement of a work was prepared, and its number of values. */
  async function sentBy({ db }: TestDatabase, work: (trx: Trx) => Promise<void>): Promise<unknown[]> {
    const sent: unknown[] = [];
    await db.transaction(async (trx) => {
      const client = trx.client as { acquireConnection(): Promise<PgConnection> };
      const connection = await client.acquireConnection();
      const query = connection.query.bind(connection);
      connection.query = (...args) => {
        const { name, values } = args[0] as { name?: string; values: unknown[] };
        sent.push([name !== undefined, values.length]);
        return query(...args);
      };
      await work(trx);
      connection.query = query;
    });
    return sent;
  }

  const HUNDREDS = [
    [true, 100],
    [true, 100],
    [false, 1],
  ];

  it('runs one prepared statement for every hundred rows', async () => {
    const database = await createTestDatabase('postgres', { migrated: false });
    try {
      await database.db.schema.createTable('things', (table) => table.integer('key').primary());
      const rows = Array.from({ length: 250 }, (_, key) => ({ key }));
      expect(await sentBy(database, (trx) => insertRows(trx, 'things', rows))).toEqual(HUNDREDS);
      expect(await database.db('things').orderBy('key')).toEqual(rows);
    } finally {
      await database.close();
    }
  });

  it('sends at most 16 million characters as one JSON text', async () => {
    const database = await createTestDatabase('postgres', { migrated: false });
    try {
      await database.db.schema.createTable('things', (table) => {
        table.integer('id').primary();
        table.text('words');
      });
      const rows = [7, 8, 9].map((millions, id) => ({ id, words: 'a'.repeat(millions * 1_000_000) }));
      const two = [
        [false, 1],
        [false, 1],
      ];
      expect(await sentBy(database, (trx) => insertRows(trx, 'things', rows))).toEqual(two);
      expect(await sentBy(database, (trx) => updateRows(trx, 'things', rows))).toEqual(two);
      const lengths = database
        .db('things')
        .orderBy('id')
        .select({ n: database.db.raw('length(words)') });
      expect(await lengths).toEqual([{ n: 7_000_000 }, { n: 8_000_000 }, { n: 9_000_000 }]);
    } finally {
      await database.close();
    }
  });

  // Set TEST_CITUS_URL to the coordinator of a cluster.
  (process.env['TEST_CITUS_URL'] ? it : it.skip)(
    'inserts a thousand rows at once into shards only',
    async () => {
      const database = await createTestDatabase('postgres');
      try {
        await database.db.schema.createTable('things', (table) => table.integer('key').primary());
        const things = Array.from({ length: 250 }, (_, key) => ({ key }));
        expect(await sentBy(database, (trx) => insertRows(trx, 'things', things))).toEqual(HUNDREDS);
        const bodies = Array.from({ length: 1050 }, (_, i) => ({ id: String(i), content_json: '{}' }));
        expect(await sentBy(database, (trx) => insertRows(trx, 'stated_bodies', bodies))).toEqual([
          [true, 2000],
          [false, 1],
        ]);
      } finally {
        await database.close();
      }
    },
  );
});
