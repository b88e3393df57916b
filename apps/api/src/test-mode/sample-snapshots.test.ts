import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSigningKey, signingKeys } from '@dossier/store';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import { insertChanges } from '../testing/fixtures.ts';
import { insertOneOfEach } from '../testing/one-of-each.ts';
import { sampleSnapshots } from './sample-snapshots.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-sample-'));
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi('sqlite');
  await insertOneOfEach(api);
  await insertChanges(api.db, [{ kind: 'company', record: '1', key: ['stripe'] }]);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const open = () =>
  sampleSnapshots(
    { db: api.db, publicUrl: PUBLIC_URL, signingKeys: () => signingKeys(api.db) },
    join(folder, '0'),
  );

it('makes one snapshot of a step, however many processes need it at once', async () => {
  const [one, other] = [open(), open()];
  const lists = await Promise.all([one.list(), one.list(), other.list()]);
  expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1);
  const [found, ...more] = await open().list();
  expect(more).toEqual([]);
  expect(await api.db('changes').max({ at: 'at' })).toEqual([{ at: found!.created_at }]);
  expect(await other.list()).toEqual([found]);
  for (const file of found!.files) {
    const bytes = await buffer(await one.read(found!, file));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
  }
});

it('makes another snapshot for a new signing key, and removes those older than a day', async () => {
  const snapshots = open();
  await snapshots.list();
  const [first, ...none] = readdirSync(folder);
  expect(none).toEqual([]);
  const old = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(folder, first!), old, old);
  mkdirSync(join(folder, '0.snapshots-young'));
  await createSigningKey(api.db);
  expect(await snapshots.list()).toHaveLength(1);
  const left = readdirSync(folder);
  expect(left).toHaveLength(2);
  expect(left).toContain('0.snapshots-young');
  expect(left).not.toContain(first);
});
