import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from '../sql/write.ts';
import { addStatedBodies, bodyReference, deleteUnusedBodies } from './stated-bodies.ts';
import { addStatements } from './statements.ts';

describe.each(engines)('contents of documents that statements refer to, on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('are deleted when no statement has them, beside a table of another program', async () => {
    const { db } = database;
    await db.schema.createTable('used_bodies', (table) => table.text('id'));
    const contents = ['"used"', '"unused"'];
    const stated = (content_json: string | null) => ({
      ...{ kind: 'document', record_id: '1', source: 'wire', run: null, file: null, line: null },
      ...{ observed_at: '2026-11-27T00:00:00.000Z', earlier_json: null, content_json },
    });
    const used = JSON.stringify({ content: bodyReference(contents[0]!) });
    await write(db, async (trx) => {
      await addStatedBodies(trx, contents);
      await addStatements(trx, [stated(used), stated('{"content":null}'), stated(null)]);
    });
    await write(db, deleteUnusedBodies);
    expect(await db('stated_bodies').pluck('content_json')).toEqual([contents[0]]);
  });
});

// Set TEST_CITUS_URL to the coordinator of a cluster, which needs a second look at each statement.
(process.env['TEST_CITUS_URL'] ? describe.skip : describe).each(engines)(
  'unused contents on %s',
  (engine) => {
    it('are found by one look at each statement', async () => {
      const database = await createTestDatabase(engine);
      try {
        const sent: string[] = [];
        database.db.on('query', ({ sql }: { sql: string }) => sent.push(sql));
        await write(database.db, deleteUnusedBodies);
        expect(sent.join('\n').match(/->> 'sha256'/g)).toHaveLength(1);
      } finally {
        await database.close();
      }
    });
  },
);
