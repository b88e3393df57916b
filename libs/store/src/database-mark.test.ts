import { describe, expect, it } from '@jest/globals';
import { databaseMark } from './database-mark.ts';
import { openDatabase } from './open.ts';
import { createTestDatabase, engines } from './testing/index.ts';

describe.each(engines)('the mark of a database on %s', (engine) => {
  it('is the same for every program, and no other database has it', async () => {
    const [one, other] = [await createTestDatabase(engine), await createTestDatabase(engine)];
    const again = openDatabase(one.url);
    try {
      const mark = await databaseMark(one.db);
      expect(mark).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      expect(await databaseMark(again)).toBe(mark);
      expect(await databaseMark(other.db)).not.toBe(mark);
    } finally {
      await again.destroy();
      await one.close();
      await other.close();
    }
  });
});
