import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { insertRows, updateRows } from './insert.ts';
import type { Trx } from './open.ts';
import type { PgConnection } from './pg-connection.ts';

describe('inserting rows on Postgres', () => {
  /** Returns the first words of the statements of a work. */
  async function sentBy({ db }: TestDatabase, work: (trx: Trx) => Promise<void>): Promise<string[]> {
    const sent: string[] = [];
    await db.transaction(async (trx) => {
      const client = trx.client as { acquireConnection(): Promise<PgConnection> };
      const connection = await client.acquireConnection();
      const query = connection.query.bind(connection);
      connection.query = (...args) => {
        const { text } = args[0] as { text: string };
        sent.push(text.split(' (')[0]!);
        return query(...args);
      };
      await work(trx);
      connection.query = query;
    });
    return sent;
  }

  it('copies all rows with one statement, and rows that may exist as JSON', async () => {
    const database = await createTestDatabase('postgres', { migrated: false });
    try {
      await database.db.schema.createTable('things', (table) => table.integer('key').primary());
      const rows = Array.from({ length: 2500 }, (_, key) => ({ key }));
      expect(await sentBy(database, (trx) => insertRows(trx, 'things', rows))).toEqual(['copy "things"']);
      const again = (trx: Trx) => insertRows(trx, 'things', rows.slice(0, 20), { ignoreBy: 'key' });
      expect(await sentBy(database, again)).toEqual(['insert into "things"']);
      expect(await database.db('things').orderBy('key')).toEqual(rows);
    } finally {
      await database.close();
    }
  });

  it('copies characters that Postgres could read as marks', async () => {
    const database = await createTestDatabase('postgres', { migrated: false });
    try {
      await database.db.schema.createTable('things', (table) => {
        table.integer('id').primary();
        table.text('words');
      });
      const words = ['\\N', '\\.', '\\', '\r', 'a\r\nb\tc', '\\t', '', null, '\b\f\v', '日本 😀'];
      const rows = words.map((each, id) => ({ id, words: each }));
      await database.db.transaction((trx) => insertRows(trx, 'things', rows));
      expect(await database.db('things').orderBy('id')).toEqual(rows);
    } finally {
      await database.close();
    }
  });

  it('can use the connection after rows of several messages were rejected', async () => {
    const database = await createTestDatabase('postgres', { migrated: false });
    try {
      await database.db.schema.createTable('things', (table) => {
        table.integer('id').primary();
        table.text('words');
      });
      const row = { id: 1, words: 'a'.repeat(1_500_000) };
      await database.db.transaction(async (trx) => {
        for (const [table, code] of [
          ['things', '23505'],
          ['no_things', '42P01'],
        ] as const) {
          const inserting = trx.transaction((inner) => insertRows(inner, table, [row, row, row]));
          await expect(inserting).rejects.toMatchObject({ code });
        }
        await insertRows(trx, 'things', [row]);
      });
      expect(await database.db('things').pluck('id')).toEqual([1]);
    } finally {
      await database.close();
    }
  });

  it('rejects objects before it sends anything, so that the connection can still be used', async () => {
    const database = await createTestDatabase('postgres', { migrated: false });
    try {
      await database.db.schema.createTable('things', (table) => {
        table.integer('id').primary();
        table.text('words');
      });
      const row = { id: 1, words: 'a' };
      await database.db.transaction(async (trx) => {
        for (const words of [{ a: 1 }, new Date(0), ['a']])
          await expect(insertRows(trx, 'things', [row, { id: 2, words }])).rejects.toThrow(TypeError);
        await insertRows(trx, 'things', [row]);
      });
      expect(await database.db('things')).toEqual([row]);
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
      const insert = (trx: Trx) => insertRows(trx, 'things', rows, { replaceBy: ['id'] });
      expect(await sentBy(database, insert)).toEqual(['insert into "things"', 'insert into "things"']);
      const update = (trx: Trx) => updateRows(trx, 'things', rows);
      expect(await sentBy(database, update)).toHaveLength(2);
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
    'copies rows into all shards with one statement',
    async () => {
      const database = await createTestDatabase('postgres');
      try {
        const bodies = Array.from({ length: 1050 }, (_, i) => ({ id: String(i), content_json: '{}' }));
        const insert = (trx: Trx) => insertRows(trx, 'stated_bodies', bodies);
        expect(await sentBy(database, insert)).toEqual(['copy "stated_bodies"']);
        expect(await database.db('stated_bodies').count({ n: '*' })).toEqual([{ n: '1050' }]);
      } finally {
        await database.close();
      }
    },
  );
});
