import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadedPackages } from '@dossier/shared/testing';
import { openDatabase } from './open.ts';
import { createTestDatabase, engines } from '../testing/index.ts';

const drivers = { sqlite: 'better-sqlite3', postgres: 'pg' };

describe.each(engines)('opening a %s database', (engine) => {
  it('loads only its driver', async () => {
    const database = await createTestDatabase(engine);
    try {
      const loaded = await loadedPackages(`
        const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, '../index.ts'))});
        const db = openDatabase(${JSON.stringify(database.url)});
        await db.raw('select 1');
        await db.destroy();`);
      expect(Object.values(drivers).filter((name) => loaded.has(name))).toEqual([drivers[engine]]);
    } finally {
      await database.close();
    }
  });
});

describe('a SQLite database', () => {
  it('waits for the disk at each commit, unless its rows may be lost', async () => {
    const database = await createTestDatabase('sqlite');
    const fast = openDatabase(database.url, { isDurable: false });
    try {
      const [full, normal] = [2, 1];
      expect(await database.db.raw('pragma synchronous')).toEqual([{ synchronous: full }]);
      expect(await fast.raw('pragma synchronous')).toEqual([{ synchronous: normal }]);
    } finally {
      await fast.destroy();
      await database.close();
    }
  });
});
