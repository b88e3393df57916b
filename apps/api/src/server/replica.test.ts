import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  committedIn,
  ensureOrganization,
  generateApiKey,
  noteChanges,
  openDatabase,
  registerApiKey,
  revokeApiKey,
  write,
  type Db,
} from '@dossier/store';
import { startPostgres, startStandby, type TestPostgres } from '@dossier/store/testing';
import { diagnose } from '../admin/doctor.ts';
import { readConfig } from '../config.ts';
import { openLogger } from '../logger.ts';
import { startServer, type RunningServer } from './server.ts';
import { insertCompany, insertDataset } from '../testing/fixtures.ts';

type Json = Record<string, unknown>;
interface ReplicaCheck {
  ok: boolean;
  detail?: string;
  lag_seconds?: number;
}

describe('a service with a streaming standby in DATABASE_READ_URL', () => {
  let primary: TestPostgres;
  let standby: TestPostgres;
  let db: Db;
  let onStandby: Db;
  let folder: string;
  let server: RunningServer;
  let company: number;
  let dataset: { dataset_id: number };
  const key = generateApiKey();
  const lines: Json[] = [];

  const envOf = (more: Record<string, string>) => ({
    ...{ PORT: '0', ADMIN_PORT: '0', DRAIN_SECONDS: '0', ANSWER_CACHE_MB: '0' },
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
    ...more,
  });
  const start = (more: Record<string, string> = {}) =>
    startServer(
      readConfig(envOf(more)),
      openLogger('info', { write: (line: string) => void lines.push(JSON.parse(line) as Json) }),
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-replica-'));
    primary = await startPostgres({ isDurable: true });
    standby = await startStandby(primary);
    server = await start();
    db = openDatabase(primary.url);
    onStandby = openDatabase(standby.url, { pool: 1 });
    await registerApiKey(db, key, await ensureOrganization(db, 'House', 'Platforms'));
    company = await insertCompany(db, { domain: 'acme.com', slug: 'acme', name: 'First' });
    dataset = await insertDataset(db, { company_id: company, name: 'Revenue' });
    await rename('Second');
  });
  afterAll(async () => {
    await server.stop();
    await db.destroy();
    await onStandby.destroy();
    await standby.stop();
    await primary.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Renames the company as a load does. `meanwhile` runs before the commit. */
  const rename = (name: string, meanwhile: () => Promise<void> = async () => {}) =>
    write(db, async (trx, now) => {
      await trx('companies').where({ id: company }).update({ name, updated_at: now });
      const record = { op: 'upsert' as const, kind: 'company', record: company, key: ['acme.com'] };
      await noteChanges(trx, now, [{ ...record, companies: [company], fields: ['name'] }]);
      await meanwhile();
    });
  const authorization = `Token ${key}`;
  /** Sends a request until it is not rejected because the machine is busy. */
  async function send(path: string, init: RequestInit = {}, to = server): Promise<Response> {
    for (;;) {
      const response = await fetch(to.url + path, { headers: { authorization }, ...init });
      if (response.status !== 503) return response;
      await response.text();
    }
  }
  const nameNow = async (to = server): Promise<string> => {
    const response = await send('/api/v1/companies/acme', {}, to);
    expect(response.status).toBe(200);
    return ((await response.json()) as { company: { name: string } }).company.name;
  };
  const check = async () => {
    const ready = await fetch(`${server.adminUrl()}/ready`);
    const { status, checks } = (await ready.json()) as { status: string; checks: { replica: ReplicaCheck } };
    return { code: ready.status, status, ...checks.replica };
  };
  const checkUntil = async (isOk: boolean) => {
    for (;;) {
      const found = await check();
      if (found.ok === isOk) return found;
      await sleep(20);
    }
  };
  /** Waits until the check reports this problem. The replica may be behind before it is unavailable. */
  const checkUntilDetail = async (problem: RegExp) => {
    for (;;) {
      const found = await check();
      if (problem.test(found.detail ?? '')) return found;
      await sleep(20);
    }
  };
  /** Waits until the standby has everything, and answers reads. */
  const caughtUp = async () => {
    const { rows } = await db.raw<{ rows: [{ lsn: string }] }>('select pg_current_wal_insert_lsn() as lsn');
    // Without a commit, Postgres writes the end of its log only some time later.
    await db.raw('select pg_switch_wal()');
    const shown = () =>
      onStandby
        .raw<{ rows: [{ shown: boolean }] }>('select pg_last_wal_replay_lsn() >= ? as shown', [rows[0].lsn])
        .then((answer) => answer.rows[0].shown);
    while (!(await shown())) await sleep(10);
    return checkUntil(true);
  };
  const reads = async (database: string): Promise<number> => {
    const text = await (await fetch(`${server.adminUrl()}/metrics`)).text();
    const series = `dossier_replica_reads_total{database="${database}"} `;
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.slice(series.length) ?? 0,
    );
  };
  const replicaFindings = async (env: Record<string, string> = {}) => {
    const { findings } = await diagnose(envOf(env));
    return findings.filter((each) => each.check === 'replica');
  };

  it('reads from the standby, and reads a change that the standby lacks from the primary', async () => {
    expect(await caughtUp()).toMatchObject({ code: 200, ok: true, lag_seconds: 0 });
    await onStandby.raw('select pg_wal_replay_pause()');
    try {
      // Without the change log, nothing shows that the standby lacks this.
      await db('companies').where({ id: company }).update({ name: 'Unlogged' });
      while ((await nameNow()) !== 'Second');
      expect(await reads('replica')).toBeGreaterThan(0);
      // A list that is sent in pieces comes from the primary: nothing could repeat it elsewhere once it has begun.
      expect(await (await send('/api/v1/companies')).text()).toContain('"Unlogged"');
      await rename('Third');
      expect(await nameNow()).toBe('Third');
      const found = await checkUntilDetail(/^The read replica is behind, so the primary answers reads\. /);
      expect(found).toMatchObject({ code: 200, status: 'degraded', ok: false });
      expect(found).toHaveProperty('lag_seconds');
    } finally {
      await onStandby.raw('select pg_wal_replay_resume()');
    }
    await checkUntil(true);
    expect(await nameNow()).toBe('Third');
  });

  it('writes to the primary, and finds there what the standby lacks', async () => {
    await caughtUp();
    await onStandby.raw('select pg_wal_replay_pause()');
    try {
      const put = await send('/api/v1/embed/charts', {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ data: [{ dataset_id: dataset.dataset_id }] }),
      });
      expect(put.status).toBe(201);
      const { data } = (await put.json()) as { data: { embed_html: string } };
      const page = new URL(/src="([^"]+)"/.exec(data.embed_html)![1]!.replaceAll('&amp;', '&'));
      expect((await send(page.pathname)).status).toBe(200);
      // A key that the standby does not know, and one that it does not know to be revoked.
      const known = await db('api_keys').pluck<string[]>('id');
      const other = generateApiKey();
      await registerApiKey(db, other, await ensureOrganization(db, 'Other', 'Platforms'));
      const headers = { authorization: `Token ${other}` };
      expect((await send('/api/v1/companies/acme', { headers })).status).toBe(200);
      const [id] = await db('api_keys').whereNotIn('id', known).pluck<string[]>('id');
      expect(await revokeApiKey(db, id!)).toBe(true);
      expect((await send('/api/v1/companies/acme', { headers })).status).toBe(401);
    } finally {
      await onStandby.raw('select pg_wal_replay_resume()');
    }
  });

  it.each([['0'], ['8']])(
    'never returns an older name than the last one, with a cache of %s MB',
    async (size) => {
      const other = await start({ ANSWER_CACHE_MB: size });
      try {
        for (let i = 0; i < 10; i++) {
          await rename(`Name ${i}`);
          expect([await nameNow(other), await nameNow(other)]).toEqual([`Name ${i}`, `Name ${i}`]);
        }
      } finally {
        await other.stop();
      }
    },
  );

  it('knows what a standby shows, whose snapshots do not list the transactions in progress', async () => {
    const committed = committedIn(onStandby);
    const note = "select pg_logical_emit_message(true, 'test', '')";
    const earlier = await db.transaction();
    try {
      await earlier.raw(note);
      let before = 0;
      await rename('Name 9', async () => {
        await db.raw(note);
        await caughtUp();
        for (let i = 0; i < 3; i++) before = (await committed()).seq;
      });
      await caughtUp();
      expect((await committed()).seq).toBe(before + 1);
    } finally {
      await earlier.rollback();
    }
  });

  it('answers from the primary while the standby is suspended, and from the standby when it continues', async () => {
    await checkUntil(true);
    standby.signal('SIGSTOP');
    try {
      const names = await Promise.all([1, 2, 3, 4].map(() => nameNow()));
      expect(names).toEqual(Array(4).fill('Name 9'));
      const found = await checkUntilDetail(/It does not answer\. Start it, or correct DATABASE_READ_URL\.$/);
      expect(found).toMatchObject({ code: 200, status: 'degraded', ok: false });
      expect(await nameNow()).toBe('Name 9');
    } finally {
      standby.signal('SIGCONT');
    }
    await checkUntil(true);
  });

  it('answers from the primary while the standby is down, and from the standby after a restart', async () => {
    await standby.kill();
    expect(await nameNow()).toBe('Name 9');
    await checkUntil(false);
    expect(await replicaFindings()).toMatchObject([
      { level: 'warning', remedy: 'Start the read replica, or correct DATABASE_READ_URL.' },
    ]);
    await rename('Fourth');
    await standby.restart();
    await checkUntil(true);
    const before = await reads('replica');
    while ((await reads('replica')) === before) expect(await nameNow()).toBe('Fourth');
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, status: expect.any(String) }));
  });

  it('doctor recognizes a standby, an address of several servers, and a server that is not a standby', async () => {
    await checkUntil(true);
    expect(await replicaFindings()).toMatchObject([{ level: 'ok' }]);
    expect(await replicaFindings({ DATABASE_READ_URL: primary.url })).toMatchObject([
      { level: 'warning', message: expect.stringMatching(/is not a standby/) },
    ]);
    const balancer = await alternating([standby.url, primary.url]);
    const url = new URL(standby.url);
    url.port = String((balancer.address() as AddressInfo).port);
    // Otherwise the question whether the server offers TLS would go to the standby.
    url.search = 'sslmode=disable';
    expect(await replicaFindings({ DATABASE_READ_URL: url.href })).toMatchObject([
      { level: 'warning', message: expect.stringMatching(/several servers/) },
    ]);
    await new Promise((resolve) => balancer.close(resolve));
  });

  it('answers from the primary once the standby is promoted', async () => {
    await checkUntil(true);
    await onStandby.raw('select pg_promote()');
    await onStandby('companies').update({ name: 'Elsewhere' });
    await rename('Fifth');
    expect(await checkUntilDetail(/It is not a standby/)).toMatchObject({ code: 200, status: 'degraded' });
    expect(await nameNow()).toBe('Fifth');
    expect(await replicaFindings()).toMatchObject([{ message: expect.stringMatching(/is not a standby/) }]);
  });
});

it('rejects a DATABASE_READ_URL without Postgres', () => {
  const DATABASE_READ_URL = 'postgres://replica.example/dossier';
  expect(() => readConfig({ DATABASE_READ_URL })).toThrow(
    /DATABASE_READ_URL needs a DATABASE_URL of Postgres/,
  );
  expect(() => readConfig({ DATABASE_READ_URL: 'sqlite:a.db' })).toThrow(/DATABASE_READ_URL is invalid/);
  const config = readConfig({ DATABASE_URL: 'postgres://primary.example/dossier', DATABASE_READ_URL });
  expect(config.databaseReadUrl).toBe(DATABASE_READ_URL);
});

/** Starts a server that passes its connections to these servers in turn. */
async function alternating(urls: string[]): Promise<Server> {
  let count = 0;
  const server = createServer((socket) => {
    const { hostname, port } = new URL(urls[count++ % urls.length]!);
    const other = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
