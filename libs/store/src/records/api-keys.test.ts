import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  apiKeyId,
  changeApiKey,
  findCaller,
  generateApiKey,
  listApiKeys,
  registerApiKey,
  replaceApiKey,
  revokeApiKey,
  rotateApiKey,
  setTestStep,
  storeLastUses,
} from './api-keys.ts';
import { audited, listAudit } from './audit.ts';
import { chartKey } from './chart-key.ts';
import { addUsage, readUsage, type UsageGrain } from './usage.ts';
import { createSigningKey, revokeSigningKey } from './signing-keys.ts';
import { openDatabase } from '../sql/open.ts';
import {
  changePlan,
  createOrganization,
  deleteOrganization,
  ensureOrganization,
  findOrganization,
  listOrganizations,
  renameOrganization,
  resumeOrganization,
  findOrganizationByName,
  suspendOrganization,
} from './organizations.ts';
import { createTestDatabase, engines, type TestDatabase } from '../testing/index.ts';
import { write } from '../sql/write.ts';

const NOW = '2026-01-13T00:00:00.000Z';

describe('keys on Postgres', () => {
  it('are created, rotated and revoked while a load writes', async () => {
    const database = await createTestDatabase('postgres', { statementMs: 10_000 });
    const { db } = database;
    try {
      const organization = await ensureOrganization(db, 'Leaky', 'Funds');
      const first = await replaceApiKey(db, organization, '2199-01-01T00:00:00.000Z');
      await write(db, async () => {
        const key = await replaceApiKey(db, organization, '2199-01-01T00:00:00.000Z');
        expect(await findCaller(db, first, NOW)).toBeUndefined();
        expect(await rotateApiKey(db, apiKeyId(key)!, 0)).toMatchObject({ id: expect.any(String) });
        expect(await createSigningKey(db)).toBe('k2');
        expect(await revokeSigningKey(db, 'k1')).toBe('revoked');
      });
    } finally {
      await database.close();
    }
  });
});

describe('a rename on Postgres', () => {
  it('keeps the usage that another process stores meanwhile', async () => {
    const database = await createTestDatabase('postgres');
    const { db } = database;
    const used = { day: '2026-01-13', family: 'News', operation: 'listNews', requests: 1, tasks: 2 };
    const blocked = () =>
      db('pg_stat_activity')
        .whereRaw("datname = current_database() and wait_event_type = 'Lock'")
        .first('pid');
    try {
      await ensureOrganization(db, 'Before', 'Funds');
      await addUsage(db, [{ organization: 'Before', ...used }]);
      let renaming: Promise<string> | undefined;
      await db.transaction(async (trx) => {
        await addUsage(trx, [{ organization: 'Before', ...used }]);
        renaming = db.transaction((other) => renameOrganization(other, 'Before', 'After'));
        while (!(await blocked())) await sleep(20);
      });
      expect(await renaming).toBe('renamed');
      expect(await readUsage(db, 'After', '', 'operation')).toEqual([{ ...used, requests: 2, tasks: 4 }]);
    } finally {
      await database.close();
    }
  });
});

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

  it('advance in test mode while another program writes', async () => {
    const key = generateApiKey(true);
    const id = await ensureOrganization(database.db, 'Tester', 'Platforms');
    await registerApiKey(database.db, key, id, null, { isTest: true });
    const db = openDatabase(database.url, { lockWait: 0 });
    let advanced: Promise<void> | undefined;
    await write(database.db, async () => {
      advanced = setTestStep(db, apiKeyId(key)!, 3);
      await sleep(50);
    });
    await advanced;
    expect(await findCaller(db, key, NOW)).toMatchObject({ testStep: 3 });
    await db.destroy();
  });

  it('are suspended, resumed, renamed and deleted, and found by former names', async () => {
    const { db } = database;
    const id = await ensureOrganization(db, 'Before', 'Funds');
    const key = generateApiKey();
    await registerApiKey(db, key, id);
    expect([await suspendOrganization(db, 'Before'), await suspendOrganization(db, 'Before')]).toEqual([
      true,
      false,
    ]);
    expect(await findCaller(db, key, NOW)).toMatchObject({ isSuspended: true });
    expect(await resumeOrganization(db, 'Before')).toBe(true);
    expect((await findCaller(db, key, NOW))?.isSuspended).toBeUndefined();

    const chart = {
      id: randomUUID(),
      name: 'A',
      description: 'B',
      view_type: 'line',
      series_json: '[]',
      created_at: NOW,
    };
    await db('charts').insert({ ...chart, creator: 'Before', chart_key: chartKey('Before', 'A', 'B') });
    const used = { day: '2026-01-13', family: 'News', operation: 'listNews', requests: 1, tasks: 2 };
    await addUsage(db, [
      { organization: 'Before', ...used },
      { organization: 'After', ...used },
    ]);
    // An earlier release counted by family only.
    const { operation, ...earlier } = used;
    await db('usage_days').insert({ organization: 'Before', ...earlier, requests: 3 });
    const rename = (from: string, to: string) => db.transaction((trx) => renameOrganization(trx, from, to));
    await ensureOrganization(db, 'Other', 'Funds');
    expect([await rename('Nobody', 'X'), await rename('Before', 'Other')]).toEqual(['unknown', 'taken']);
    expect(await rename('Before', 'After')).toBe('renamed');
    expect(await findCaller(db, key, NOW)).toMatchObject({ organization: 'After' });
    expect(await findOrganizationByName(db, 'Before')).toMatchObject({
      organization: 'After',
      deleted_at: null,
    });
    expect([await createOrganization(db, 'Before', 'Funds'), await rename('Other', 'Before')]).toEqual([
      false,
      'taken',
    ]);
    expect(await ensureOrganization(db, 'Before', 'Funds')).toBe(id);
    expect(await db('charts').where({ id: chart.id }).first()).toMatchObject({
      creator: 'After',
      chart_key: chartKey('After', 'A', 'B'),
    });
    const usage = (by: UsageGrain) => readUsage(db, 'After', '2026-01-01', by);
    expect(await usage('family')).toEqual([{ ...earlier, requests: 5, tasks: 6 }]);
    expect(await usage('operation')).toEqual([
      { ...used, operation: '', requests: 3 },
      { ...used, operation, requests: 2, tasks: 4 },
    ]);
    expect(await db('usage_days')).toEqual([]);
    expect(await rename('After', 'Before')).toBe('renamed');

    expect(await db.transaction((trx) => deleteOrganization(trx, 'Before'))).toBe(true);
    expect(await findCaller(db, key, NOW)).toBeUndefined();
    expect((await findOrganizationByName(db, 'After'))?.deleted_at).toEqual(expect.any(String));
    expect(await findOrganization(db, 'Before')).toBeUndefined();
    expect((await listOrganizations(db)).map(({ name }) => name)).not.toContain('Before');
    // A new organization with the name of a deleted one does not get its keys.
    expect(await createOrganization(db, 'Before', 'Funds')).toBe(true);
    expect(await findCaller(db, key, NOW)).toBeUndefined();
    expect(await db.transaction((trx) => deleteOrganization(trx, 'Before'))).toBe(true);
    expect(await ensureOrganization(db, 'After', 'Funds')).toBe(id);
    expect((await findOrganizationByName(db, 'After'))?.organization).toBe('Before');
  });

  it('are found by a former name as it is written before other spellings', async () => {
    const { db } = database;
    await ensureOrganization(db, 'Acme', 'Funds');
    expect(await createOrganization(db, 'ACME', 'Funds')).toBe(true);
    expect(await db.transaction((trx) => renameOrganization(trx, 'Acme', 'Zeta'))).toBe('renamed');
    const found = async (name: string) => (await findOrganizationByName(db, name))?.organization;
    expect([await found('Acme'), await found('ACME'), await found('Zeta')]).toEqual(['Zeta', 'ACME', 'Zeta']);
  });

  it('have scopes, a name and a creator, which a rotated key keeps', async () => {
    const { db } = database;
    const key = generateApiKey();
    const id = apiKeyId(key)!;
    const details = { name: 'Sync', scopes: ['news', 'embeds'], createdBy: 'ada' };
    await registerApiKey(db, key, await ensureOrganization(db, 'Scoped', 'Funds'), null, details);
    expect((await findCaller(db, key, NOW))?.scopes).toEqual(['news', 'embeds']);
    const next = await rotateApiKey(db, id, 3_600_000, undefined, 'bob');
    expect((await findCaller(db, next!.key, NOW))?.scopes).toEqual(['news', 'embeds']);
    const listed = (await listApiKeys(db)).find((row) => row.id === next!.id);
    expect(listed).toMatchObject({
      name: 'Sync',
      scopes: 'news,embeds',
      created_by: 'bob',
      last_used_at: null,
    });
    expect(await changeApiKey(db, id, { scopes: null })).toBe(true);
    expect((await findCaller(db, key, NOW))?.scopes).toBeUndefined();
    expect(await changeApiKey(db, 'nothing', { scopes: null })).toBe(false);
  });

  it('replace those that expire, but none that a person created', async () => {
    const { db } = database;
    const end = '2199-01-01T00:00:00.000Z';
    const organization = await ensureOrganization(db, 'Demo', 'Funds');
    const own = generateApiKey();
    await registerApiKey(db, own, organization, end, { createdBy: 'ada' });
    const first = await replaceApiKey(db, organization, end);
    await replaceApiKey(db, organization, end);
    expect(await findCaller(db, first, NOW)).toBeUndefined();
    expect(await findCaller(db, own, NOW)).toMatchObject({ organization: 'Demo' });
  });

  it('store the last use of a key at most once a minute', async () => {
    const { db } = database;
    const key = generateApiKey();
    const id = apiKeyId(key)!;
    await registerApiKey(db, key, await ensureOrganization(db, 'Used', 'Funds'));
    const at = Date.parse(NOW);
    const lastUse = async () => (await listApiKeys(db)).find((row) => row.id === id)?.last_used_at;
    await storeLastUses(db, [id], at);
    await storeLastUses(db, [id], at + 59_999);
    expect(await lastUse()).toBe(NOW);
    await storeLastUses(db, [id], at + 60_000);
    expect(await lastUse()).toBe('2026-01-13T00:01:00.000Z');
  });

  it('record each change with its actor in one transaction, and nothing that was not changed', async () => {
    const { db } = database;
    const entry = { actor: 'ada', action: 'orgs create', subject: 'Audited', details: { plan: 'Funds' } };
    expect(await audited(db, entry, (trx) => createOrganization(trx, 'Audited', 'Funds'))).toBe(true);
    expect(await audited(db, entry, (trx) => createOrganization(trx, 'Audited', 'Funds'))).toBeUndefined();
    const failing = audited(db, { ...entry, subject: 'Undone' }, async (trx) => {
      await createOrganization(trx, 'Undone', 'Funds');
      throw new Error('stopped');
    });
    await expect(failing).rejects.toThrow('stopped');
    expect(await findOrganization(db, 'Undone')).toBeUndefined();
    expect(await listAudit(db, 10)).toEqual([{ ...entry, at: expect.stringMatching(/Z$/) }]);
    expect(await listAudit(db, 10, 'Other')).toEqual([]);
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
