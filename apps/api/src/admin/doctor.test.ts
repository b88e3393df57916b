import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import {
  createWebhook,
  ensureOrganization,
  generateApiKey,
  registerApiKey,
  resumeOrganization,
  suspendOrganization,
} from '@dossier/store';
import { asNextVersion, createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { backUp } from '@dossier/store/backup';
import { readConfig } from '../config.ts';
import { checkWorkers } from './doctor-workers.ts';
import { diagnose, formatDiagnosis } from './doctor.ts';

const SECRET = 'hidden-by-tests';
const AT = '2026-01-13T00:00:00.000Z';
/** An address that nobody answers. */
const NOBODY = 'http://127.0.0.1:1';

describe.each(engines)('doctor on %s', (engine) => {
  let folder: string;
  let database: TestDatabase;
  let env: Record<string, string>;
  let newer: string;
  const server = createServer((_, response) => response.end(`{"pkgVersion":"99.1.0","hits":[]}`));
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    newer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), 'dossier-doctor-'));
    database = await createTestDatabase(engine);
    await registerApiKey(
      database.db,
      generateApiKey(),
      await ensureOrganization(database.db, 'Partner', 'Platforms'),
    );
    const file = join(folder, 'search.db');
    env = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${file}` };
    await (await openSearch(env['SEARCH_URL']!)).close();
  });
  afterAll(async () => {
    server.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('warns if no backup exists, or if the newest is too old', async () => {
    const place = mkdtempSync(join(folder, 'backups-'));
    const set = { ...env, BACKUP_TO: place, BACKUP_EVERY: '24h' };
    const found = async (at: string) =>
      (await diagnose(set, new Date(at))).findings.filter(({ check }) => check === 'backup');
    expect(await found(AT)).toMatchObject([{ level: 'warning', message: 'BACKUP_TO has no backup yet.' }]);
    // A backup of SQLite needs no programs of Postgres, and only its age matters.
    const copied = await createTestDatabase('sqlite');
    await backUp(copied.url, `${place}/`, new Date(AT), process.env);
    await copied.close();
    expect(await found('2026-01-14T23:00:00.000Z')).toEqual([
      { check: 'backup', level: 'ok', message: 'The newest backup is 47 hours old.' },
    ]);
    expect(await found('2026-01-15T01:00:00.000Z')).toMatchObject([{ level: 'warning' }]);
  });

  it('warns of messages of webhooks that are parked, and of those that nobody sends', async () => {
    const { db } = database;
    const organization_id = await ensureOrganization(db, 'Partner', 'Platforms');
    const hook = { organization_id, url: 'https://example.com/', after_seq: 9, epoch: 'one', created_at: AT };
    const { id } = await db.transaction((trx) => createWebhook(trx, hook));
    const found = async () =>
      (await diagnose(env, new Date(AT))).findings.filter(({ check }) => check === 'webhooks');
    expect(await found()).toEqual([{ check: 'webhooks', level: 'ok', message: '1 webhook.' }]);
    const place = { webhook_id: id, company_id: 1, after_seq: 0, until_seq: 9, created_at: AT };
    await db('webhook_deliveries').insert({ ...place, id: 'msg_1', tries: 8, next_at: null });
    const parked = {
      level: 'warning',
      message: '1 message of webhooks is parked after eight tries: Partner.',
    };
    expect(await found()).toMatchObject([parked]);
    await db('webhook_deliveries').insert({
      ...{ ...place, company_id: 2, id: 'msg_2' },
      ...{ tries: 0, next_at: '2026-01-12T23:49:00.000Z' },
    });
    expect(await found()).toMatchObject([
      { level: 'warning', message: '1 message of webhooks is more than ten minutes overdue.' },
    ]);
    // Nobody sends the messages of a suspended organization.
    expect(await suspendOrganization(db, 'Partner')).toBe(true);
    expect(await found()).toMatchObject([parked]);
    await resumeOrganization(db, 'Partner');
    await db('webhooks').delete();
  });

  it('finds nothing to do in a deployment that works', async () => {
    const found = await diagnose(env);
    expect(found.findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    const checks = [
      'settings',
      'version',
      'schema',
      'clock',
      'outbox',
      'keys',
      'search',
      'disk',
      'mode',
      'address',
    ];
    expect(found.findings.map(({ check }) => check)).toEqual(expect.arrayContaining(checks));
    expect(formatDiagnosis(found)).toMatch(/^Dossier \S+ on Node\.js v[^]*\n\nNothing to do\.\n$/);
  });

  type Change = () => Record<string, string> | Promise<Record<string, string>>;
  it.each<[problem: string, change: Change, level: string, message: RegExp, remedy: RegExp]>([
    [
      'an invalid setting',
      () => ({ PORT: 'x' }),
      'error settings',
      /PORT is invalid/,
      /^Correct the variable\.$/,
    ],
    [
      'a missing database',
      () => ({ DATABASE_URL: `sqlite:${join(folder, 'none.db')}` }),
      'warning database',
      /is empty/,
      /correct DATABASE_URL/,
    ],
    [
      'a damaged database',
      () => {
        writeFileSync(join(folder, 'garbage.db'), 'garbage'.repeat(2000));
        return { DATABASE_URL: `sqlite:${join(folder, 'garbage.db')}` };
      },
      'error database',
      /is damaged/,
      /^Start the database, or correct/,
    ],
    [
      'a database server that does not answer',
      () => ({ DATABASE_URL: `postgres://user:${SECRET}@127.0.0.1:1/dossier` }),
      'error database',
      /ECONNREFUSED/,
      /^Start the database, or correct/,
    ],
    [
      'an index of another database',
      async () => {
        const url = `sqlite:${join(folder, 'taken.db')}`;
        const search = await openSearch(url, { database: 'another' });
        await search.markFilled();
        await search.close();
        return { SEARCH_URL: url };
      },
      'error search',
      /belongs to another database/,
      /npm run ingest -- reindex$/,
    ],
    [
      'a search server that does not answer',
      () => ({ SEARCH_URL: NOBODY, SEARCH_KEY: SECRET }),
      'error search',
      /cannot be reached/,
      /^Start the search server, or correct SEARCH_URL\.$/,
    ],
    [
      'a search server of a version that was not tested',
      () => ({ SEARCH_URL: newer }),
      'warning version',
      /^Meilisearch 99\.1\.0 was not tested \(tested: /,
      /^Use a tested version/,
    ],
    [
      'an index that others can read',
      async () => {
        const path = join(folder, 'open.db');
        await (await openSearch(`sqlite:${path}`)).close();
        chmodSync(path, 0o644);
        return { SEARCH_URL: `sqlite:${path}` };
      },
      'warning mode',
      /mode 644/,
      /^Run: chmod 600 /,
    ],
    [
      'an identity provider that does not answer',
      () => ({ JWT_ISSUER: NOBODY, JWT_AUDIENCE: 'a', JWT_JWKS_URL: `${NOBODY}/keys?token=${SECRET}` }),
      'error issuer',
      /does not answer/,
      /^Correct JWT_JWKS_URL/,
    ],
    [
      'a public address that does not answer',
      () => ({ PUBLIC_URL: `${NOBODY}/api` }),
      'warning address',
      /does not answer from here/,
      /check the proxy/,
    ],
    [
      'a proxy that is not trusted',
      () => ({ PUBLIC_URL: NOBODY, HOST: '0.0.0.0' }),
      'warning proxy',
      /all clients share its limit/,
      /^Set TRUST_PROXY/,
    ],
  ])('reports %s with a remedy, and no secret', async (_problem, change, level, message, remedy) => {
    const found = await diagnose({ ...env, ...(await change()) });
    const problem = found.findings.find((each) => `${each.level} ${each.check}` === level);
    expect(problem).toMatchObject({
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    });
    const text = formatDiagnosis(found);
    expect(text).toMatch(/\nTo do, in this order:\n {2}1\. \w+: /);
    expect(text + JSON.stringify(found)).not.toContain(SECRET);
  });

  it('compares the workers with the cores, and their connections with those of Postgres', async () => {
    const check = async (settings: Record<string, string>) =>
      (await checkWorkers(readConfig({ ...env, ...settings }), 2)).map(
        ({ level, check }) => `${level} ${check}`,
      );
    const [one, many] = [await check({ WORKERS: '2' }), await check({ WORKERS: '3', DATABASE_POOL: '1000' })];
    expect(one).toEqual(['ok workers', ...(engine === 'postgres' ? ['ok connections'] : [])]);
    expect(many).toEqual(['warning workers', ...(engine === 'postgres' ? ['warning connections'] : [])]);
  });

  it('reports records without an index, changes that wait, a missing migration and a clock ahead', async () => {
    const { db } = database;
    await db('categories').insert({ slug: 'tools', name: 'Tools' });
    await db('outbox').insert({ kind: 'company', record_id: '1', queued_at: '2020-01-01T00:00:00.000Z' });
    await db('writer').update({ last_ms: Date.now() + 86_400_000 });
    const levels = async () => {
      const { findings } = await diagnose(env);
      return findings.filter(({ level }) => level !== 'ok').map(({ level, check }) => `${level} ${check}`);
    };
    expect(await levels()).toEqual(['warning clock', 'warning outbox', 'error search']);
    expect(await asNextVersion(async () => {}, levels)).toEqual([
      'warning schema',
      'warning clock',
      'warning outbox',
    ]);
  });
});
