import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClient,
  mirror,
  sqliteStore,
  verify,
  type Client,
  type Kind,
  type Row,
  type Store,
} from '@dossier/client';
import { openSqlite, type Database } from '@dossier/sqlite';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { paste, startScript, type Program } from './program.ts';

const KINDS: Kind[] = ['company', 'document', 'filing', 'event', 'news', 'metric'];
const TABLES = ['companies', 'documents', 'filings', 'events', 'news', 'metrics'];
/** A generator of numbers from 0 to 1, the same in every run. */
const random = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

/** The client against a service, through a proxy that answers with faults. */
describe('the client', () => {
  let database: TestDatabase;
  let folder: string;
  let program: Program;
  let proxy: Server;
  let proxied: Client;
  let direct: Client;
  let copy: Database;
  let store: Store;
  let faults = 0;
  let requests = 0;
  let isFaulty = true;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite', { migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'dossier-client-'));
    program = await startScript(
      'start',
      {
        DATABASE_URL: database.url,
        SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
        SNAPSHOT_DIR: join(folder, 'snapshots'),
      },
      /Stop with Ctrl\+C/,
    );
    const [, key] = /Key: (\S+)/.exec(program.output())!;
    const [, url] = /answers at (\S+)/.exec(program.output())!;
    proxy = createServer((req, res) => {
      requests++;
      const fault = isFaulty ? next() : 1;
      if (fault < 0.25) faults++;
      if (fault < 0.06)
        return void res.writeHead(429, { 'retry-after': '0' }).end('{"code":"too_many_requests"}');
      if (fault < 0.12) return void res.writeHead(503).end();
      if (fault < 0.18) return void req.socket.destroy();
      const headers = { ...req.headers, 'accept-encoding': 'identity' };
      const passed = request(new URL(req.url!, url), { headers }, (answer) => {
        const body: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => body.push(chunk));
        answer.on('end', () => {
          const whole = Buffer.concat(body);
          res.writeHead(answer.statusCode!, { ...answer.headers, 'content-length': whole.length });
          // Cuts the body in the middle.
          if (fault >= 0.25 || whole.length < 2) return void res.end(whole);
          res.write(whole.subarray(0, whole.length / 2), () => req.socket.destroy());
        });
      });
      passed.end();
    });
    const next = random(20_260_113);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const port = (proxy.address() as AddressInfo).port;
    const options = { key: key!, tries: 12, longestWaitMs: 20 };
    direct = createClient({ ...options, url: url! });
    proxied = createClient({ ...options, url: `http://127.0.0.1:${port}` });
    copy = openSqlite(join(folder, 'copy.db'));
    store = sqliteStore(copy);
    for (let tries = 0; !(await direct.newestSnapshot()) && tries < 600; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
  });
  afterAll(async () => {
    copy.close();
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    await program.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ingest = (args: string) => paste(`DATABASE_URL=${database.url} npm run --silent ingest -- ${args}`);
  const countsOf = async () =>
    Promise.all(
      TABLES.map(async (table) =>
        Number((await database.db(table).count({ n: '*' }).first<{ n: number }>()).n),
      ),
    );
  const copied = async () => {
    const all: Row[][] = [];
    for (const kind of KINDS) {
      const rows: Row[] = [];
      for await (const row of store.rows(kind)) rows.push(row);
      all.push(rows);
    }
    return all;
  };

  it('copies a snapshot through faults in few requests, and every record once', async () => {
    isFaulty = false;
    requests = 0;
    await mirror({ client: proxied, to: store });
    expect(requests).toBeLessThanOrEqual(8);
    expect((await copied()).map((rows) => rows.length)).toEqual(await countsOf());
    isFaulty = true;
    await store.clear();
    await mirror({ client: proxied, to: store });
    expect((await copied()).map((rows) => rows.length)).toEqual(await countsOf());
    expect(await verify({ client: direct, to: store })).toEqual([]);
  });

  it('follows changes and deletions', async () => {
    await ingest('set companies stripe.com description "A changed one" --because "A test"');
    await ingest('delete companies uber.com');
    await mirror({ client: proxied, to: store });
    expect((await copied()).map((rows) => rows.length)).toEqual(await countsOf());
    const [companies] = await copied();
    expect(companies).toContainEqual(
      expect.objectContaining({ domain: 'stripe.com', description: 'A changed one' }),
    );
    expect(await verify({ client: direct, to: store })).toEqual([]);
  });

  it('reads lists through faults without losing or repeating an item', async () => {
    for (let round = 0; round < 20; round++) {
      const ids: unknown[] = [];
      const query = { page_size: 1 + (round % 20) + 5 };
      for await (const { slug } of proxied.list('/api/v1/documents', query)) ids.push(slug);
      expect(ids).toHaveLength((await countsOf())[1]!);
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect(faults).toBeGreaterThan(5);
  });

  it('names the records that differ, and repairs them', async () => {
    const [[company], , , [event, other]] = (await copied()) as [Row[], Row[], Row[], Row[]];
    await store.save(
      [
        { kind: 'company', id: String(company!['id']), row: { ...company, name: 'Wrong' } },
        { kind: 'event', id: String(event!['event_id']), row: undefined },
        { kind: 'news', id: 'surplus', row: { ...other, id: 'surplus' } },
      ],
      undefined,
    );
    expect(await verify({ client: direct, to: store })).toEqual([
      { kind: 'company', id: String(company!['id']), difference: 'changed' },
      { kind: 'event', id: event!['event_id'], difference: 'missing' },
      { kind: 'news', id: 'surplus', difference: 'surplus' },
    ]);
    expect(await verify({ client: direct, to: store })).toEqual([]);
  });

  it('begins again with the snapshot after a restore, and stops if that does not help', async () => {
    await store.save([], { seq: 1, epoch: 'of another history' });
    await mirror({ client: proxied, to: store });
    expect((await copied()).map((rows) => rows.length)).toEqual(await countsOf());
    await database.db('database_mark').update({ epoch: '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11' });
    await expect(mirror({ client: direct, to: store })).rejects.toThrow('not kept');
  });
});
