import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { runProgram, startProgram } from './program.ts';

/** How long each service runs; the long form runs two for ten minutes together. */
const SECONDS = Number(process.env['RUNTIME_SECONDS'] ?? 4);
const WORKERS = process.env['RUNTIME_SECONDS'] === undefined ? [2] : [1, 2];
const CLIENTS = 4;
const COMPANIES = 100;
/** Makes a program collect all garbage, again and again, and once more when it ends. */
const COLLECTING = `--expose-gc --import data:text/javascript,setInterval(gc,100).unref();process.on('exit',gc)`;

let database: TestDatabase;
let folder: string;
let settings: Record<string, string>;
const key = generateApiKey();
beforeAll(async () => {
  database = await createTestDatabase('sqlite');
  await registerApiKey(database.db, key, await ensureOrganization(database.db, 'House', 'Platforms'));
  folder = mkdtempSync(join(tmpdir(), 'dossier-runtime-'));
  settings = {
    DATABASE_URL: database.url,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
    NODE_OPTIONS: COLLECTING,
    PORT: '0',
    ADMIN_PORT: 'off',
    DRAIN_SECONDS: '0',
    RATE_LIMITS: 'off',
    REQUEST_LIMITS: 'off',
    // Forced collections and a busy machine are no reason for a 503.
    STATEMENT_SECONDS: '60',
    MAX_IN_FLIGHT_PER_CALLER: '100',
    ANSWER_CACHE_MB: '0',
    LOG_LEVEL: 'warn',
  };
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes companies whose descriptions differ from those of the turn before. */
function writeCompanies(turn: number): string {
  const file = join(folder, 'companies.ndjson');
  const rows = Array.from({ length: COMPANIES }, (_, i) => {
    const name = `Company ${i}`;
    return { domain: `c${i}.example`, name, type: 'private', slug: `c${i}`, description: `Turn ${turn}` };
  });
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return file;
}

it.each(WORKERS)('survives garbage collections under load and loads, workers: %d', async (workers) => {
  const load = async (turn: number) => {
    const path = writeCompanies(turn);
    for (const args of [['load', 'companies', path], ['status']])
      expect(await runProgram(['ingest', ...args], settings)).toMatchObject({ code: 0, stderr: '' });
  };
  await load(0);
  const program = startProgram(['serve'], { ...settings, LOG_LEVEL: 'info', WORKERS: String(workers) });
  const address = () => /"url":"(http[^"]+)"/.exec(program.stdout())?.[1];
  while (!address() && program.process.exitCode === null) await sleep(20);

  const until = Date.now() + SECONDS * 1000;
  let [isStopping, isOver] = [false, false];
  let answers = 0;
  const wrong: unknown[] = [];
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
  const client = async (first: number) => {
    for (let turn = first; !isOver; turn++) {
      const path = [`companies/c${turn % COMPANIES}`, 'companies/rankings/?limit=50', 'search/'][turn % 3]!;
      const search = { method: 'POST', body: JSON.stringify({ query: `company ${turn % COMPANIES}` }) };
      try {
        const options = { headers, ...(path === 'search/' && search) };
        const response = await fetch(`${address()}/api/v1/${path}`, options);
        if (response.status !== 200) wrong.push([path, response.status, await response.text()]);
        else await response.arrayBuffer();
        answers++;
      } catch (error) {
        // The service stops while requests are open, and their statements too.
        if (!isStopping) wrong.push([path, error]);
        else return;
      }
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)));
  try {
    const isShort = () => Date.now() < until || answers <= CLIENTS;
    for (let turn = 1; isShort() && program.process.exitCode === null; turn++) await load(turn);
    isStopping = true;
    program.process.kill('SIGTERM');
    expect([await program.ended, program.stderr()]).toEqual([0, '']);
    expect(program.stdout()).not.toContain('a worker exited unexpectedly');
  } finally {
    isOver = true;
    program.process.kill('SIGKILL');
    await clients;
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(answers).toBeGreaterThan(CLIENTS);
});
