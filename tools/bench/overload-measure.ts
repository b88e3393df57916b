import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import {
  outcomeOf,
  sendingOf,
  sinceSent,
  startClient,
  statusesOf,
  type Client,
  type Outcome,
  type Sending,
} from './overload-arrivals.ts';
import type { Arrivals, Stream } from './overload-client.ts';
import { usualTargets, worstTargets } from './overload-targets.ts';
import type { Target } from './connection.ts';
import { fillDatabase, makeKey } from './speed-fill.ts';
import { countsOf } from './speed-rows.ts';
import { startApi, type Server } from './speed-servers.ts';

export interface OverloadOptions {
  rows: number;
  engine: Engine;
  /** The length of each phase. */
  seconds: number;
  /** The rate of the overload: this many times the capacity. */
  times: number;
  /** How many requests the caller with the worst questions keeps open. */
  worst: number;
  /** The least rate of the overload, for short runs, which find too small a capacity. */
  atLeast?: number;
  /** Settings of the API. */
  settings?: Record<string, string>;
  onPhase?: (phase: string) => void;
}

/** The result on one database. */
export interface OverloadResult {
  engine: Engine;
  rows: number;
  seconds: number;
  /** The most requests per second that are answered. */
  capacity: number;
  /** Half the capacity. */
  usual: Outcome;
  usualStatuses: Record<number, number>;
  /** Callers that each wait for their response before they send the next request. */
  callers: { count: number; statuses: Record<number, number> }[];
  overload: {
    perSecond: number;
    statuses: Record<number, number>;
    sending: Sending;
    accepted: Outcome;
    rejected: Outcome;
  };
  /** `/live` during the overload. */
  live: { statuses: Record<number, number>; times: Outcome };
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

/** A prime number, so that each organization sends every kind of request. */
const ORGANIZATIONS = 41;
/** The connections that a rate begins with, and the most. */
const CONNECTIONS = { connections: 200, most: 1500 };
/** The most of the rate that follows, while the others are still open: all are fewer than the API accepts. */
const MOST_AFTER = 400;
/** Enough to keep the API and the database busy, and few enough that no request waits long enough to be rejected. */
const CLIENTS = 12;
/** The program is warm when its speed rises by less than this share, or after this many tries. */
const WARM = 1.05;
const WARM_TRIES = 6;
/** The callers that wait for their responses. */
const CALLERS = [16, 32];
const LIVE_PER_SECOND = 20;
/** The longest durations of some phases, in seconds. */
const SHORT = { capacity: 10, after: 15, worst: 10 };
/** Recovery is measured in buckets of this length. */
const BUCKET_MS = 250;
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
    await fillDatabase(database.db, counts);
    const worstKey = await makeKey(database.db);
    const keys = await Promise.all(
      Array.from({ length: ORGANIZATIONS }, (_, i) => makeKey(database.db, `Partner ${i}`)),
    );
    // Cached answers would cost nothing, and there would be more of them each second. All other settings are those of
    // `serve`, except that nothing limits how many requests a key may send.
    const server = await startApi(database.url, searchUrl, {
      ADMIN_PORT: '0',
      ANSWER_CACHE_MB: '0',
      MAX_IN_FLIGHT_PER_CALLER: '8',
      ...settings,
    });
    ends.push(server.stop);
    const client = await startClient();
    ends.push(() => client.stop());
    const usual = usualTargets(server.url, counts, keys);
    await isFilled(server);
    return await work({ server, usual, worst: worstTargets(server.url, counts, worstKey) }, client);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Measures the API within and beyond its capacity. */
export const measureOverload = (options: OverloadOptions): Promise<OverloadResult> =>
  withService(options, (service, client) => measure(service, client, options));

/** Returns requests at a rate, whether or not responses come. */
export const arriving = (targets: Target[], perSecond: number): Stream => ({
  targets,
  perSecond,
  ...CONNECTIONS,
});

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
  { rows, engine, seconds, times, worst: open, atLeast = 0, onPhase = () => {} }: OverloadOptions,
): Promise<OverloadResult> {
  const { server, usual, worst } = service;
  const short = (phase: keyof typeof SHORT) => Math.min(SHORT[phase], seconds);
  onPhase('capacity');
  const capacity = await capacityOf(service, client, short('capacity'));
  const perSecond = Math.max(atLeast, capacity * times);

  onPhase(`${CALLERS.join(' and ')} callers`);
  const callers: OverloadResult['callers'] = [];
  for (const connections of CALLERS) {
    const { all } = await client.run({ all: { targets: usual, connections } }, short('capacity'));
    callers.push({ count: connections, statuses: statusesOf(all) });
  }
  onPhase('half the capacity');
  const { calm } = await client.run({ calm: arriving(usual, capacity / 2) }, seconds);
  onPhase(`${times} times the capacity, then half`);
  const live: Stream = {
    targets: [{ url: `${server.url}/live`, method: 'GET', headers: {} }],
    connections: 1,
    most: LIVE_PER_SECOND,
    perSecond: LIVE_PER_SECOND,
  };
  const over = await client.run(
    {
      flood: { ...arriving(usual, perSecond), seconds },
      live: { ...live, seconds },
      after: { ...arriving(usual, capacity / 2), connections: 0, most: MOST_AFTER, starts: seconds },
    },
    seconds + short('after'),
  );

  onPhase('the worst questions alone');
  const { each } = await client.run({ each: { targets: worst, connections: 1 } }, short('worst'));
  onPhase('a quarter of the capacity');
  const { alone } = await client.run({ alone: arriving(usual, capacity / 4) }, seconds);
  onPhase('during the worst questions');
  const beside = await client.run(
    { others: arriving(usual, capacity / 4), caller: { targets: worst, connections: open } },
    seconds,
  );

  const usualOutcome = outcomeOf(calm, isAccepted);
  return {
    engine,
    rows,
    seconds,
    capacity,
    usual: usualOutcome,
    usualStatuses: statusesOf(calm),
    callers,
    overload: {
      perSecond,
      statuses: statusesOf(over.flood),
      sending: sendingOf(over.flood),
      accepted: outcomeOf(sinceSent(over.flood), isAccepted),
      rejected: outcomeOf(sinceSent(over.flood), (status) => status === 503),
    },
    live: { statuses: statusesOf(over.live), times: outcomeOf(over.live, () => true) },
    after: { statuses: statusesOf(over.after), seconds: recoveryOf(over.after, usualOutcome.p99) },
    beside: {
      alone: outcomeOf(alone, isAccepted),
      others: outcomeOf(beside.others, isAccepted),
      othersStatuses: statusesOf(beside.others),
      caller: statusesOf(beside.caller),
      worst: outcomeOf(each, isAccepted),
    },
  };
}

/** Returns the seconds after which no quarter of a second had more than 1% of rejected or slow requests. */
function recoveryOf({ statuses, took, dueAt }: Arrivals, usual: number): number {
  const [all, late] = [new Map<number, number>(), new Map<number, number>()];
  const count = (counts: Map<number, number>, place: number) =>
    counts.set(place, (counts.get(place) ?? 0) + 1);
  for (const [place, at] of dueAt.entries()) {
    const bucket = Math.floor(at / BUCKET_MS);
    count(all, bucket);
    if (!isAccepted(statuses[place]!) || took[place]! > 2 * usual) count(late, bucket);
  }
  // The recovery ends with the first normal bucket.
  let first = 0;
  while ((late.get(first) ?? 0) > (all.get(first) ?? 0) * 0.01) first += 1;
  return (first * BUCKET_MS) / 1000;
}

/** Returns once the API has filled its search index. */
async function isFilled({ url }: Server): Promise<void> {
  const state = async () => ((await (await fetch(`${url}/ready`)).json()) as { search?: string }).search;
  while ((await state()) !== 'ready') await sleep(100);
}
