import { expect, it } from '@jest/globals';
import { write } from '../sql/write.ts';
import { createTestDatabase, engines } from '../testing/index.ts';
import { moveRows } from './moves.ts';
import { insertRows } from './rows.ts';

const AT = '2026-01-01T00:00:00.000Z';
const tracked = { created_at: AT, updated_at: AT, content_hash: '' };

it.each(engines)('a row that moves keeps the values of undefined columns on %s', async (engine) => {
  const database = await createTestDatabase(engine);
  const { db } = database;
  try {
    const json = { social_json: '[]', legal_entities_json: '[]', key_people_json: '{}' };
    const companies = [1, 2].map((id) => ({
      ...{ ...tracked, ...json, id, slug: `c${id}`, name: 'C', domain: `c${id}.com` },
      ...{ type: 'private', is_active: true },
    }));
    const headline = { headline: 'Old', short_headline: 'Short', description: 'Text', articles_json: '[]' };
    const news = { ...tracked, ...headline, id: 'n', company_id: 1, importance: 'major', release_date: AT };
    const move = { id: 'n', company_id: 2, headline: 'New', short_headline: undefined };
    await write(db, async (trx) => {
      await insertRows(trx, 'companies', companies);
      await insertRows(trx, 'news', [news]);
      await moveRows(trx, { table: 'news', parts: {} }, [move]);
    });
    expect(await db('news').first('company_id', 'headline', 'short_headline')).toEqual({
      ...{ company_id: 2, headline: 'New', short_headline: 'Short' },
    });
  } finally {
    await database.close();
  }
});
