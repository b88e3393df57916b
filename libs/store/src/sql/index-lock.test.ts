import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromSource } from '@dossier/shared/testing';
import { isConnectionLost } from './connection-lost.ts';
import { withIndexLock } from './index-lock.ts';
import { openDatabase, type Db } from './open.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from './write.ts';

describe.each(engines)('the index lock on %s', (engine) => {
  let database: TestDatabase;
  let other: Db;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    other = openDatabase(database.url, { lockWait: 0 });
  });
  afterAll(async () => {
    await other.destroy();
    await database.close();
  });

  it('is held by one program at a time', async () => {
    const order: string[] = [];
    let begun = () => {};
    const started = new Promise<void>((resolve) => (begun = resolve));
    let release = () => {};
    const first = withIndexLock(database.db, async () => {
      order.push('first begins');
      begun();
      await new Promise<void>((resolve) => (release = resolve));
      order.push('first ends');
    });
    await started;
    const second = withIndexLock(other, async () => void order.push('second'));
    await expect(withIndexLock(other, async () => {}, 0)).rejects.toThrow(
      'another program is updating the search index',
    );
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
  });

  it('does not block other writes to the database', async () => {
    const stamp = await withIndexLock(database.db, () => write(other, async (_trx, now) => now));
    expect(stamp).toMatch(/^\d{4}-/);
  });

  it('is released when the work fails', async () => {
    const failing = withIndexLock(database.db, async () => {
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await withIndexLock(other, async () => 'done', 0)).toBe('done');
  });

  it('is released when its program is killed', async () => {
    const program = join(import.meta.dirname, '../testing/lock-program.ts');
    const holder = spawn(process.execPath, [...fromSource, program, database.url], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    await expect(withIndexLock(other, async () => {}, 0)).rejects.toThrow(/another program/);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(await withIndexLock(other, async () => 'done')).toBe('done');
  });
});

it('the index lock fails when Postgres ends its session', async () => {
  const database = await createTestDatabase('postgres');
  const other = openDatabase(database.url);
  try {
    const work = withIndexLock(database.db, async (mustHold) => {
      await mustHold();
      await other.raw(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
      await mustHold();
    });
    expect(isConnectionLost(await work.catch((error: unknown) => error))).toBe(true);
    expect(await withIndexLock(other, async () => 'done')).toBe('done');
  } finally {
    await other.destroy();
    await database.close();
  }
});

it('the index lock is shared by all links to an SQLite database', async () => {
  const database = await createTestDatabase('sqlite');
  const link = `${database.url}-link`;
  symlinkSync(database.url.slice('sqlite:'.length), link.slice('sqlite:'.length));
  const other = openDatabase(link, { lockWait: 0 });
  try {
    const second = () => withIndexLock(other, async () => {}, 0);
    await expect(withIndexLock(database.db, second)).rejects.toThrow(/another program/);
  } finally {
    await other.destroy();
    rmSync(link.slice('sqlite:'.length));
    await database.close();
  }
});

it('the index lock writes no file for an in-memory database', async () => {
  const db = openDatabase('sqlite::memory:');
  expect(await withIndexLock(db, async () => 'done')).toBe('done');
  expect(existsSync(':memory:-index-lock')).toBe(false);
  await db.destroy();
});
