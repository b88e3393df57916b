import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadedPackages } from '@dossier/shared/testing';
import { createTestDatabase, engines } from './testing/index.ts';

const drivers = { sqlite: 'better-sqlite3', postgres: 'pg' };

describe.each(engines)('opening a %s database', (engine) => {
  it('loads only its driver', async () => {
    const database = await createTestDatabase(engine);
    try {
      const loaded = await loadedPackages(`
        const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
        const db = openDatabase(${JSON.stringify(database.url)});
        await db.raw('select 1');
        await db.destroy();`);
      expect(Object.values(drivers).filter((name) => loaded.has(name))).toEqual([drivers[engine]]);
    } finally {
      await database.close();
    }
  });
});
