import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { insertCompany } from '../../testing/fixtures.ts';
import { readIdentities } from './read.ts';

describe.each(engines)('the list of all companies on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await insertCompany(database.db, { domain: 'c0.com' });
    const { id: _, ...row } = await database.db('companies').first();
    const rows = Array.from({ length: 2500 }, (_, i) => ({ ...row, slug: `c${i}`, domain: `${i}.com` }));
    await database.db.batchInsert('companies', rows, 50);
  });
  afterAll(() => database.close());

  it('yields to other work after each batch', async () => {
    let turns = 0;
    let going = true;
    const count = () => {
      turns++;
      if (going) setImmediate(count);
    };
    const seen: number[] = [];
    for await (const batch of readIdentities(database.db)) {
      if (seen.length === 0) setImmediate(count);
      seen.push(batch.length);
      expect(turns).toBeGreaterThanOrEqual(seen.length - 1);
    }
    going = false;
    expect(seen).toEqual([1000, 1000, 501]);
  });
});
