import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  beginIndexBeside,
  changeIndexBeside,
  enqueueMissed,
  forgetIndexBeside,
  readIndexBeside,
} from './index-beside.ts';
import { acknowledge, enqueue, outboxDepth, takeOutbox, waitingRecords } from './outbox.ts';
import { createTestDatabase, engines, type TestDatabase } from './testing/index.ts';
import { write } from './write.ts';

describe.each(engines)('the outbox on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await write(database.db, forgetIndexBeside);
    await database.db('outbox').delete();
  });

  const queue = (kind: string, ids: string[]) => write(database.db, (trx) => enqueue(trx, kind, ids));
  const takeAll = () =>
    write(database.db, async (trx) => {
      const rows = await takeOutbox(trx, 10_000);
      await acknowledge(trx, rows);
      return rows.map(({ kind, record_id }) => `${kind} ${record_id}`).sort();
    });

  it('keeps what is taken off it only for an index that stands beside, each record once', async () => {
    await queue('company', ['1', '2']);
    expect(await takeAll()).toEqual(['company 1', 'company 2']);
    await write(database.db, (trx) => beginIndexBeside(trx, 'a token'));
    for (const ids of [['2', '3', '2'], ['3']]) {
      await queue('company', ids);
      await takeAll();
    }
    await queue('filing', ['3']);
    await takeAll();
    expect(await outboxDepth(database.db)).toBe(0);
    await write(database.db, enqueueMissed);
    const missed = ['company 2', 'company 3', 'filing 3'];
    expect(await takeAll()).toEqual(missed);
    await write(database.db, enqueueMissed);
    expect(await takeAll()).toEqual(missed);
    await write(database.db, forgetIndexBeside);
    await write(database.db, enqueueMissed);
    expect(await takeAll()).toEqual([]);
  });

  it('keeps more than one statement takes', async () => {
    await write(database.db, (trx) => beginIndexBeside(trx, 'a token'));
    await queue(
      'company',
      Array.from({ length: 1_200 }, (_, id) => String(id)),
    );
    await takeAll();
    await write(database.db, enqueueMissed);
    expect(await outboxDepth(database.db)).toBe(1_200);
  });

  it('tells which records wait', async () => {
    await queue('company', ['1', '2', '2']);
    await queue('filing', ['3']);
    expect(await waitingRecords(database.db, 'company', ['2', '3'])).toEqual(new Set(['2']));
    expect(await waitingRecords(database.db, 'company', [])).toEqual(new Set());
  });

  it('has one index beside at most, and begins anew with each', async () => {
    expect(await readIndexBeside(database.db)).toBeUndefined();
    await write(database.db, (trx) => beginIndexBeside(trx, 'one'));
    await write(database.db, (trx) => changeIndexBeside(trx, { state: 'kept', wanted: 'new', other: 'old' }));
    expect(await readIndexBeside(database.db)).toEqual({
      id: 1,
      token: 'one',
      state: 'kept',
      wanted: 'new',
      other: 'old',
    });
    await queue('company', ['1']);
    await takeAll();
    await write(database.db, (trx) => beginIndexBeside(trx, 'two'));
    expect(await readIndexBeside(database.db)).toMatchObject({
      token: 'two',
      state: 'filling',
      wanted: null,
    });
    await write(database.db, enqueueMissed);
    expect(await outboxDepth(database.db)).toBe(0);
  });
});
