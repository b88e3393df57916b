import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../sql/open.ts';
import { write } from '../sql/write.ts';
import {
  asNextVersion,
  createTestDatabase,
  startS3,
  type TestDatabase,
  type TestS3,
} from '../testing/index.ts';
import { backUp, newestBackupAt, pruneBackups, restoreBackup, withBackup } from './index.ts';
import { tablesOf } from './tables.ts';

/** More than one part of an upload. */
const BIG = Buffer.alloc(17_000_000, 'picture');
const hashOf = (rows: unknown[]) => createHash('sha256').update(serialize(rows)).digest('hex');
const PLACE = 's3://backups/dossier';
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 19, minute));

let env: Record<string, string | undefined> = {};

describe('a backup in a bucket', () => {
  let s3: TestS3;
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    s3 = await startS3('backups');
    env = s3.env;
    folder = mkdtempSync(join(tmpdir(), 'dossier-places-'));
    database = await createTestDatabase('sqlite');
    await database.db('assets').insert({ id: 'a', media_type: 'image/png', body: BIG, created_at: '' });
  });
  afterAll(async () => {
    await database.close();
    await s3.close();
    rmSync(folder, { recursive: true });
  });

  const contentOf = async (db: TestDatabase['db']) => {
    const content: Record<string, string> = {};
    for (const table of await tablesOf(db))
      // A restore begins another history of changes.
      if (table !== 'database_mark') content[table] = hashOf(await db(table).select());
    return content;
  };
  const restored = async (place: string, name: string) => {
    const url = `sqlite:${join(folder, name)}`;
    await withBackup(place, env, (backup) => restoreBackup({ url, backup }));
    const db = openDatabase(url);
    try {
      return await contentOf(db);
    } finally {
      await db.destroy();
    }
  };
  const add = (name: string) =>
    write(database.db, (trx) => trx('organizations').insert({ name, plan: 'Funds', created_at: '' }));
  const stored = () =>
    readdirSync(join(s3.folder, 'backups/dossier')).filter((name) => name.endsWith('_object'));

  it('is restored into a second database equal to the source at that moment, though it changes meanwhile', async () => {
    expect(await newestBackupAt(PLACE, env)).toBeUndefined();
    const before = await contentOf(database.db);
    let adding: Promise<unknown> | undefined;
    const { path } = await backUp(database.url, PLACE, at(0), env, () => void (adding ??= add('Later')));
    await adding;
    expect(path).toBe(`${PLACE}/dossier-20261122-190000.db`);
    expect(await restored(PLACE, 'second.db')).toEqual(before);
    expect(await contentOf(database.db)).not.toEqual(before);
    expect(await newestBackupAt(PLACE, env)).toBe('2026-11-22T19:00:00.000Z');
  });

  it('is the newest one unless it is named, and older ones are deleted', async () => {
    await add('Third');
    for (const minute of [1, 2]) await backUp(database.url, `${PLACE}/`, at(minute), env);
    expect(await restored(PLACE, 'newest.db')).toEqual(await contentOf(database.db));
    const named = await restored(`${PLACE}/dossier-20261122-190000.db`, 'named.db');
    expect(named).not.toEqual(await contentOf(database.db));
    expect(stored()).toHaveLength(6);
    await pruneBackups(PLACE, env, 2);
    expect(
      stored()
        .map((name) => name.slice(0, 23))
        .sort(),
    ).toEqual([
      ...Array<string>(2).fill('dossier-20261122-190100'),
      ...Array<string>(2).fill('dossier-20261122-190200'),
    ]);
  });

  it('is rejected if it is damaged, and ignored without a manifest', async () => {
    const object = join(s3.folder, 'backups/dossier', 'dossier-20261122-190200.db._S3rver_object');
    writeFileSync(object, readFileSync(object).fill(1, 5000, 5001));
    await expect(restored(PLACE, 'damaged.db')).rejects.toThrow('is damaged: it differs from its manifest');
    for (const name of stored().filter((each) => each.includes('190200.db.manifest')))
      rmSync(join(s3.folder, 'backups/dossier', name));
    expect(await newestBackupAt(PLACE, env)).toBe('2026-11-22T19:01:00.000Z');
  });

  it('is deleted if it cannot be restored', async () => {
    const before = stored();
    const fails = () => Promise.reject(new Error('the restore fails'));
    const backup = asNextVersion(fails, () => backUp(database.url, PLACE, at(3), env));
    await expect(backup).rejects.toThrow('the restore fails');
    expect(stored()).toEqual(before);
  });

  it('fails with a remedy if the bucket does not exist or the address names none', async () => {
    await expect(backUp(database.url, 's3://none/dossier', at(3), env)).rejects.toThrow(
      /^s3:\/\/none\/dossier\/dossier-.*\.db does not work \(NoSuchBucket\)\. Check the bucket/,
    );
    await expect(newestBackupAt('s3://', env)).rejects.toThrow('names no bucket');
  });
});

it('backups of a folder have an age and are deleted, and files with other names stay', async () => {
  const database = await createTestDatabase('sqlite');
  const folder = mkdtempSync(join(tmpdir(), 'dossier-places-'));
  try {
    for (const minute of [0, 1, 2]) await backUp(database.url, `${folder}/`, at(minute), env);
    await backUp(database.url, join(folder, 'before-upgrade.db'), at(3), env);
    await pruneBackups(folder, env, 1);
    expect(readdirSync(folder)).toEqual([
      ...['before-upgrade.db', 'before-upgrade.db.manifest.json'],
      ...['dossier-20261122-190200.db', 'dossier-20261122-190200.db.manifest.json'],
    ]);
    expect(await newestBackupAt(folder, env)).toBe('2026-11-22T19:02:00.000Z');
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
