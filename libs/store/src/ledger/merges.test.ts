import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addAliases, addMerge, removeMerge, returnMatches } from './merges.ts';
import { followWinner } from './restored.ts';
import { write } from '../sql/write.ts';
import { createTestDatabase, engines, insertUncounted, type TestDatabase } from '../testing/index.ts';

const [RESTORED, FORMER, MERGED] = [1, 2, 3];

describe.each(engines)('a merge on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  /** Returns the names of the matches of each company. */
  const matches = async () => {
    const rows: { company_id: number; name_key: string }[] = await database
      .db('company_matches')
      .orderBy(['company_id', 'name_key'])
      .select('company_id', 'name_key');
    return rows.map(({ company_id, name_key }) => `${company_id} ${name_key}`);
  };

  it('keeps one match of each name when its winner is restored under another id, and returns the others when it is undone', async () => {
    const matchOf = (id: number, company_id: number, name_key: string) => ({
      ...{ id, company_id, name_key, source: 'a', way: 'name', name: name_key },
      ...{ status: 'pending', place: 'a.csv row 1', matched_at: '2026-01-13T12:00:00.000Z' },
    });
    await write(database.db, async (trx, now) => {
      await insertUncounted(trx, 'company_matches', [
        matchOf(1, RESTORED, 'acme'),
        matchOf(2, FORMER, 'acme'),
        matchOf(3, FORMER, 'bolt'),
        matchOf(4, MERGED, 'acme'),
        matchOf(5, MERGED, 'core'),
      ]);
      await insertUncounted(trx, 'statements', [
        { kind: 'event', record_id: 'e', source: 'a', content_json: '{}', observed_at: now, match_id: 2 },
      ]);
      const merge = { run: null, row_json: '{}', moved_json: '{}', aliases_json: '[]' };
      await addMerge(trx, { ...merge, company_id: MERGED, winner_id: FORMER }, [5]);
      await followWinner(trx, FORMER, RESTORED, now);
    });
    expect(await matches()).toEqual(['1 acme', '1 bolt', '1 core', '3 acme']);
    expect(await database.db('statements').pluck('match_id')).toEqual([1]);

    await write(database.db, async (trx) => {
      expect(await trx('company_merges').pluck('winner_id')).toEqual([RESTORED]);
      await returnMatches(trx, [MERGED, RESTORED], { matches: [5] });
      await removeMerge(trx, MERGED);
    });
    expect(await matches()).toEqual(['1 acme', '1 bolt', '3 acme', '3 core']);
  });

  it('adds the aliases of a company with many domains', async () => {
    const json = { social_json: '[]', legal_entities_json: '[]', key_people_json: '{}' };
    const tracked = { created_at: '', updated_at: '', content_hash: '' };
    const company = {
      id: 9,
      slug: 'acme',
      name: 'Acme',
      domain: 'acme.com',
      is_active: true,
      type: 'private',
    };
    const aliases = Array.from({ length: 501 }, (_, i) => ({ kind: 'domain' as const, name: `${i}.com` }));
    await write(database.db, async (trx, now) => {
      await insertUncounted(trx, 'companies', [{ ...company, ...json, ...tracked }]);
      await addAliases(trx, aliases, { company_id: 9, merged_id: 8, since: now });
    });
    expect(await database.db('company_aliases').where({ company_id: 9 }).pluck('name')).toHaveLength(501);
  });
});
