import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newestChange, oldestChange, type Db } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';

describe.each(engines)('prune on %s', (engine) => {
  let database: TestDatabase;
  let folder: Folder;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await database.close();
    folder.remove();
  });

  const call = (...args: string[]) =>
    callIngest(args, {
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}`,
    });
  const kept = async (db: Db) => [await oldestChange(db), await newestChange(db)];

  it('deletes the changes before a time, but never the newest', async () => {
    const { db } = database;
    for (const domain of ['a.com', 'b.com', 'c.com']) {
      folder.write('companies.ndjson', [{ domain, name: domain, type: 'private' }]);
      await call('load', 'companies', join(folder.path, 'companies.ndjson'));
    }
    const runs = await db('changes').orderBy('seq').pluck('run');
    expect(runs).toEqual(await db('ingest_runs').orderBy('id').pluck('id'));
    const { at } = await db('changes').where({ seq: 2 }).first<{ at: string }>('at');
    const dry = await call('prune', '--before', at, '--dry-run');
    expect([dry.code, dry.stdout, await kept(db)]).toEqual([
      0,
      `Would delete: 1 change before ${at}\n`,
      [1, 3],
    ]);
    expect((await call('prune', '--before', at)).stdout).toBe(`Deleted: 1 change before ${at}\n`);
    expect(await kept(db)).toEqual([2, 3]);
    const all = await call('prune', '--before', '2999-01-01', '--json');
    expect(JSON.parse(all.stdout)).toEqual({ changes: 1, before: '2999-01-01T00:00:00.000Z', dryRun: false });
    expect(await kept(db)).toEqual([3, 3]);
    expect(await call('prune', '--before', 'yesterday')).toMatchObject({ code: 2 });
    expect(await call('prune')).toMatchObject({ code: 2 });
  });

  it('is not undone, and neither is a run that stored nothing or an undo', async () => {
    const path = folder.write('a.ndjson', [{ domain: 'a.com', name: 'a.com', type: 'private' }]);
    await call('load', 'companies', path);
    await call('prune', '--before', '2000-01-01');
    await call('delete', 'companies', 'nobody.com');
    await call('undo', '1');
    const undo = async (run: number) => (await call('undo', String(run))).stderr.split('. ')[0];
    expect(await undo(2)).toBe('Run 2 is "prune", which cannot be undone');
    expect(await undo(3)).toBe('Run 3 stored nothing: it failed');
    expect(await undo(4)).toBe('Run 4 is "undo", which cannot be undone');
    const runs = async (...flags: string[]) =>
      (JSON.parse((await call('runs', '--json', ...flags)).stdout) as { id: number }[]).map(({ id }) => id);
    expect(await runs()).toEqual([4, 2, 1]);
    expect(await runs('--runs', '2')).toEqual([4, 2]);
    expect(await runs('--all')).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });
});
