import { describe, expect, it } from '@jest/globals';
import { databaseId } from './database-id.ts';
import { openDatabase } from '../sql/open.ts';
import { createTestDatabase, engines } from '../testing/index.ts';

describe.each(engines)('the id of a database on %s', (engine) => {
  it('is the same for every program and unique to the database', async () => {
    const [one, other] = [await createTestDatabase(engine), await createTestDatabase(engine)];
    const again = openDatabase(one.url);
    try {
      const id = await databaseId(one.db);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      expect(await databaseId(again)).toBe(id);
      expect(await databaseId(other.db)).not.toBe(id);
    } finally {
      await again.destroy();
      await one.close();
      await other.close();
    }
  });
});
