import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiKeyId, findCaller, generateApiKey, registerApiKey, revokeApiKey } from './api-keys.ts';
import { openDatabase } from './open.ts';
import { changePlan, createOrganization, ensureOrganization } from './organizations.ts';
import { createTestDatabase, engines, type TestDatabase } from './testing/index.ts';
import { write } from './write.ts';

const NOW = '2026-01-13T00:00:00.000Z';

describe.each(engines)('organizations and keys on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('are created only once', async () => {
    const { db } = database;
    expect(await createOrganization(db, 'Twice', 'Funds')).toBe(true);
    expect(await createOrganization(db, 'Twice', 'Platforms')).toBe(false);
    const id = await ensureOrganization(db, 'Twice', 'Platforms');
    const key = generateApiKey();
    await registerApiKey(db, key, id);
    await registerApiKey(db, key, id);
    expect(await findCaller(db, key, NOW)).toEqual({
      organization: 'Twice',
      plan: 'Funds',
      key: apiKeyId(key),
      expires_at: null,
    });
  });
});

it('Postgres revokes an API key while a load runs', async () => {
  const database = await createTestDatabase('postgres');
  const other = openDatabase(database.url);
  try {
    const key = generateApiKey();
    await registerApiKey(other, key, await ensureOrganization(other, 'House', 'Platforms'));
    await write(database.db, async () => {
      expect(await changePlan(other, 'House', 'Funds')).toBe(true);
      expect(await revokeApiKey(other, apiKeyId(key)!)).toBe(true);
      expect(await findCaller(other, key, NOW)).toBeUndefined();
    });
  } finally {
    await other.destroy();
    await database.close();
  }
});
