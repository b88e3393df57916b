import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/index.ts';
import { up } from './0043-points-without-null.ts';

const AT = '2026-01-01T00:00:00.000Z';

describe.each(engines)('stored points on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('lose sources that are null when the schema is upgraded, and nothing else', async () => {
    const { db } = database;
    const tracked = { created_at: AT, updated_at: AT, content_hash: 'kept' };
    const parts = { social_json: '[]', legal_entities_json: '[]', key_people_json: '{}' };
    const names = { slug: 'acme', name: 'Acme', domain: 'acme.com', is_active: true, type: 'private' };
    await db('companies').insert({ id: 1, ...names, ...parts, ...tracked });
    const point = { x: AT, y: 0.5, type: 'a \\",\\"source_url\\":null "' };
    const sourced = { ...point, source_url: 'https://acme.com/,"source_url":null' };
    const labels = { name: 'Revenue', x_label: 'x', y_label: 'y', data_type: 'Revenue', metric: 'USD' };
    await db('datasets').insert({
      ...{
        id: '0f3c2a52-6d0b-5c7e-9a41-6b9f0e7d5a10',
        company_id: 1,
        ...labels,
        status: 'Active',
        ...tracked,
      },
      data_json: JSON.stringify([{ ...point, source_url: null }, sourced, { ...point, source_url: null }]),
    });
    await db.raw('insert into datasets_history select updated_at, ?, null, r.* from datasets as r', [AT]);
    await up(db);
    for (const table of ['datasets', 'datasets_history']) {
      const [row] = await db<{ data_json: string; content_hash: string }>(table);
      expect(row!.data_json).toBe(JSON.stringify([point, sourced, point]));
      expect(row!.content_hash).toBe('kept');
    }
  });
});
