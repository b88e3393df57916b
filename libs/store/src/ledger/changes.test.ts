import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  countPrunable,
  newestChange,
  noteChanges,
  oldestChange,
  pruneChanges,
  readChanges,
  type LogEntry,
} from './changes.ts';
import { committedIn } from './committed.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from '../sql/write.ts';

const ALL = { after: 0, until: 1_000_000, limit: 1000 };

describe.each(engines)('the change log on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.db('changes').delete();
    await database.db('change_companies').delete();
  });

  const change = (record: number, rest: Partial<LogEntry> = {}): LogEntry => ({
    ...{
      op: 'upsert',
      kind: 'news',
      record,
      key: ['acme.com', String(record)],
      companies: [1],
      fields: null,
    },
    ...rest,
  });
  const note = (changes: LogEntry[], run?: number) =>
    write(database.db, (trx, now) => noteChanges(trx, now, changes), run);
  const log = async (filter: object = {}) =>
    (await readChanges(database.db, { ...ALL, ...filter })).map(
      ({ seq, op, record_id, fields_json }) => `${seq} ${op} ${record_id} ${fields_json}`,
    );

  it('is read up to the last commit, however often it was read before', async () => {
    const committed = committedIn(database.db);
    for (const reads of [1, 0, 2, 3, 1, 0]) {
      for (let i = 0; i < reads; i++) await committed();
      const before = await committed();
      await note([change(reads)]);
      const after = await committed();
      expect(after.seq).toBe(before.seq + 1);
      expect(after.mark).not.toBe(before.mark);
    }
  });

  it('numbers changes without gaps, also after a rolled back transaction and a savepoint', async () => {
    await note([change(1), change(2)]);
    const failed = write(database.db, async (trx, now) => {
      await noteChanges(trx, now, [change(3), change(4)]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await write(database.db, async (trx, now) => {
      await noteChanges(trx, now, [change(5)]);
      const inner = trx.transaction(async (savepoint) => {
        await noteChanges(savepoint, now, [change(6), change(5, { op: 'delete' })]);
        throw new Error('undone');
      });
      await expect(inner).rejects.toThrow('undone');
      await noteChanges(trx, now, [change(7)]);
    });
    expect(await log()).toEqual(['1 upsert 1 null', '2 upsert 2 null', '3 upsert 5 null', '4 upsert 7 null']);
  });

  it('has one row for each record and transaction, with all changed fields and the last operation', async () => {
    await write(database.db, async (trx, now) => {
      await noteChanges(trx, now, [
        change(1, { fields: ['b'] }),
        change(1, { fields: ['a', 'b'] }),
        change(2),
      ]);
      await noteChanges(trx, now, [
        change(1, { fields: ['c'], companies: [2] }),
        change(2, { op: 'delete' }),
        change(3),
      ]);
      await noteChanges(trx, now, [change(3, { fields: ['a'] })]);
    });
    expect(await log()).toEqual(['1 upsert 1 ["a","b","c"]', '2 delete 2 null', '3 upsert 3 null']);
    expect(await log({ companies: [2] })).toEqual(['1 upsert 1 ["a","b","c"]']);
    await note([change(1, { fields: ['d'] })], 7);
    expect(await readChanges(database.db, { ...ALL, after: 3 })).toMatchObject([
      { seq: 4, kind: 'news', natural_key_json: '["acme.com","1"]', company_ids_json: '[1]', run: 7 },
    ]);
  });

  it('is read by kind, by company and in parts', async () => {
    await note([change(1), change(2, { kind: 'event', companies: [1, 2] }), change(3, { companies: [] })]);
    expect(await log({ kinds: ['news'] })).toEqual(['1 upsert 1 null', '3 upsert 3 null']);
    expect(await log({ companies: [1], kinds: ['event', 'filing'] })).toEqual(['2 upsert 2 null']);
    expect(await log({ companies: [2], after: 2 })).toEqual([]);
    expect(await log({ after: 1, until: 2 })).toEqual(['2 upsert 2 null']);
    expect(await log({ limit: 1, companies: [1], after: 1 })).toEqual(['2 upsert 2 null']);
    expect(await log({ companies: [2, 1] })).toEqual(['1 upsert 1 null', '2 upsert 2 null']);
  });

  it('goes on numbering after all of it is pruned', async () => {
    expect([await oldestChange(database.db), await newestChange(database.db)]).toEqual([1, 0]);
    await note([change(1), change(2, { companies: [1, 2] })]);
    await note([change(3)]);
    const { at } = (await readChanges(database.db, ALL))[2]!;
    const prune = (before: string) => pruneChanges((step) => write(database.db, step), before);
    expect([await countPrunable(database.db, at), await prune(at)]).toEqual([2, 2]);
    expect([await countPrunable(database.db, '9999'), await prune('9999')]).toEqual([0, 0]);
    expect([await oldestChange(database.db), await newestChange(database.db)]).toEqual([3, 3]);
    expect(await database.db('change_companies')).toEqual([{ company_id: 1, seq: expect.anything() }]);
    await note([change(4)]);
    expect(await log()).toEqual(['3 upsert 3 null', '4 upsert 4 null']);
  });
});
