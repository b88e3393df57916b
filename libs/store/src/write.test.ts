import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate, rollbackAll } from './migrate.ts';
import { openDatabase } from './open.ts';
import { createTestDatabase, engines, type TestDatabase } from './testing/index.ts';
import { write } from './write.ts';

describe.each(engines)('the store on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('has one writer at a time, and stamps in the order of commits', async () => {
    const stamps: string[] = [];
    let inside = 0;
    const others = [openDatabase(database.url), openDatabase(database.url)];
    try {
      const writers = engine === 'postgres' ? [database.db, ...others] : [database.db];
      await Promise.all(
        writers.flatMap((db) =>
          Array.from({ length: 10 }, () =>
            write(db, async (_trx, now) => {
              expect(++inside).toBe(1);
              await new Promise((resolve) => setImmediate(resolve));
              stamps.push(now);
              inside--;
            }),
          ),
        ),
      );
      expect(stamps).toHaveLength(writers.length * 10);
      expect(stamps).toEqual([...new Set(stamps)].sort());
    } finally {
      await Promise.all(others.map((db) => db.destroy()));
    }
  });

  it('never stamps backwards, even when the clock does', async () => {
    await database.db('writer').update({ last_ms: Date.parse('2199-01-01T00:00:00.000Z') });
    expect(await write(database.db, async (_trx, now) => now)).toBe('2199-01-01T00:00:00.001Z');
  });

  it('leaves nothing of work that failed', async () => {
    const failing = write(database.db, async (trx, now) => {
      await trx('organizations').insert({ name: 'Half', plan: 'Funds', created_at: now });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await database.db('organizations').where({ name: 'Half' })).toEqual([]);
  });

  it('migrates when several programs start at once, and undoes every migration', async () => {
    const fresh = await createTestDatabase(engine, { migrated: false });
    const handles = [fresh.db, openDatabase(fresh.url), openDatabase(fresh.url)];
    try {
      await Promise.all(handles.map((db) => migrate(db)));
      expect(await fresh.db.schema.hasTable('filings')).toBe(true);
      await rollbackAll(fresh.db);
      expect(await fresh.db.schema.hasTable('companies')).toBe(false);
      await migrate(fresh.db);
      expect(await fresh.db('signing_keys')).toHaveLength(1);
    } finally {
      await Promise.all(handles.slice(1).map((db) => db.destroy()));
      await fresh.close();
    }
  });
});
