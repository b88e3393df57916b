import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { skipMeilisearch, startMeilisearch, type RunningMeilisearch } from '@dossier/search/testing';
import { ensureOrganization, generateApiKey, openDatabase, registerApiKey } from '@dossier/store';
import { startPostgres, type TestPostgres } from '@dossier/store/testing';
import { runScript } from './program.ts';
import { startProgram, type Program } from './start-program.ts';

/** How long faults go on. The short form has each of them once. */
const SECONDS = Number(process.env['FAULTS_SECONDS'] ?? 0);
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const COMPANIES = 20;
const CLIENTS = 4;
const DAY_MS = 86_400_000;
/** A primary whose workers exit five times, each within a minute of a start, ends by design. */
const BETWEEN_KILLS_MS = 61_000;
/** Moves the clock of a program by the milliseconds in the file CLOCK. */
const MOVED_CLOCK = `--import data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  const Real = Date;
  const read = () => Number(readFileSync(process.env.CLOCK, 'utf8'));
  let offset = read();
  setInterval(() => (offset = read()), 50).unref();
  globalThis.Date = class extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + offset); }
    static now() { return Real.now() + offset; }
  };`)}`;

(skipMeilisearch ? describe.skip : describe)('a service with two workers, Postgres and Meilisearch', () => {
  let postgres: TestPostgres;
  let search: RunningMeilisearch;
  let program: Program;
  let folder: string;
  let settings: Record<string, string>;
  const key = generateApiKey();
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
  const address = () => /"url":"(http[^"]+)"/.exec(program.stdout())?.[1];
  /** The last revision that a load reported as stored, and the last one that a load began to write. */
  let [stored, begun] = [0, 0];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-faults-'));
    postgres = await startPostgres({ isDurable: true });
    search = await startMeilisearch();
    setClock(0);
    settings = {
      DATABASE_URL: postgres.url,
      SEARCH_URL: search.url,
      SEARCH_KEY: search.key,
      PORT: '0',
      ADMIN_PORT: 'off',
      DRAIN_SECONDS: '0',
      WORKERS: '2',
      LOG_LEVEL: 'info',
      RATE_LIMITS: 'Platforms=100000000/60',
    };
    expect(await runScript('ingest', ['migrate'], settings)).toMatchObject({ code: 0 });
    const db = openDatabase(postgres.url);
    await registerApiKey(db, key, await ensureOrganization(db, 'House', 'Platforms'));
    await db.destroy();
    await load();
    program = startProgram(['serve'], {
      ...settings,
      NODE_OPTIONS: MOVED_CLOCK,
      CLOCK: join(folder, 'clock'),
    });
    while (!address() && program.process.exitCode === null) await sleep(50);
    await recovered();
  });
  afterAll(async () => {
    program?.process.kill('SIGKILL');
    await search?.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const setClock = (offset: number) => writeFileSync(join(folder, 'clock'), String(offset));

  /** Loads the next revision of all companies. A load that fails stores all of it or nothing. */
  async function load(): Promise<void> {
    const revision = (begun += 1);
    const rows = Array.from({ length: COMPANIES }, (_, i) => ({
      domain: `c${i}.example`,
      name: `Company ${i}`,
      type: 'private',
      slug: `c${i}`,
      description: `Revision ${revision}`,
    }));
    const file = join(folder, `companies-${revision}.ndjson`);
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const { code } = await runScript('ingest', ['load', 'companies', file], settings);
    if (code === 0) stored = Math.max(stored, revision);
  }

  /** Asks for a company. Returns its revision, or the status of a 503, or undefined without a response. */
  async function ask(i: number): Promise<{ status: number; text: string; retry: string | null } | undefined> {
    try {
      const response = await fetch(`${address()}/api/v1/companies/c${i}/`, { headers });
      const text = await response.text();
      return { status: response.status, text, retry: response.headers.get('retry-after') };
    } catch {
      return undefined;
    }
  }

  /** Waits until the service answers requests and searches, and returns the milliseconds that it took. */
  async function recovered(): Promise<number> {
    const began = performance.now();
    const find = { method: 'POST', headers, body: JSON.stringify({ query: 'company 3' }) };
    for (;;) {
      const one = await ask(3);
      const found = await fetch(`${address()}/api/v1/search/`, find).catch(() => undefined);
      await found?.arrayBuffer();
      if (one?.status === 200 && found?.status === 200) return performance.now() - began;
      await sleep(50);
    }
  }

  const workers = (): number[] =>
    JSON.parse(`[${[...program.stdout().matchAll(/"workers":\[([\d,]+)\]/g)].at(-1)![1]}]`) as number[];

  /** The faults. Each lasts until its promise resolves. */
  const faults: Record<string, (pick: (most: number) => number) => Promise<void>> = {
    'the database is stopped and continues': async (pick) => {
      postgres.signal('SIGSTOP');
      await sleep(500 + pick(3000));
      postgres.signal('SIGCONT');
    },
    'the search server is stopped and continues': async (pick) => {
      process.kill(search.pid, 'SIGSTOP');
      await sleep(500 + pick(3000));
      process.kill(search.pid, 'SIGCONT');
    },
    'the database is killed and starts again': async () => {
      await postgres.kill();
      await postgres.restart();
    },
    'all connections to the database are lost': async () => {
      const db = openDatabase(postgres.url, { pool: 1 });
      await db
        .raw('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
        .catch(() => {});
      await db.destroy();
    },
    'a worker is killed': async (pick) => {
      const all = workers();
      const known = program.stdout().length;
      process.kill(all[pick(all.length)]!, 'SIGKILL');
      while (!program.stdout().slice(known).includes('a worker was replaced')) await sleep(20);
    },
    'the clock jumps a day ahead and back': async (pick) => {
      setClock(DAY_MS);
      await sleep(300 + pick(500));
      setClock(0);
    },
    'the clock jumps a day back and ahead': async (pick) => {
      setClock(-DAY_MS);
      await sleep(300 + pick(500));
      setClock(0);
    },
  };

  it('gives no wrong answer, loses no load, and recovers after random faults under load', async () => {
    let picked = 0;
    const pick = (most: number) =>
      createHash('sha256')
        .update(`${SEED} ${(picked += 1)}`)
        .digest()
        .readUInt32BE() % most;
    const wrong: unknown[] = [];
    const counts: Record<string, number> = {};
    let [isOver, mayBreak] = [false, false];
    const client = async (first: number) => {
      for (let turn = first; !isOver; turn += 1) {
        const least = stored;
        const couldBreak = mayBreak;
        const answer = await ask(turn % COMPANIES);
        const kind = answer === undefined ? 'no response' : String(answer.status);
        counts[kind] = (counts[kind] ?? 0) + 1;
        if (answer === undefined) {
          if (!couldBreak && !mayBreak) wrong.push('no response without a killed worker');
        } else if (answer.status === 503) {
          if (answer.retry === null) wrong.push(answer);
        } else {
          const revision = Number(/"Revision (\d+)"/.exec(answer.text)?.[1]);
          if (answer.status !== 200 || !(revision >= least && revision <= begun))
            wrong.push([least, begun, answer]);
        }
        await sleep(10);
      }
    };
    const writer = async () => {
      while (!isOver) {
        await load();
        await sleep(200);
      }
    };
    const others = Promise.all([writer(), ...Array.from({ length: CLIENTS }, (_, i) => client(i))]);
    const end = performance.now() + SECONDS * 1000;
    const took: Record<string, number> = {};
    const names = Object.keys(faults);
    let killable = 0;
    try {
      for (let round = 0; round < names.length || performance.now() < end; round += 1) {
        const name = round < names.length ? names[round]! : names[pick(names.length)]!;
        mayBreak = name === 'a worker is killed';
        if (mayBreak && performance.now() < killable) continue;
        if (mayBreak) killable = performance.now() + BETWEEN_KILLS_MS;
        process.stderr.write(`${name}\n`);
        await faults[name]!(pick);
        took[name] = Math.max(took[name] ?? 0, await recovered());
        mayBreak = false;
        await sleep(pick(500));
      }
    } finally {
      isOver = true;
      await others;
    }
    process.stderr.write(
      `${JSON.stringify({ seed: SEED, counts, loads: { begun, stored }, recoveredInMs: took })}\n`,
    );
    expect(wrong.slice(0, 3)).toEqual([]);
    await load();
    expect(stored).toBe(begun);
    await recovered();
    for (let i = 0; i < COMPANIES; i += 1) expect((await ask(i))?.text).toContain(`"Revision ${stored}"`);
    // A busy machine needs longer: only the long form measures.
    if (SECONDS > 0) expect(Math.max(...Object.values(took))).toBeLessThan(5000);
    program.process.kill('SIGTERM');
    expect([await program.ended, program.stderr()]).toEqual([0, '']);
  });
});
