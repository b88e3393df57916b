import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { distribute, placements } from '../distribution/distribute.ts';
import { migrate } from '../schema/migrate.ts';
import { openDatabase, type Db } from '../sql/open.ts';
import { write } from '../sql/write.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { backUp, findBackup, restoreBackup } from './index.ts';

const CITUS = process.env['TEST_CITUS_URL'];
const reason = CITUS ? '' : ' (skipped: TEST_CITUS_URL is not set)';
const NOW = new Date('2026-11-27T13:00:00.000Z');
const NEWS = {
  ...{ headline: 'H', short_headline: 'S', description: '', importance: 'minor', articles_json: '[]' },
  ...{ release_date: '2026-11-27T00:00:00.000Z', created_at: '', updated_at: '', content_hash: '' },
};

(CITUS ? describe : describe.skip)(`a backup of a cluster of Citus${reason}`, () => {
  let folder: string;
  let original: TestDatabase;
  const others: TestDatabase[] = [];
  const path = () => join(folder, 'during.dump');
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-cluster-'));
    original = await createTestDatabase('postgres');
    await original.db('companies').insert(
      [1, 2, 3, 4].map((id) => ({
        ...{ id, slug: `s${id}`, name: `N${id}`, domain: `d${id}.example`, is_active: true, type: 'private' },
        ...{ social_json: '{}', legal_entities_json: '[]', key_people_json: '[]', content_hash: '' },
        ...{ created_at: '', updated_at: '' },
      })),
    );
  });
  afterAll(async () => {
    for (const other of others) await other.close();
    await original.close();
    rmSync(folder, { recursive: true });
  });

  it('is one state of all shards, though news are written meanwhile', async () => {
    const { db } = original;
    let isOver = false;
    let written = 0;
    const writing = (async () => {
      while (!isOver) {
        await write(db, async (trx) => {
          written++;
          // One row on each shard that these companies have, and one on the coordinator.
          const rows = [1, 2, 3, 4].map((company_id) => ({
            ...{ ...NEWS, company_id, id: `n${written}-${company_id}`, headline: `H${written}` },
          }));
          await trx('news').insert(rows);
          await trx('organizations').insert({ name: `O${written}`, plan: 'Funds', created_at: '' });
        });
      }
    })();
    const { manifest } = await backUp(original.url, path(), NOW, {}).finally(() => (isOver = true));
    await writing;
    const { news, organizations } = manifest.tables;
    expect(organizations).toBeGreaterThan(0);
    expect(news).toBe(4 * organizations!);
    expect(written).toBeGreaterThan(organizations!);
  });

  it('restores into another cluster, whose tables can be distributed', async () => {
    const target = await createTestDatabase('postgres', { migrated: false });
    others.push(target);
    await restoreBackup({ url: target.url, backup: findBackup(path()) });
    await distribute(target.db, { shards: 4 });
    expect((await placements(target.db)).filter(({ isDone }) => !isDone)).toEqual([]);
    // Also over its own tables.
    await target.db.destroy();
    await restoreBackup({ url: target.url, backup: findBackup(path()), replace: true });
    const again = openDatabase(target.url);
    try {
      expect((await placements(again)).filter(({ isDone }) => isDone)).toEqual([]);
      const [{ n }] = (await again('news').count({ n: '*' })) as [{ n: string }];
      expect(Number(n)).toBe(findBackup(path()).manifest.tables['news']);
    } finally {
      await again.destroy();
    }
  });

  it('restores into one Postgres with the keys and indexes of one machine', async () => {
    const [target, fresh] = [
      await createTestDatabase('postgres', { migrated: false }),
      await createTestDatabase('postgres', { migrated: false }),
    ];
    others.push(target, fresh);
    await restoreBackup({ url: target.url, backup: findBackup(path()) });
    await migrate(fresh.db);
    expect(await keysOf(target.db)).toEqual(await keysOf(fresh.db));
  });
});

/** Returns the definitions of all constraints and indexes. */
async function keysOf(db: Db): Promise<unknown[]> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select conrelid::regclass::text as name, conname as key, pg_get_constraintdef(oid) as is from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2, 3`,
  );
  expect(rows.length).toBeGreaterThan(100);
  return rows;
}
