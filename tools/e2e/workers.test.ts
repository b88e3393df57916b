import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, noteChanges, registerApiKey, write } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { runProgram, startProgram, type Program } from './program.ts';

type Line = { msg: string; pid: number; id?: string; url?: string; admin_url?: string; workers?: number[] };
interface Ready {
  status: string;
  checks: { workers: { ok: boolean; detail?: string } };
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const COMMITS = 10;
const CLIENTS = 4;
const LIMIT = 5;

const settingsOf = (folder: string, url: string) => ({
  DATABASE_URL: url,
  SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
  PORT: '0',
  WORKERS: '2',
  // A busy machine is no reason for a 503.
  STATEMENT_SECONDS: '60',
});

const linesOf = (program: Program) =>
  program
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

/** Waits until a function returns something. @throws if the program exits first */
async function until<T>(program: Program, find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (program.process.exitCode !== null)
      throw new Error(`serve has exited: ${program.stdout()}${program.stderr()}`);
    await sleep(20);
  }
}

const lineOf = (program: Program, fits: (line: Line) => boolean) =>
  until(program, () => linesOf(program).find(fits));

describe.each(engines)('several workers on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let program: Program;
  let url: string;
  let admin: string;
  const [key, limitedKey, lastKey] = [generateApiKey(), generateApiKey(), generateApiKey()];
  /** An agent of each worker, with a connection that stays open. */
  let agents: [Agent, Agent];

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'dossier-workers-'));
    const settings = settingsOf(folder, database.url);
    const file = join(folder, 'companies.ndjson');
    writeFileSync(file, '{"domain":"acme.com","name":"Acme","type":"private","slug":"acme"}\n');
    expect(await runProgram(['ingest', 'load', 'companies', file], settings)).toMatchObject({ code: 0 });
    // The service fills it again.
    if (engine === 'sqlite')
      for (const name of readdirSync(folder).filter((each) => each.startsWith('search.db')))
        rmSync(join(folder, name));
    await registerApiKey(database.db, key, await ensureOrganization(database.db, 'House', 'Platforms'));
    const other = await ensureOrganization(database.db, 'Other', 'Funds');
    await registerApiKey(database.db, limitedKey, other);
    await registerApiKey(database.db, lastKey, await ensureOrganization(database.db, 'Last', 'Platforms'));
    program = startProgram(['serve'], {
      ...settings,
      ADMIN_PORT: '0',
      // It is not a standby, so it answers nothing, and the checks report it.
      ...(engine === 'postgres' && { DATABASE_READ_URL: database.url }),
      // Long enough for a last response of each client on a busy machine.
      DRAIN_SECONDS: '10',
      RATE_LIMITS: `Funds=${LIMIT}/3600`,
      REQUEST_LIMITS: 'off',
    });
    url = (await lineOf(program, ({ msg }) => msg === 'listening')).url!;
    admin = (await lineOf(program, ({ admin_url }) => admin_url !== undefined)).admin_url!;
  });
  afterAll(async () => {
    for (const agent of agents) agent.destroy();
    program.process.kill('SIGKILL');
    await program.ended;
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (path: string, agent?: Agent, token = key): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Token ${token}` };
      request(url + path, { agent, headers }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
      })
        .on('error', reject)
        .end();
    });
  const statusOf = async (path: string, agent?: Agent, token?: string) =>
    (await get(path, agent, token)).status;
  const workers = () =>
    linesOf(program)
      .filter((line) => line.workers !== undefined)
      .at(-1)!.workers!;
  /** Returns the process that answered, by its log line. */
  const workerOf = async ({ headers }: Answer) =>
    (await lineOf(program, ({ id }) => id === headers['request-id'])).pid;
  const metric = async (name: string) => {
    const text = await (await fetch(`${admin}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length));
  };
  /** Waits until the metrics count so many answers. On a busy machine, a worker may report late. */
  const counted = (answers: number) =>
    until(program, async () => ((await metric(ANSWERED)) === answers ? true : undefined));
  /** Waits until the check of the workers has this result. Returns all of `/ready`. */
  const readyWhen = (fits: (check: { ok: boolean; detail?: string }) => boolean) =>
    until(program, async () => {
      const ready = (await (await fetch(`${admin}/ready`)).json()) as Ready;
      return fits(ready.checks.workers) ? ready : undefined;
    });
  const ANSWERED = 'dossier_http_requests_total{operation="getCompany",status="200"}';

  it('share one port, and each gets every second connection', async () => {
    expect(workers()).toHaveLength(2);
    const found = new Map<number, Agent>();
    while (found.size < 2) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const pid = await workerOf(await get('/api/v1/companies/acme', agent));
      if (found.has(pid)) agent.destroy();
      else found.set(pid, agent);
    }
    agents = [...found.values()] as typeof agents;
    expect(new Set(found.keys())).toEqual(new Set(workers()));
  });

  it('search an index that the primary fills, once for all', async () => {
    const found = (agent: Agent) =>
      until(program, async () => {
        const { status, body } = await get('/api/v1/search/suggest/?q=ac', agent);
        return status === 200 ? body : undefined;
      });
    for (const agent of agents) expect(await found(agent)).toContain('Acme');
    const filled = linesOf(program).filter(({ msg }) => msg.startsWith('The search index is missing'));
    expect(filled).toHaveLength(engine === 'sqlite' ? 1 : 0);
  });

  it('return what another process has committed, whichever worker answers', async () => {
    const company = await database.db('companies').first<{ id: number }>('id');
    const stale: unknown[] = [];
    for (let i = 1; i <= COMMITS; i++) {
      const description = `Commit ${i}`;
      await write(database.db, async (trx, now) => {
        await trx('companies').update({ description });
        await noteChanges(trx, now, [
          { op: 'upsert', kind: 'company', record: 1, key: ['x'], companies: [company.id], fields: null },
        ]);
      });
      // The first of them answers the second request from its cache.
      for (const agent of [agents[i % 2]!, agents[i % 2]!, agents[(i + 1) % 2]!]) {
        const { body } = await get('/api/v1/companies/acme', agent);
        if (!body.includes(description)) stale.push([i, body]);
      }
    }
    expect(stale).toEqual([]);
  });

  it('share the limits of an organization', async () => {
    const ask = (agent: Agent) => statusOf('/api/v1/documents', agent, limitedKey);
    const stored = (used: number) =>
      until(program, async () => {
        const [sum] = await database.db('limit_windows').where('key', 'like', '%Other').pluck('used');
        return Number(sum) === used ? true : undefined;
      });
    for (let i = 0; i < LIMIT; i++) expect(await ask(agents[0])).toBe(200);
    await stored(LIMIT);
    // The other worker learns of them when it shares its first request.
    expect(await ask(agents[1])).toBe(200);
    await stored(LIMIT + 1);
    expect([await ask(agents[0]), await ask(agents[1])]).toEqual([429, 429]);
  });

  it('are replaced when they crash, and the admin port reports on all of them', async () => {
    await counted((await answered()).length);
    expect(await readyWhen(({ ok }) => ok)).toMatchObject({
      status: engine === 'postgres' ? 'degraded' : 'ready',
      checks: {
        search: { ok: true },
        workers: { ok: true, wanted: 2, answering: 2 },
        ...(engine === 'postgres' && {
          replica: { ok: false, detail: expect.stringContaining('It is not a standby') },
        }),
      },
    });
    expect((await fetch(`${admin}/live`)).status).toBe(200);
    const before = workers();
    process.kill(before[0]!, 'SIGSTOP');
    const hung = await readyWhen(({ detail = '' }) => detail.endsWith(`kill -9 ${before[0]}`));
    expect(hung).toMatchObject({ status: 'degraded', checks: { workers: { wanted: 2, answering: 1 } } });
    process.kill(before[0]!, 'SIGKILL');
    await lineOf(program, ({ msg }) => msg === 'a worker exited unexpectedly');
    expect(await statusOf('/api/v1/companies/acme')).toBe(200);
    await lineOf(program, ({ msg }) => msg === 'a worker was replaced');
    const [kept, replaced] = workers();
    expect([kept, before.includes(replaced!)]).toEqual([before[1], false]);
    const pids = [await workerOf(await get('/api/v1/companies/acme')), kept, replaced];
    while (new Set(pids.slice(2)).size < 2) pids.push(await workerOf(await get('/api/v1/companies/acme')));
    // The requests of the worker that was killed still count.
    await counted((await answered()).length);
    await readyWhen(({ ok }) => ok);
    expect([await metric('dossier_workers'), await metric('dossier_worker_exits_total')]).toEqual([2, 1]);
  });

  /** Returns the log lines of requests for the company, when no other process will write one. */
  async function answered(): Promise<Line[]> {
    const { headers } = await get('/api/v1/companies/acme');
    await lineOf(program, ({ id }) => id === headers['request-id']);
    return linesOf(program).filter((line) => 'operation' in line && line.operation === 'getCompany');
  }

  it('answer every request when they drain, and exit with 0', async () => {
    for (const agent of agents) agent.destroy();
    let [sent, draining] = [0, 0];
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        sent += 1;
        const { status, headers } = await get('/api/v1/companies/acme', agent, lastKey);
        expect(status).toBe(200);
        // Load balancers then send their next request elsewhere.
        if (headers.connection === 'close') break;
      }
      draining += 1;
      agent.destroy();
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await until(program, () => (sent > 20 * CLIENTS ? true : undefined));
    // systemd and terminals send signals to workers too. They go on until the primary stops them.
    for (const pid of workers()) process.kill(pid, 'SIGTERM');
    const reached = sent;
    await until(program, () => (sent > reached + 20 * CLIENTS ? true : undefined));
    expect(draining).toBe(0);
    program.process.kill('SIGTERM');
    await Promise.all(clients);
    expect((await fetch(`${admin}/ready`)).status).toBe(503);
    expect(await program.ended).toBe(0);
    // Both stored their counts, at the same moment.
    const usage = await database
      .db('usage_operations')
      .where({ organization: 'Last' })
      .sum({ n: 'requests' });
    expect(Number(usage[0]!['n'])).toBe(sent);
  });
});

describe('workers that cannot run', () => {
  it('end the service with one line: before it listens, or when they exit over and over', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-workers-'));
    const settings = { ...settingsOf(folder, `sqlite:${join(folder, 'a.db')}`), ADMIN_PORT: 'off' };
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    try {
      expect(await runProgram(['serve'], { ...settings, PORT: String(port) })).toMatchObject({
        code: 1,
        stderr: `Port ${port} is taken. Choose another one with PORT.\n`,
      });
      const program = startProgram(['serve'], settings);
      const killed = new Set<number>();
      await lineOf(program, ({ msg }) => msg === 'listening');
      let ended = false;
      void program.ended.then(() => (ended = true));
      while (!ended) {
        for (const pid of linesOf(program).flatMap(({ workers = [] }) => workers)) {
          if (killed.has(pid)) continue;
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
        await sleep(20);
      }
      expect([await program.ended, program.stderr()]).toEqual([
        1,
        'Workers exited 5 times, each within a minute of a start, so the service stops. The log states the reason.\n',
      ]);
      expect(killed.size).toBe(5);
    } finally {
      taken.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
