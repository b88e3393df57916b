import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClient,
  mirror,
  openStore,
  sqliteStore,
  verify,
  type Client,
  type Kind,
  type Row,
  type Store,
} from '@dossier/client';
import { until } from '@dossier/shared/testing';
import { openSqlite, type Database } from '@dossier/sqlite';
import { openDatabase, type Db } from '@dossier/store';
import { createTestDatabase } from '@dossier/store/testing';
import { randomOf } from '../random.ts';
import { paste } from './program.ts';
import { startSample, type SampleService } from './sample-service.ts';

const KINDS: Kind[] = ['company', 'document', 'filing', 'event', 'news', 'metric'];
const TABLES = ['companies', 'documents', 'filings', 'events', 'news', 'metrics'];

const PYTHON = join(import.meta.dirname, '../../clients/python/dossier_client.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('Skipped: python3 is missing, so its client is not tried.\n');
const itPython = hasPython ? it : it.skip;

/** The client against a service, through a proxy that answers with faults. */
describe('the client', () => {
  let service: SampleService;
  let db: Db;
  let folder: string;
  let proxy: Server;
  let proxied: Client;
  let direct: Client;
  let apiKey: string;
  let copy: Database;
  let store: Store;
  let requests = 0;
  /** How many of the next requests get no response. */
  let hanging = 0;
  let isFaulty = true;

  beforeAll(async () => {
    service = await startSample();
    const { url, key } = service;
    ({ folder } = service);
    db = openDatabase(service.databaseUrl);
    proxy = createServer((req, res) => {
      requests++;
      if (hanging > 0) return void (hanging -= 1);
      const fault = isFaulty ? next() : 1;
      if (fault < 0.06)
        return void res.writeHead(429, { 'retry-after': '0' }).end('{"code":"too_many_requests"}');
      if (fault < 0.12) return void res.writeHead(503).end();
      if (fault < 0.18) return void req.socket.destroy();
      const headers = { ...req.headers, 'accept-encoding': 'identity' };
      const passed = request(new URL(req.url!, url), { method: req.method, headers }, (answer) => {
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
      req.pipe(passed);
    });
    const next = randomOf(Number(process.env['TEST_SEED'] ?? 20_260_113));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const port = (proxy.address() as AddressInfo).port;
    const options = { key, tries: 12, longestWaitMs: 20 };
    apiKey = key;
    direct = createClient({ ...options, url });
    proxied = createClient({ ...options, url: `http://127.0.0.1:${port}` });
    copy = openSqlite(join(folder, 'copy.db'));
    store = sqliteStore(copy);
    await until(() => direct.newestSnapshot(), { about: service.program.output });
  });
  afterAll(async () => {
    await store?.close();
    proxy?.closeAllConnections();
    await new Promise((resolve) => (proxy ? proxy.close(resolve) : resolve(undefined)));
    await db?.destroy();
    await service?.stop();
  });

  const python = async (args: string[]) => {
    const { port } = proxy.address() as AddressInfo;
    const env = {
      ...process.env,
      ...{ DOSSIER_URL: `http://127.0.0.1:${port}`, DOSSIER_KEY: apiKey },
      ...{ PYTHONPATH: dirname(PYTHON), PYTHONDONTWRITEBYTECODE: '1' },
    };
    return (await promisify(execFile)('python3', args, { env })).stdout;
  };
  const ingest = (args: string) =>
    paste(`DATABASE_URL=${service.databaseUrl} npm run --silent ingest -- ${args}`);
  const countsOf = async () =>
    Promise.all(
      TABLES.map(async (table) => Number((await db(table).count({ n: '*' }).first<{ n: number }>()).n)),
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

  it('asks again when a request gets no response in time', async () => {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const impatient = createClient({ url, key: apiKey, tries: 30, longestWaitMs: 20, timeoutMs: 2000 });
    [hanging, requests] = [1, 0];
    expect(await impatient.get('/api/v1/changes/latest/')).toEqual(
      await direct.get('/api/v1/changes/latest/'),
    );
    expect(requests).toBeGreaterThan(1);
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

  it('saves long changes in parts, and the place with the last one', async () => {
    const long = Array.from({ length: 60 }, (_, i) => ({
      ...{ domain: `long${i}.example`, name: `Long ${i}`, type: 'private', description: 'x'.repeat(20_000) },
    }));
    writeFileSync(join(folder, 'long.ndjson'), long.map((row) => JSON.stringify(row)).join('\n'));
    await ingest(`load companies ${join(folder, 'long.ndjson')}`);
    const before = await store.place();
    const watched: Store = {
      ...store,
      save: async (records, place) => {
        await store.save(records, place);
        if (!place) throw new Error('stopped');
      },
    };
    await expect(mirror({ client: direct, to: watched })).rejects.toThrow('stopped');
    expect(await store.place()).toEqual(before);
    await mirror({ client: direct, to: store });
    expect(await verify({ client: direct, to: store })).toEqual([]);
  });

  itPython('copies and follows the same records in Python, through faults', async () => {
    const file = join(folder, 'python.db');
    const copyOnce = () => python([PYTHON, 'mirror', file]);
    expect(await copyOnce()).toMatch(/^The copy is complete up to change \d+\.\n$/);
    await ingest('set companies monzo.com description "Changed for Python" --because "A test"');
    await ingest('delete companies revolut.com');
    await copyOnce();
    await mirror({ client: direct, to: store });
    const theirs = sqliteStore(openSqlite(file));
    for (const [place, kind] of KINDS.entries()) {
      const rows: Row[] = [];
      for await (const row of theirs.rows(kind)) rows.push(row);
      expect(rows).toEqual((await copied())[place]);
    }
    expect(await theirs.place()).toEqual(await store.place());
    // A copy of another history begins anew.
    await theirs.save([], { seq: 1, epoch: 'of another history' });
    await copyOnce();
    expect(await theirs.place()).toEqual(await store.place());
    const verified = () => python([PYTHON, 'verify', file]).catch(({ stdout }: { stdout: string }) => stdout);
    expect(await verified()).toBe('The copy equals the service.\n');
    const [company] = (await copied())[0]!;
    const id = String(company!['id']);
    const changed = [
      { kind: 'company', id, row: { ...company, name: 'Wrong' } },
      { kind: 'document', id: 'surplus', row: { id: 'surplus' } },
    ] as const;
    await theirs.save([...changed], undefined);
    const lines = [
      `company ${id}: changed, repaired`,
      'document surplus: surplus, repaired',
      'Repaired 2 records.',
    ];
    expect(await verified()).toBe(`${lines.join('\n')}\n`);
    expect(await verified()).toBe('The copy equals the service.\n');
    await theirs.close();
  });

  it('reads a list that changes meanwhile without repeating an item or losing one that stays', async () => {
    const EVENTS = { pagination: 'cursor', page_size: 5 } as const;
    const ids = async (onItem: (n: number) => Promise<unknown> = async () => undefined) => {
      const found: string[] = [];
      for await (const { event_id } of proxied.list('/api/v1/events/', EVENTS)) {
        found.push(event_id);
        await onItem(found.length);
      }
      return found;
    };
    const during = await ids(async (n) => n === 12 && (await ingest('delete companies airbnb.com')));
    expect(new Set(during).size).toBe(during.length);
    const after = await ids();
    expect(after.length).toBeLessThanOrEqual(during.length);
    expect(during).toEqual(expect.arrayContaining(after));
    await mirror({ client: direct, to: store });
  });

  it('reads lists without links to their end', async () => {
    const count = async (list: AsyncIterable<unknown>) => {
      let n = 0;
      for await (const _ of list) n++;
      return n;
    };
    const [slug, items] = ['fintech', '/api/v1/categories/{category_slug}/items/'] as const;
    const { total } = (await direct.get(items, { category_slug: slug })).pagination;
    const { seq } = await direct.get('/api/v1/changes/latest/');
    const { n: changes } = await db('changes').count({ n: '*' }).first<{ n: number }>();
    expect([total > 5, changes > 100, seq >= changes]).toEqual([true, true, true]);
    expect(await count(direct.list(items, { category_slug: slug, limit: 5 }))).toBe(total);
    expect(await count(direct.list('/api/v1/changes/'))).toBe(changes);
    const [companies] = await countsOf();
    expect(await count(direct.list('/api/v1/records/{kind}/', { kind: 'company', limit: 10 }))).toBe(
      companies,
    );
    if (!hasPython) return;
    const program = `import os, dossier_client as d
c = d.Client(os.environ['DOSSIER_URL'], os.environ['DOSSIER_KEY'])
print(len(list(c.list('${items}', category_slug='${slug}', limit=5))), len(list(c.list('/api/v1/changes/'))))`;
    expect(await python(['-c', program])).toBe(`${total} ${changes}\n`);
  });

  it('aborts a wait at once, and reports the page of a list that fails', async () => {
    const stop = new AbortController();
    const [url, key] = [`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, 'wrong'];
    const aborted = createClient({ url: 'http://127.0.0.1:1', key, signal: stop.signal });
    const waiting = aborted.get('/api/v1/changes/latest/');
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(waiting).rejects.toThrow('enough');
    const first = createClient({ url, key, tries: 12, longestWaitMs: 20 }).list('/api/v1/documents').next();
    await expect(first).rejects.toMatchObject({ status: 401, page: `${url}/api/v1/documents` });
  });

  it('keeps equal copies in a folder, in SQLite and in Postgres', async () => {
    const postgres = await createTestDatabase('postgres', { migrated: false });
    const hasSqlite = Number(process.versions.node.split('.')[0]) >= 22;
    const addresses = [`folder:${join(folder, 'copy')}`, postgres.url];
    if (hasSqlite) addresses.push(`sqlite:${join(folder, 'other.db')}`);
    try {
      for (const address of addresses) {
        const to = await openStore(address);
        await mirror({ client: direct, to });
        const rows: Row[] = [];
        for await (const row of to.rows('event')) rows.push(row);
        const ours: Row[] = [];
        for await (const row of store.rows('event')) ours.push(row);
        expect(rows).toEqual(ours);
        const [event] = rows;
        const id = String(event!['event_id']);
        await to.save([{ kind: 'event', id, row: undefined }], undefined);
        expect(await verify({ client: direct, to })).toEqual([{ kind: 'event', id, difference: 'missing' }]);
        expect(await verify({ client: direct, to })).toEqual([]);
        const { categories } = await direct.company({ company_domain: 'stripe.com', fields: ['categories'] });
        const category = categories[0]!.id;
        const found = await to.companiesOf(category);
        expect(found.length).toBeGreaterThan(0);
        expect(found.sort()).toEqual((await store.companiesOf(category)).sort());
        await to.close();
      }
    } finally {
      await postgres.close();
    }
  });

  it('rejects the next query after a lost connection of Postgres', async () => {
    const postgres = await createTestDatabase('postgres', { migrated: false });
    const to = await openStore(postgres.url);
    try {
      await postgres.db.raw(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      const failure = () => to.place().then(() => '', String);
      expect(await until(failure)).toMatch(/connection/);
    } finally {
      await to.close();
      await postgres.close();
    }
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

  it('begins again after a restore, and stops if a new beginning does not help', async () => {
    await store.save([], { seq: 1, epoch: 'of another history' });
    await mirror({ client: proxied, to: store });
    expect((await copied()).map((rows) => rows.length)).toEqual(await countsOf());

    // Without a snapshot of the restored state, the records are read from the API.
    const epochOf = () => db('database_mark').first<{ epoch: string }>('epoch');
    const { epoch } = await epochOf();
    const restored = '6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11';
    await db('database_mark').update({ epoch: restored });
    expect(await mirror({ client: direct, to: store })).toMatchObject({ epoch: restored });
    expect((await copied()).map((rows) => rows.length)).toEqual(await countsOf());

    await db('database_mark').update({ epoch });
    const { seq } = (await direct.newestSnapshot())!;
    await db('changes')
      .where('seq', '<=', seq + 1)
      .delete();
    await expect(mirror({ client: direct, to: store })).rejects.toThrow('not kept');
  });
});
