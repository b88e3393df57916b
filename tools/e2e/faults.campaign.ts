import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { skipMeilisearch, startMeilisearch, type RunningMeilisearch } from '@dossier/search/testing';
import { ensureOrganization, generateApiKey, openDatabase, registerApiKey } from '@dossier/store';
import { startPostgres, startStandby, type TestPostgres } from '@dossier/store/testing';
import { faultsOf, KILLED, mountDisk, MOVED_CLOCK, type Disk } from './faults.ts';
import { runProgram, startProgram, type Program } from './program.ts';

/** How long faults go on. The short form has each of them once. */
const SECONDS = Number(process.env['FAULTS_SECONDS'] ?? 0);
const SEED = Number(process.env['TEST_SEED'] ?? 1);
const COMPANIES = 20;
const CLIENTS = 4;
/** The longest time until the service answers again after a fault, and the longest load, in milliseconds. */
const RECOVERY_MS = 5000;
const LOAD_MS = 180_000;
(skipMeilisearch ? describe.skip : describe)(
  'a service with two workers, Postgres with a standby, and Meilisearch',
  () => {
    let postgres: TestPostgres;
    let standby: TestPostgres;
    let disk: Disk | undefined;
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
      disk = mountDisk();
      const { TMPDIR } = process.env;
      if (disk) process.env['TMPDIR'] = disk.path;
      postgres = await startPostgres({ isDurable: true });
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
      standby = await startStandby(postgres);
      search = await startMeilisearch();
      writeFileSync(join(folder, 'clock'), '0');
      settings = {
        DATABASE_URL: postgres.url,
        DATABASE_READ_URL: standby.url,
        SEARCH_URL: search.url,
        SEARCH_KEY: search.key,
        PORT: '0',
        ADMIN_PORT: 'off',
        DRAIN_SECONDS: '0',
        WORKERS: '2',
        LOG_LEVEL: 'info',
        RATE_LIMITS: 'Platforms=100000000/60',
        REQUEST_LIMITS: 'off',
        // The default of the service.
        STATEMENT_SECONDS: '5',
      };
      expect(await runProgram(['ingest', 'migrate'], settings)).toMatchObject({ code: 0 });
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
      await standby?.stop();
      await postgres?.stop();
      disk?.unmount();
      rmSync(folder, { recursive: true, force: true });
    });

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
      const ended = runProgram(['ingest', 'load', 'companies', file], settings);
      const result = await Promise.race([ended, sleep(LOAD_MS, undefined, { ref: false })]);
      if (!result) throw new Error(`The load of revision ${revision} does not end.`);
      if (result.code === 0) stored = Math.max(stored, revision);
    }

    /** Asks for a company. Returns its revision, or the status of a 503, or undefined without a response. */
    async function ask(
      i: number,
    ): Promise<{ status: number; text: string; retry: string | null } | undefined> {
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
      const recoveries: { name: string; ms: number; load: number }[] = [];
      const clock = join(folder, 'clock');
      const faults = faultsOf({ postgres, standby, search, program, disk, clock, pick });
      const names = Object.keys(faults) as (keyof typeof faults)[];
      try {
        for (let round = 0; round < names.length || performance.now() < end; round += 1) {
          const name = round < names.length ? names[round]! : names[pick(names.length)]!;
          mayBreak = name === KILLED;
          const isPossible = (await faults[name]()) !== false;
          if (isPossible) recoveries.push({ name, ms: Math.round(await recovered()), load: loadavg()[0]! });
          mayBreak = false;
          if (SECONDS > 0 && isPossible) process.stderr.write(`${JSON.stringify(recoveries.at(-1))}\n`);
          await sleep(pick(500));
        }
      } finally {
        isOver = true;
        await others;
      }
      const late = recoveries.filter(({ ms }) => ms > RECOVERY_MS);
      process.stderr.write(
        `${JSON.stringify({ seed: SEED, counts, loads: { begun, stored }, faults: recoveries.length, late })}\n`,
      );
      expect(wrong.slice(0, 3)).toEqual([]);
      await load();
      expect(stored).toBe(begun);
      await recovered();
      for (let i = 0; i < COMPANIES; i += 1) expect((await ask(i))?.text).toContain(`"Revision ${stored}"`);
      // A busy machine needs longer.
      expect(late.filter(({ load }) => load < availableParallelism())).toEqual([]);
      program.process.kill('SIGTERM');
      expect([await program.ended, program.stderr()]).toEqual([0, '']);
    });
  },
);
