import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { acknowledge, enqueue, outboxDepth, takeOutbox, waitingRecords } from './outbox.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from '../sql/write.ts';

describe.each(engines)('the outbox on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.db('outbox').delete();
  });

  const queue = (kind: string, ids: string[]) => write(database.db, (trx) => enqueue(trx, kind, ids));
  const waiting = async () =>
    (await takeOutbox(database.db, 10_000)).map(({ kind, record_id }) => `${kind} ${record_id}`);

  it('keeps a record that changes between reading and acknowledging', async () => {
    await queue('company', ['1', '2']);
    const taken = await takeOutbox(database.db, 10);
    await queue('company', ['2']);
    await acknowledge(database.db, taken);
    expect(await waiting()).toEqual(['company 2']);
  });

  it('acknowledges more rows than fit into one statement', async () => {
    await queue(
      'company',
      Array.from({ length: 1_200 }, (_, id) => String(id)),
    );
    await acknowledge(database.db, await takeOutbox(database.db, 10_000));
    expect(await outboxDepth(database.db)).toBe(0);
  });

  it('reports which records are queued', async () => {
    await queue('company', ['1', '2', '2']);
    await queue('filing', ['3']);
    expect(await waitingRecords(database.db, 'company', ['2', '3'])).toEqual(new Set(['2']));
    expect(await waitingRecords(database.db, 'company', [])).toEqual(new Set());
  });
});
