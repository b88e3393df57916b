import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureOrganization, generateApiKey, registerApiKey, type Db } from '@dossier/store';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import {
  arrive,
  CONNECTIONS,
  insistently,
  outcomeOf,
  send,
  statusesOf,
  type Arrival,
  type Outcome,
} from './overload-arrivals.ts';
import type { Target } from './speed-ask.ts';
import { fillDatabase, fillSearch } from './speed-fill.ts';
import { questionsOf } from './speed-questions.ts';
import { countsOf, type Counts } from './speed-rows.ts';
import { startApi, type Server } from './speed-servers.ts';

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
  /** Requests per second of 16 clients. */
  capacity: number;
  /** Half the capacity. */
  usual: Outcome;
  overload: { perSecond: number; statuses: Record<number, number>; accepted: Outcome; rejected: Outcome };
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
const CLIENTS = 16;
const isAccepted = (status: number) => status === 200;

/** Fills a database, starts the API, and measures it within and beyond its capacity. */
export async function measureOverload(options: OverloadOptions): Promise<OverloadResult> {
  const { rows, engine, settings, onPhase = () => {} } = options;
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
    const own = { MAX_IN_FLIGHT_PER_CALLER: '8', ...settings };
    const server = await startApi(database.url, searchUrl, own);
    ends.push(server.stop);
    const usual = keys.flatMap((key, place) => {
      const named = USUAL[place % USUAL.length]!;
      return targetsOf(server, counts, [named], key);
    });
    return await measure(server, usual, targetsOf(server, counts, WORST, worstKey), options, onPhase);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function measure(
  server: Server,
  usual: Target[],
  worst: Target[],
  { rows, engine, seconds, worst: open, atLeast = 0 }: OverloadOptions,
  onPhase: (phase: string) => void,
): Promise<OverloadResult> {
  onPhase('capacity');
  // Opens all connections, and warms the program up.
  await insistently(usual, CONNECTIONS, AbortSignal.timeout(Math.max(1, seconds / 4) * 1000));
  const capable = await insistently(usual, CLIENTS, AbortSignal.timeout(seconds * 500));
  const capacity = capable.filter(({ status }) => isAccepted(status)).length / (seconds / 2);

  onPhase('half the capacity');
  const calm = await arrive(usual, capacity / 2, seconds);
  onPhase('five times the capacity');
  const watched = new AbortController();
  const live = watch(`${server.url}/live`, watched.signal);
  const perSecond = Math.max(atLeast, capacity * 5);
  const flood = await arrive(usual, perSecond, seconds);
  watched.abort();
  const lives = await live;
  onPhase('after the overload');
  const after = await arrive(usual, capacity / 2, seconds);

  onPhase('a quarter of the capacity');
  const alone = await arrive(usual, capacity / 4, seconds);
  onPhase('during the worst questions');
  const stop = new AbortController();
  const caller = insistently(worst, open, stop.signal);
  const others = await arrive(usual, capacity / 4, seconds);
  stop.abort();

  const usualOutcome = outcomeOf(calm, isAccepted);
  return {
    engine,
    rows,
    seconds,
    capacity,
    usual: usualOutcome,
    overload: {
      perSecond,
      statuses: statusesOf(flood),
      accepted: outcomeOf(flood, isAccepted),
      rejected: outcomeOf(flood, (status) => status === 503),
    },
    live: { statuses: statusesOf(lives), max: outcomeOf(lives, () => true).max },
    after: { statuses: statusesOf(after), seconds: recoveryOf(after, usualOutcome.p99) },
    beside: {
      alone: outcomeOf(alone, isAccepted),
      others: outcomeOf(others, isAccepted),
      othersStatuses: statusesOf(others),
      caller: statusesOf(await caller),
    },
  };
}

/** Asks for an address ten times a second, on a connection of its own. */
async function watch(url: string, until: AbortSignal): Promise<Arrival[]> {
  const target: Target = { url, method: 'GET', headers: {} };
  const all: Arrival[] = [];
  const own = new Agent({ keepAlive: true });
  while (!until.aborted) {
    all.push(await send(target, 0, own));
    await sleep(100);
  }
  own.destroy();
  return all;
}

/** Returns the first second from which every later one is normal: no rejection, and at most twice the usual p99. */
function recoveryOf(arrivals: Arrival[], usual: number): number {
  const late = arrivals.filter(({ status, took }) => !isAccepted(status) || took > 2 * usual);
  const seconds = new Map<number, number>();
  for (const { sentAt } of late) {
    const second = Math.floor(sentAt / 1000);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  const each = arrivals.length / Math.max(1, Math.ceil(arrivals.at(-1)!.sentAt / 1000));
  const abnormal = [...seconds].filter(([, count]) => count > each * 0.01).map(([second]) => second);
  // Only the seconds without a gap from the beginning belong to the recovery.
  let first = 0;
  while (abnormal.includes(first)) first += 1;
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
