import { readFileSync } from 'node:fs';
import { freePort } from '@dossier/shared/testing';
import { ensureOrganization, generateApiKey, openDatabase, registerApiKey } from '@dossier/store';
import { ask, type Target } from './speed-ask.ts';
import { popularOf, startWriter, type Writer } from './speed-commits.ts';
import { WARM_UP, workInTurn, type Work } from './speed-cpu.ts';
import { apiOf, type Ends, type SpeedOptions } from './speed-measure.ts';
import { countsOf } from './speed-rows.ts';
import { startBare, type Server } from './speed-servers.ts';
import { COMPARED, comparedCells, markdown, slowestCell } from './speed-shares.ts';
import { randomFrom, zipfOf } from './speed-zipf.ts';

/** Requests for companies by Zipf's law, while another process commits changes of companies by the same law. */
interface Workload {
  name: string;
  /** The least share of a bare Express route's speed, for CPU and for requests a second. */
  bar: number;
  /** In megabytes; 0 keeps no answers. */
  cache: number;
  /** How many callers take turns. */
  keys: number;
}

interface WorkloadRow {
  name: string;
  bar: number;
  works: Record<'express' | 'ours', Work[]>;
  /** The share of kept answers; undefined without a cache. */
  hits: number | undefined;
  /** The memory of the server in megabytes, after the warm-up and after the last round. */
  memory: [number, number];
  /** Answers about companies that another process had changed before the request, and those with wrong content. */
  checked: number;
  wrong: number;
  commits: number;
}

const COMMITS_PER_SECOND = 10;
const CACHE_MB = 64;
const MOST_KEYS = 1_000;
const SEED = 1;

const workloads = (companies: number, callers: number): Workload[] => {
  const name = `company, Zipf over ${companies}, ${COMMITS_PER_SECOND} commits a second`;
  return [
    { name, bar: 0.8, cache: CACHE_MB, keys: 1 },
    { name: `${name}, ${callers} keys`, bar: 0.8, cache: CACHE_MB, keys: callers },
    { name: `${name}, no cache`, bar: 0.35, cache: 0, keys: 1 },
  ];
};

/** Measures our CPU and requests a second beside a bare Express route, while another process commits. */
export async function measureWorkloads(options: SpeedOptions, requests: number): Promise<WorkloadRow[]> {
  const [, rows] = options.rows;
  const { companies } = countsOf(rows);
  const ids = popularOf(companies);
  const ends: Ends = [];
  try {
    const { start, databaseUrl } = await apiOf(rows, options, ends);
    const express = await startBare();
    ends.push(express.stop);
    const keys = await registerKeys(databaseUrl, Math.min(MOST_KEYS, requests));
    const writer = startWriter({ databaseUrl, companies, perSecond: COMMITS_PER_SECOND });
    ends.push(writer.stop);
    await writer.begun;
    const measured: WorkloadRow[] = [];
    for (const workload of workloads(ids.length, keys.length).filter(({ name }) =>
      name.includes(options.only ?? ''),
    )) {
      const admin = `127.0.0.1:${await freePort()}`;
      const ours = await start({ ANSWER_CACHE_MB: String(workload.cache), ADMIN_PORT: admin.split(':')[1]! });
      const place = { ours, express, admin, ids, keys: keys.slice(0, workload.keys), writer };
      measured.push(await measure(workload, place, { requests, rounds: options.rounds }));
      await ours.stop();
    }
    return measured;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Registers API keys, each of an organization of its own. */
async function registerKeys(databaseUrl: string, count: number): Promise<string[]> {
  const db = openDatabase(databaseUrl);
  const keys: string[] = [];
  for (let i = 0; i < count; i++) {
    const key = generateApiKey();
    await registerApiKey(db, key, await ensureOrganization(db, `Bench ${i}`, 'Platforms'));
    keys.push(key);
  }
  await db.destroy();
  return keys;
}

interface Place {
  ours: Server;
  express: Server;
  /** The host and port of the metrics of `ours`. */
  admin: string;
  ids: number[];
  keys: string[];
  writer: Writer;
}

async function measure(
  { name, bar, cache }: Workload,
  { ours, express, admin, ids, keys, writer }: Place,
  load: { requests: number; rounds: number },
): Promise<WorkloadRow> {
  const count = (WARM_UP + load.rounds) * load.requests;
  let asked = 0;
  const idOf = new WeakMap<Target, number>();
  const targetOf = (id: number): Target => {
    const headers = { authorization: `Token ${keys[asked++ % keys.length]}` };
    const target: Target = { url: `${ours.url}/api/v1/companies/?id=${id}`, method: 'GET', headers };
    idOf.set(target, id);
    return target;
  };
  const pick = zipfOf(ids, randomFrom(SEED));
  // Made before the measurement, so that the client does little for a request. Those of the bare route are as many.
  const targets = Array.from({ length: count }, () => targetOf(pick()));
  const body = await ask(targets[0]!);
  const stored: Target = { url: `${express.url}/answer`, method: 'GET', headers: {} };
  await ask({ ...stored, method: 'PUT', body: body.toString() });
  if (!(await ask(stored)).equals(body)) throw new Error(`${name}: the bare program returns other bytes.`);
  const same = Array.from({ length: count }, () => ({ ...stored }));

  let [place, ordinary] = [0, 0];
  let changed: number[] = [];
  let before = await lookupsOf(admin);
  let early = 0;
  const works = await workInTurn(
    {
      express: { pid: express.pid, targets: () => same[place++ % count]!, onAnswer: () => {} },
      ours: {
        pid: ours.pid,
        // A company that has just changed is asked for at once.
        targets: () => {
          if (changed.length === 0) changed = writer.takeNew();
          const id = changed.pop();
          return id === undefined ? targets[ordinary++ % count]! : targetOf(id);
        },
        onAnswer: (target, answer, sent) => writer.note(idOf.get(target)!, answer, sent),
      },
    },
    load,
    async () => {
      before = await lookupsOf(admin);
      early = memoryOf(ours.pid);
    },
  );
  const after = await lookupsOf(admin);
  const [hits, misses] = [after.hit - before.hit, after.miss - before.miss];
  return {
    name,
    bar,
    works,
    memory: [early, memoryOf(ours.pid)],
    hits: cache > 0 ? hits / (hits + misses) : undefined,
    ...(await writer.check()),
  };
}

/** Returns the memory of a process in megabytes. Linux only. */
const memoryOf = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);

/** Returns how many answers were kept when they were asked for, and how many were not. */
async function lookupsOf(admin: string): Promise<{ hit: number; miss: number }> {
  const text = await (await fetch(`http://${admin}/metrics`)).text();
  const of = (outcome: string) =>
    Number(
      new RegExp(`^dossier_answer_cache_lookups_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(
        text,
      )?.[1] ?? 0,
    );
  return { hit: of('hit'), miss: of('miss') };
}

/** Returns the figures as a Markdown table. */
export const workloadsTable = (rows: WorkloadRow[]): string =>
  markdown(
    [
      'workload',
      ...COMPARED,
      'slowest 1 %: ours / Express',
      'hits',
      'MB',
      'commits',
      'checked',
      'stale or wrong',
    ],
    rows.map(({ name, bar, works, hits, memory, commits, checked, wrong }) => [
      name,
      ...comparedCells(works, bar),
      slowestCell(works.ours, works.express),
      hits === undefined ? '' : hits.toFixed(2),
      memory.join(' to '),
      commits,
      checked,
      wrong,
    ]),
  );
