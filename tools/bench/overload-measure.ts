import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureOrganization, generateApiKey, registerApiKey, type Db } from '@dossier/store';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { outcomeOf, startClient, statusesOf, type Client, type Outcome } from './overload-arrivals.ts';
import type { Arrivals, Stream } from './overload-client.ts';
import { ask, type Target } from './speed-ask.ts';
import { fillDatabase, fillSearch } from './speed-fill.ts';
import { questionsOf } from './speed-questions.ts';
import { countsOf, type Counts } from './speed-rows.ts';
import { startApi, startBareHttp, type Server } from './speed-servers.ts';

export interface OverloadOptions {
  rows: number;
  engine: Engine;
  /** The length of each phase. */
  seconds: number;
  /** How many requests the caller with the worst questions keeps open. */
  worst: number;
  /** The least rate of the overload, for short runs, which find too small a capacity. */
  atLeast?: number;
  /** Settings of the API. */
  settings?: Record<string, string>;
  onPhase?: (phase: string) => void;
}

/** What one database showed. */
export interface OverloadResult {
  engine: Engine;
  rows: number;
  seconds: number;
  /** The most requests per second that are answered. */
  capacity: number;
  /** Half the capacity. */
  usual: Outcome;
  overload: {
    perSecond: number;
    statuses: Record<number, number>;
    /** How long it took to send them, in seconds. */
    elapsed: number;
    accepted: Outcome;
    rejected: Outcome;
    clientDelay: number;
  };
  /** A server that returns stored bytes, at the same rates. */
  bare: { usual: Outcome; overload: Outcome };
  /** `/live` during the overload. */
  live: { statuses: Record<number, number>; max: number };
  /** Half the capacity, from the end of the overload. */
  after: { statuses: Record<number, number>; seconds: number };
  /** Others at a quarter of the capacity, alone and beside the caller with the worst questions. */
  beside: {
    alone: Outcome;
    others: Outcome;
    othersStatuses: Record<number, number>;
    caller: Record<number, number>;
    /** Milliseconds until that caller's questions are answered, alone and one at a time. */
    worst: Outcome;
  };
}

/** Questions of ordinary use. */
const USUAL = [
  'company by slug',
  'company by domain',
  'documents of a company',
  'news of a company',
  'metrics of a company',
  'events of a company',
  'filings of a company',
];
/** Questions that read the most rows. */
const WORST = [
  'items of the large category',
  'companies that changed',
  'news of 200 companies',
  'metrics of a base, 200 companies',
  'events of 200 companies',
  'events by number',
];
const ORGANIZATIONS = 40;
const CONNECTIONS = 100;
const CLIENTS = 32;
/** The program is warm when its speed rises by less than this share, or after this many tries. */
const WARM = 1.05;
const WARM_TRIES = 6;
const LIVE_PER_SECOND = 10;
const isAccepted = (status: number) => status === 200;

/** A database and the API, with ordinary requests and the worst ones. */
export interface Service {
  server: Server;
  usual: Target[];
  worst: Target[];
}

/** Fills a database, starts the API and the client, runs the work with them, and stops everything afterwards. */
export async function withService<T>(
  { rows, engine, settings, onPhase = () => {} }: OverloadOptions,
  work: (service: Service, client: Client) => Promise<T>,
): Promise<T> {
  const ends: (() => Promise<void> | void)[] = [];
  try {
    onPhase('filling the database');
    const counts = countsOf(rows);
    const database = await createTestDatabase(engine);
    ends.push(() => database.close());
    const folder = mkdtempSync(join(tmpdir(), 'dossier-overload-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const searchUrl = `sqlite:${join(folder, 'search.db')}`;
    const worstKey = await fillDatabase(database.db, counts);
    await fillSearch(database.db, searchUrl, { ...counts, documents: 1 });
    const keys = await keysOf(database.db);
    // The keys of the bench send more requests than those of partners. All other settings are those of `serve`.
    const server = await startApi(database.url, searchUrl, { MAX_IN_FLIGHT_PER_CALLER: '8', ...settings });
    ends.push(server.stop);
    const client = await startClient();
    ends.push(() => client.stop());
    const usual = keys.flatMap((key, place) => {
      const named = USUAL[place % USUAL.length]!;
      return targetsOf(server, counts, [named], key);
    });
    return await work({ server, usual, worst: targetsOf(server, counts, WORST, worstKey) }, client);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Measures the API within and beyond its capacity. */
export const measureOverload = (options: OverloadOptions): Promise<OverloadResult> =>
  withService(options, (service, client) => measure(service, client, options));

/** Warms the program up, and returns the most requests per second that it answers. */
export async function capacityOf({ usual }: Service, client: Client, seconds: number): Promise<number> {
  let best = 0;
  for (let tries = 0; tries < WARM_TRIES; tries++) {
    const { all } = await client.run({ all: { targets: usual, connections: CLIENTS } }, seconds);
    const capacity = outcomeOf(all, isAccepted).count / seconds;
    if (capacity < best * WARM) return Math.max(best, capacity);
    best = capacity;
  }
  return best;
}

async function measure(
  service: Service,
  client: Client,
  { rows, engine, seconds, worst: open, atLeast = 0, onPhase = () => {} }: OverloadOptions,
): Promise<OverloadResult> {
  const { server, usual, worst } = service;
  const arriving = (perSecond: number, targets = usual): Stream => ({
    targets,
    perSecond,
    connections: CONNECTIONS,
  });
  onPhase('capacity');
  const capacity = await capacityOf(service, client, seconds / 2);
  const perSecond = Math.max(atLeast, capacity * 5);

  onPhase('half the capacity');
  const { calm } = await client.run({ calm: arriving(capacity / 2) }, seconds);
  onPhase('five times the capacity');
  const live: Stream = {
    targets: [{ url: `${server.url}/live`, method: 'GET', headers: {} }],
    connections: 1,
    perSecond: LIVE_PER_SECOND,
  };
  const over = await client.run({ flood: arriving(perSecond), live }, seconds);
  onPhase('after the overload');
  const { after } = await client.run({ after: arriving(capacity / 2) }, seconds);

  onPhase('the worst questions alone');
  const { each } = await client.run({ each: { targets: worst, connections: 1 } }, seconds / 2);
  onPhase('a quarter of the capacity');
  const { alone } = await client.run({ alone: arriving(capacity / 4) }, seconds);
  onPhase('during the worst questions');
  const beside = await client.run(
    { others: arriving(capacity / 4), caller: { targets: worst, connections: open } },
    seconds,
  );
  onPhase('a bare server');
  const bare = await measureBare(usual, client, { usual: capacity / 2, overload: perSecond }, seconds);

  const usualOutcome = outcomeOf(calm, isAccepted);
  return {
    engine,
    rows,
    seconds,
    capacity,
    usual: usualOutcome,
    overload: {
      perSecond,
      statuses: statusesOf(over.flood),
      elapsed: over.flood.elapsed,
      accepted: outcomeOf(over.flood, isAccepted),
      rejected: outcomeOf(over.flood, (status) => status === 503),
      clientDelay: over.clientDelay,
    },
    bare,
    live: { statuses: statusesOf(over.live), max: outcomeOf(over.live, () => true).max },
    after: { statuses: statusesOf(after), seconds: recoveryOf(after, usualOutcome.p99) },
    beside: {
      alone: outcomeOf(alone, isAccepted),
      others: outcomeOf(beside.others, isAccepted),
      othersStatuses: statusesOf(beside.others),
      caller: statusesOf(beside.caller),
      worst: outcomeOf(each, isAccepted),
    },
  };
}

/** Measures a server that does nothing but return the same bytes, with the same client at the same rates. */
async function measureBare(
  usual: Target[],
  client: Client,
  rates: { usual: number; overload: number },
  seconds: number,
): Promise<{ usual: Outcome; overload: Outcome }> {
  const server = await startBareHttp();
  try {
    const targets: Target[] = [];
    for (const [place, target] of usual.entries()) {
      const url = `${server.url}/${place}`;
      await ask({ url, method: 'PUT', headers: {}, body: String(await ask(target)) });
      targets.push({ ...target, url });
    }
    const all = { targets, connections: CONNECTIONS };
    await client.run({ warm: all }, seconds / 2);
    const calm = await client.run({ calm: { ...all, perSecond: rates.usual } }, seconds);
    const { flood } = await client.run({ flood: { ...all, perSecond: rates.overload } }, seconds);
    return { usual: outcomeOf(calm.calm, isAccepted), overload: outcomeOf(flood, isAccepted) };
  } finally {
    await server.stop();
  }
}

/** Returns the first second from which every later one is normal: no rejection, and at most twice the usual p99. */
function recoveryOf({ statuses, took, sentAt }: Arrivals, usual: number): number {
  const [all, late] = [new Map<number, number>(), new Map<number, number>()];
  for (const [place, at] of sentAt.entries()) {
    const second = Math.floor(at / 1000);
    all.set(second, (all.get(second) ?? 0) + 1);
    if (!isAccepted(statuses[place]!) || took[place]! > 2 * usual)
      late.set(second, (late.get(second) ?? 0) + 1);
  }
  // Only the seconds without a gap from the beginning belong to the recovery.
  let first = 0;
  while ((late.get(first) ?? 0) > (all.get(first) ?? 0) * 0.01) first += 1;
  return first;
}

async function keysOf(db: Db): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < ORGANIZATIONS; i++) {
    const key = generateApiKey();
    await registerApiKey(db, key, await ensureOrganization(db, `Partner ${i}`, 'Platforms'));
    keys.push(key);
  }
  return keys;
}

function targetsOf({ url }: Server, counts: Counts, names: string[], key: string): Target[] {
  const questions = questionsOf(counts);
  return names.map((name) => {
    const { path } = questions.find((question) => question.name === name)!;
    return { url: `${url}/api/v1/${path}`, method: 'GET', headers: { authorization: `Token ${key}` } };
  });
}
