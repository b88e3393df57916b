import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { signAddress } from '@dossier/embeds';
import { openSearch } from '@dossier/search';
import { freePort, until } from '@dossier/shared/testing';
import {
  createWebhook,
  currentEpoch,
  ensureOrganization,
  generateApiKey,
  openDatabase,
  registerApiKey,
  signingKeys,
} from '@dossier/store';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { ACQUIRE_MS, readConfig } from '../config.ts';
import { describeConfig } from '../describe-config.ts';
import { openLogger } from '../logger.ts';
import { insertChanges } from '../testing/fixtures.ts';
import { startReceiver } from '../testing/receiver.ts';
import { firstConnection } from './prepare-schema.ts';
import { startServer } from './server.ts';

describe('the server', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'dossier-server-'));
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const lines: string[] = [];
  const start = (port = 0, url = database.url, more: Record<string, string> = {}) => {
    lines.length = 0;
    const env = {
      PORT: `${port}`,
      ADMIN_PORT: 'off',
      DRAIN_SECONDS: '0',
      DATABASE_URL: url,
      SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
      ...more,
    };
    return startServer(readConfig(env), openLogger('info', { write: (line) => void lines.push(line) }));
  };
  const connected = (port: number) =>
    new Promise<Socket | undefined>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
    });
  const answered = (socket: Socket) =>
    new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));

  it('answers the first request as soon as it accepts connections', async () => {
    const port = await freePort();
    const starting = start(port);
    let socket: Socket | undefined;
    while (!socket) {
      await turn();
      socket = await connected(port);
    }
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
    await (await starting).stop();
  });

  it('starts on a Postgres that connects more slowly than a request may wait', async () => {
    const postgres = await createTestDatabase('postgres');
    const { hostname, port } = new URL(postgres.url);
    const slow = createServer((client) => {
      const server = connect(Number(port), hostname);
      // Either may end first.
      for (const socket of [client, server]) socket.on('error', () => {});
      server.pipe(client);
      setTimeout(() => client.pipe(server), ACQUIRE_MS + 50);
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const url = new URL(postgres.url);
    url.host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const server = await start(0, url.href);
    expect((await fetch(`${server.url}/live`)).status).toBe(200);
    await server.stop();
    slow.close();
    await postgres.close();
  });

  it('tries to connect until a time, and not only a few times', async () => {
    const postgres = await createTestDatabase('postgres');
    const { hostname, port } = new URL(postgres.url);
    let refused = 0;
    const restarting = createServer((client) => {
      if (refused++ < 12) return void client.destroy();
      const server = connect(Number(port), hostname);
      for (const socket of [client, server]) socket.on('error', () => {});
      client.pipe(server).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(restarting, 'listening');
    const url = new URL(postgres.url);
    url.host = `127.0.0.1:${(restarting.address() as AddressInfo).port}`;
    const db = openDatabase(url.href, { pool: 1 });
    await firstConnection(db, 60_000);
    expect(refused).toBeGreaterThan(12);
    await db.destroy();
    restarting.close();
    await postgres.close();
  });

  it('sends each change to webhooks while it runs', async () => {
    const receiver = await startReceiver();
    const organization_id = await ensureOrganization(database.db, 'Test partner', 'Platforms');
    const made = { organization_id, url: receiver.url, after_seq: 0, created_at: '2026-01-13T00:00:00.000Z' };
    const epoch = await currentEpoch(database.db);
    const hook = await database.db.transaction((trx) => createWebhook(trx, { ...made, epoch }));
    receiver.state.secret = hook.secret;
    const server = await start(0, database.url, { WEBHOOK_ALLOW: '127.0.0.1' });
    await insertChanges(database.db, [{ kind: 'company', record: 1, key: ['acme.com'], companies: [1] }]);
    await until(() => receiver.received.length + receiver.problems.length);
    await server.stop();
    await receiver.close();
    expect(receiver.received.map(({ data }) => data.seq)).toEqual([1]);
  });

  it('stops while a client is in the middle of a request', async () => {
    const key = generateApiKey();
    await registerApiKey(
      database.db,
      key,
      await ensureOrganization(database.db, 'Test partner', 'Platforms'),
    );
    const server = await start();
    const socket = (await connected(Number(new URL(server.url).port)))!;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const head = [
      'POST /api/v1/search/ HTTP/1.1',
      'Host: localhost',
      `Authorization: Token ${key}`,
      'Content-Type: application/json',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 100 Continue/);
    await server.stop(100);
    await closed;
  });

  it('closes idle connections at once, and others when their request ends', async () => {
    const server = await start();
    const port = Number(new URL(server.url).port);
    const [idle, busy] = [(await connected(port))!, (await connected(port))!];
    const health = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
    idle.write(health);
    expect(await answered(idle)).toMatch(/^HTTP\/1\.1 200 /);
    busy.write(`${health}GET /health HTTP/1.1\r\n`);
    expect(await answered(busy)).toMatch(/^HTTP\/1\.1 200 /);
    // Longer than this test may take.
    const stopped = server.stop(3_600_000);
    await new Promise((resolve) => idle.once('close', resolve));
    busy.write('Host: localhost\r\n\r\n');
    expect(await answered(busy)).toMatch(/^HTTP\/1\.1 200 /);
    await stopped;
  });

  it('ends requests that wait for changes when it drains', async () => {
    const key = generateApiKey();
    const organization = await ensureOrganization(database.db, 'Test partner', 'Platforms');
    await registerApiKey(database.db, key, organization);
    const server = await start();
    const socket = (await connected(Number(new URL(server.url).port)))!;
    const head = ['Host: localhost', `Authorization: Token ${key}`];
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await answered(socket);
    // Without draining, the request waits longer.
    const late = sleep(30_000, 'late', { ref: false });
    socket.write(['GET /api/v1/changes/?wait=30 HTTP/1.1', ...head, '', ''].join('\r\n'));
    await server.drain();
    expect(await Promise.race([answered(socket), late])).toMatch(/^HTTP\/1\.1 200 [^]*"changes":\[\]/);
    socket.destroy();
    await server.stop();
  });

  it('closes connections that never sent a request without waiting for them', async () => {
    const server = await start();
    const port = Number(new URL(server.url).port);
    const [silent, last] = [(await connected(port))!, (await connected(port))!];
    const closed = new Promise((resolve) => silent.once('close', resolve));
    // Connections are taken in their order.
    last.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await answered(last)).toMatch(/^HTTP\/1\.1 200 /);
    // Longer than this test may take.
    await server.stop(3_600_000);
    await closed;
  });

  it('is not ready while it drains, and closes each connection with its response', async () => {
    const server = await start();
    const ask = async (path: string) => {
      const answer = await fetch(server.url + path);
      return [answer.status, await answer.json(), answer.headers.get('connection')];
    };
    expect(await ask('/ready')).toEqual([200, { status: 'ready', search: 'ready' }, 'keep-alive']);
    await server.drain();
    expect(await ask('/ready')).toEqual([503, { status: 'draining' }, 'close']);
    expect(await ask('/live')).toEqual([200, { status: 'live' }, 'close']);
    expect((await ask('/openapi.json')).filter((part) => typeof part !== 'object')).toEqual([200, 'close']);
    await server.stop();
    await expect(fetch(`${server.url}/live`)).rejects.toThrow();
  });

  it('logs the path of an embed without its signature', async () => {
    const server = await start();
    const [key] = await signingKeys(database.db);
    const path = signAddress({ kind: 'valuation-chart', subject: 'acme', options: {} }, key!);
    for (const address of [path, `${path}.json`, `/${path}`, path.replace('embeds', 'EMBEDS')])
      await fetch(server.url + address);
    await server.stop();
    const logged = lines.join('');
    expect(logged.match(/"path":"[^"]*acme\/…"/gi)).toHaveLength(4);
    expect(logged).not.toContain(path.split('.').at(-1));
  });

  it('logs the path of the feed of a list without its key', async () => {
    const server = await start();
    const feed = 'lists/7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11/k3JvSecret/feed.atom';
    for (const address of [`/${feed}`, `/${feed}/more`, `//${feed}`, `/${feed.replace('lists', 'LISTS')}`])
      await fetch(server.url + address);
    await server.stop();
    const logged = lines.join('');
    expect(logged.match(/"path":"[^"]*lists\/7f8dbe4c[^"/]*\/…"/gi)).toHaveLength(4);
    expect(logged).not.toContain('k3JvSecret');
  });

  it('logs operation, caller, bytes and duration of a request in ISO time, without query and credentials, and stores the use of its key', async () => {
    const key = generateApiKey();
    await registerApiKey(database.db, key, await ensureOrganization(database.db, 'House', 'Platforms'));
    const server = await start();
    const headers = { authorization: `Token ${key}` };
    const found = await fetch(`${server.url}/api/v1/search/companies?name=Unlikely`, { headers });
    await found.text();
    await (await fetch(`${server.url}/api/v1/documents`)).text();
    await (await fetch(`${server.url}/live`)).text();
    await server.stop();
    const [used] = await database
      .db('api_keys')
      .where({ id: key.split('_')[2] })
      .pluck('last_used_at');
    expect(used).toMatch(/^\d{4}-.*Z$/);
    const requests = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
    const common = {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'GET',
      bytes: expect.any(Number),
      ms: expect.any(Number),
    };
    expect(requests).toEqual([
      expect.objectContaining({
        ...common,
        id: found.headers.get('request-id'),
        path: '/api/v1/search/companies',
        operation: 'searchCompanies',
        status: 200,
        organization: 'House',
        key: key.split('_')[2],
      }),
      expect.objectContaining({
        ...common,
        operation: 'listDocuments',
        status: 401,
        error: 'unauthenticated',
      }),
    ]);
    expect(requests[0]!['bytes']).toBeGreaterThan(Number(found.headers.get('content-length')));
    expect(lines.join('')).not.toMatch(new RegExp(`Unlikely|${key}`));
  });

  it('logs at its start what runs, without secrets', async () => {
    const secret = 'hidden-by-tests';
    const settings = {
      PUBLIC_URL: `https://user:${secret}@api.example`,
      SEARCH_KEY: secret,
      EMBEDDINGS_URL: 'http://127.0.0.1:1/v1',
      EMBEDDINGS_MODEL: 'm',
      EMBEDDINGS_KEY: secret,
      JWT_ISSUER: `https://user:${secret}@id.example/`,
      JWT_AUDIENCE: 'dossier',
      JWT_JWKS_URL: `https://user:${secret}@id.example/keys?token=${secret}`,
    };
    await (await start(0, database.url, settings)).stop();
    const line = JSON.parse(lines.find((one) => one.includes('"listening"'))!) as object;
    expect(line).toMatchObject({
      version: expect.any(String),
      database: database.url,
      schema: expect.stringMatching(/^\d{4}-/),
      versions: { 'Node.js': process.versions.node },
      search: `sqlite:${join(folder, 'search.db')}`,
      settings: {
        max_in_flight: 128,
        answer_cache_mb: 64,
        request_limits: 'key=6000/60,address=6000/60',
        embeddings: { url: 'http://127.0.0.1:1/v1', model: 'm' },
        jwt: { issuer: 'https://id.example', audience: 'dossier', keys: 'https://id.example/keys' },
      },
    });
    const postgres = `postgres://user:${secret}@db.example:5432/dossier?sslmode=require`;
    const server = describeConfig(
      readConfig({
        ...settings,
        DATABASE_URL: postgres,
        SEARCH_URL: `http://user:${secret}@search.example/`,
      }),
    );
    expect(server).toMatchObject({
      database: 'postgres://db.example:5432/dossier',
      search: 'http://search.example',
    });
    const strange = () => readConfig({ DATABASE_URL: `postgres://u:${secret}@a:1,b:2/dossier` });
    expect(strange).toThrow(/^The environment variable DATABASE_URL is invalid: must be /);
    expect(strange).not.toThrow(secret);
    for (const shown of [lines.join(''), JSON.stringify(server)]) expect(shown).not.toContain(secret);
  });

  it('serves all but search with the index of another database, and logs the remedy', async () => {
    const search = await openSearch(`sqlite:${join(folder, 'search.db')}`, { database: 'another' });
    await search.remove([{ type: 'company', id: '1' }]);
    await search.close();
    const server = await start();
    const ready = await (await fetch(`${server.url}/ready`)).json();
    await server.stop();
    expect(ready).toEqual({ status: 'ready', search: 'unavailable' });
    expect(JSON.parse(lines[0]!)).toMatchObject({
      msg: 'search is unavailable',
      reason: expect.stringMatching(/SEARCH_URL .* npm run ingest -- reindex$/),
    });
  });

  it('returns 503 from /health while the database is unreachable, and logs an outage at most once', async () => {
    const postgres = await createTestDatabase('postgres');
    const server = await start(0, postgres.url);
    const health = async () => {
      const answer = await fetch(`${server.url}/health`);
      return [answer.status, await answer.json()];
    };
    expect(await health()).toEqual([200, { status: 'ok' }]);
    await postgres.close();
    for (let i = 0; i < 3; i++) expect(await health()).toEqual([503, { status: 'unavailable' }]);
    await server.stop();
    const logged = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    // Once a second, the service looks for webhooks with something to send.
    const isOfWebhooks = (msg: string) => msg === 'Webhooks wait for the database.';
    expect(logged.filter((msg) => !isOfWebhooks(msg))).toEqual(['listening', 'stopping']);
    expect(logged.filter(isOfWebhooks).length).toBeLessThanOrEqual(1);
  });
});
