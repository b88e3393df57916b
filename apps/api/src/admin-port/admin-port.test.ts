import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadedPackages } from '@dossier/shared/testing';
import { ensureOrganization, generateApiKey, registerApiKey, withIndexLock } from '@dossier/store';
import { asNextVersion, createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { readConfig } from '../config.ts';
import { openLogger } from '../logger.ts';
import { startServer, type RunningServer } from '../server/server.ts';
import { insertCompany } from '../testing/fixtures.ts';
import { VERSION } from '../version.ts';
import { tryListening } from './server.ts';

type Line = Record<string, unknown>;

describe.each(usualEngines)('the admin port on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let server: RunningServer;
  const key = generateApiKey();
  const lines: Line[] = [];
  const start = (adminPort: string, more: Record<string, string> = {}) => {
    const env = {
      PORT: '0',
      ADMIN_PORT: adminPort,
      DRAIN_SECONDS: '0',
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
      ...more,
    };
    const write = (line: string) => void lines.push(JSON.parse(line) as Line);
    return startServer(readConfig(env), openLogger('info', { write }));
  };
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await registerApiKey(database.db, key, await ensureOrganization(database.db, 'House', 'Platforms'));
    folder = mkdtempSync(join(tmpdir(), 'dossier-admin-port-'));
    server = await start('0');
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (path: string) => {
    const response = await fetch(server.adminUrl()! + path);
    return { status: response.status, body: await response.json() };
  };
  const metrics = async () => (await fetch(`${server.adminUrl()}/metrics`)).text();
  /** Returns the value of a series, 0 before its first count. */
  const valueOf = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length) ?? 0,
    );

  it('serves the guides of operators and data teams, with search', async () => {
    const open = (path: string) => fetch(server.adminUrl()! + path);
    for (const [path, said] of [
      ['/docs', 'Documentation'],
      ['/docs/operators/backup-and-restore', 'Back up and restore'],
      ['/docs/data-team/mappings/', 'Mappings'],
      ['/docs/reference/records', 'The fields of records'],
      ['/docs/search?q=restore%20a%20backup', '/docs/operators/backup-and-restore'],
    ] as const) {
      const response = await open(path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      );
      expect(await response.text()).toContain(said);
    }
    expect((await open('/docs/script.js')).headers.get('content-type')).toBe('text/javascript');
    expect((await open('/docs/operators/nothing')).status).toBe(404);
  });

  it('reports that the process lives, and its version', async () => {
    expect(await ask('/live')).toEqual({ status: 200, body: { status: 'live' } });
    const { body } = await ask('/version/');
    expect(body).toEqual({
      version: VERSION,
      node: process.version,
      schema: expect.stringMatching(/^\d{4}-/),
      started_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await ask('/elsewhere')).status).toBe(404);
    const posted = await fetch(`${server.adminUrl()}/live`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is ready with an empty database, and degraded while an index lacks what the database has', async () => {
    const free = { search: expect.any(Number), ...(engine === 'sqlite' && { database: expect.any(Number) }) };
    expect(await ask('/ready')).toEqual({
      status: 200,
      body: {
        status: 'ready',
        checks: {
          database: { ok: true },
          schema: { ok: true, version: expect.stringMatching(/^\d{4}-/) },
          search: { ok: true, waiting: 0, lag_seconds: 0 },
          writes: { ok: true },
          disk: { ok: true, free_bytes: free },
        },
      },
    });
    // Another process, so that its check of the index begins anew.
    await insertCompany(database.db, { domain: 'acme.com', slug: 'acme' });
    await server.stop();
    // The process fills the index when it has the lock.
    await withIndexLock(database.db, async () => {
      server = await start('0');
      const { status, body } = await ask('/ready');
      expect([status, body.status, body.checks.search]).toEqual([
        200,
        'degraded',
        { ok: false, detail: 'the search index is being filled' },
      ]);
      expect(valueOf(await metrics(), 'dossier_check_ok{check="search"}')).toBe(0);
    });
  });

  const onSqlite = engine === 'sqlite' ? it : it.skip;
  onSqlite('is degraded while the newest backup is too old, and makes one, with its age', async () => {
    const place = join(folder, 'backups');
    mkdirSync(place);
    const old = 'dossier-20200101-000000.db';
    for (const name of [old, `${old}.manifest.json`]) writeFileSync(join(place, name), '');
    await server.stop();
    server = await start('0', { BACKUP_TO: place, BACKUP_KEEP: '1' });
    const checked = async () => (await ask('/ready')).body.checks.backup;
    expect(await checked()).toMatchObject({ ok: false, detail: expect.stringContaining('too old') });
    while (!(await checked()).ok) await sleep(100);
    expect(await checked()).toEqual({ ok: true, age_seconds: expect.any(Number) });
    expect(valueOf(await metrics(), 'dossier_backup_age_seconds')).toBeLessThan(600);
    expect(readdirSync(place)).toEqual([
      expect.stringMatching(/^dossier-2\d{7}-\d{6}\.db$/),
      expect.stringMatching(/\.db\.manifest\.json$/),
    ]);
  });

  it('is unavailable while the schema lacks a migration', async () => {
    await asNextVersion(
      async () => {},
      async () => {
        const { status, body } = await ask('/ready');
        expect([status, body.status, body.checks.schema]).toEqual([
          503,
          'unavailable',
          {
            ok: false,
            version: expect.any(String),
            detail: 'The schema lacks 1 migration. Run: npm run ingest -- migrate',
          },
        ]);
      },
    );
  });

  it('counts requests by operation and status, and errors by code, but never by path', async () => {
    const get = (path: string, headers = {}) => fetch(server.url + path, { headers }).then((r) => r.text());
    const before = await metrics();
    const token = { authorization: `Token ${key}` };
    await get('/api/v1/companies/acme', token);
    await get('/api/v1/companies/nobody', token);
    await get('/api/v1/companies/acme');
    await get('/some/unknown/path');
    const series = {
      'dossier_http_requests_total{operation="getCompany",status="200"}': 1,
      'dossier_http_requests_total{operation="getCompany",status="404"}': 1,
      'dossier_http_requests_total{operation="getCompany",status="401"}': 1,
      'dossier_http_requests_total{operation="none",status="404"}': 1,
      'dossier_http_request_duration_seconds_count{operation="getCompany"}': 3,
      'dossier_http_errors_total{code="unauthenticated"}': 1,
    };
    let text = await metrics();
    // A response may arrive before the request counts as finished.
    while (valueOf(text, 'dossier_http_requests_in_flight') > 0) text = await metrics();
    for (const [name, more] of Object.entries(series))
      expect([name, valueOf(text, name) - valueOf(before, name)]).toEqual([name, more]);
    expect(valueOf(text, 'dossier_http_response_bytes_total{operation="getCompany"}')).toBeGreaterThan(500);
    expect(text).not.toMatch(/nobody|unknown\/path/);
  });

  it('names and explains metrics as promtool requires', async () => {
    const text = await metrics();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({
      name: name!,
      type: type!,
    }));
    expect(types.length).toBeGreaterThan(20);
    for (const { name, type } of types) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
      expect([name, /_total$/.test(name)]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kilobytes|megabytes|count|sum|bucket)$|[A-Z]/);
    }
  });

  it('leaves a taken port to the other process, logs a warning, and serves', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const other = await start(String(port));
    expect(other.adminUrl()).toBeUndefined();
    expect((await fetch(`${other.url}/live`)).status).toBe(200);
    await other.stop();
    await new Promise((resolve) => holder.close(resolve));
    expect(lines.filter(({ port: logged }) => logged === port)).toEqual([
      expect.objectContaining({ level: 40, code: 'EADDRINUSE', msg: expect.stringContaining('ADMIN_PORT') }),
    ]);
  });
});

it('leaves no listener on the server at each try to get a taken port', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  const server = createServer();
  const listeners = () => server.eventNames().map((name) => [name, server.listenerCount(name)]);
  const before = listeners();
  for (let i = 0; i < 3; i++) expect(await tryListening(server, '127.0.0.1', port)).toBe('EADDRINUSE');
  expect(listeners()).toEqual(before);
  await new Promise((resolve) => holder.close(resolve));
  expect(await tryListening(server, '127.0.0.1', port)).toBeUndefined();
  expect(listeners()).toEqual(before);
  await new Promise((resolve) => server.close(resolve));
});

describe('ADMIN_PORT', () => {
  it.each([
    [{}, { host: '127.0.0.1', port: 9464 }],
    [{ ADMIN_PORT: 'off' }, undefined],
    [{ ADMIN_PORT: '' }, undefined],
    [
      { ADMIN_PORT: '9000', ADMIN_HOST: '0.0.0.0' },
      { host: '0.0.0.0', port: 9000 },
    ],
  ])('%j means %j', (env, admin) => {
    expect(readConfig(env).admin).toEqual(admin);
  });

  it('must be a port', () => {
    for (const ADMIN_PORT of ['65536', 'none', '-1'])
      expect(() => readConfig({ ADMIN_PORT })).toThrow('ADMIN_PORT is invalid');
  });
});

it('the application does not load prom-client', async () => {
  const loaded = await loadedPackages(
    `await import(${JSON.stringify(join(import.meta.dirname, '../server/server.ts'))})`,
  );
  expect([loaded.has('express'), loaded.has('prom-client')]).toEqual([true, false]);
});

it('the version is that of package.json', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8');
  expect((JSON.parse(manifest) as { version: string }).version).toBe(VERSION);
});
