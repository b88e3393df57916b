import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { fromSource, until } from '@dossier/shared/testing';
import type { Engine } from '@dossier/store/testing';
import { temporaryDatabase, temporaryFolder, withDefer, type Defer } from '../defer.ts';
import { quantile } from '../figures.ts';
import type { Target } from '../http.ts';
import type { Arrival, Phase, Stream } from './client.ts';
import { usualTargets, worstTargets } from './targets.ts';
import { startApi } from '../servers.ts';
import { fillDatabase, makeKey } from '../speed/fill.ts';
import { countsOf } from '../speed/rows.ts';

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

/** A prime number, so that each organization sends every kind of request. */
const ORGANIZATIONS = 41;
/** The connections of a rate, of the overload, and of the rate that follows: together fewer than the API accepts. */
const CONNECTIONS = { usual: 200, overload: 1500, after: 400 };
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
/** A request is early if it is sent more than this before it is due. */
const EARLY_MS = 1;
/** The highest priority of a process on Linux. */
const HIGHEST = -20;

/** Sends the requests of streams for this number of seconds. */
type Run = <Name extends string>(
  streams: Record<Name, Stream>,
  seconds: number,
) => Promise<Record<Name, Arrival[]>>;

/** Measures the API within and beyond its capacity. */
export const measureOverload = (options: OverloadOptions) =>
  withDefer(async (defer) => {
    options.onPhase?.('filling the database');
    const requests = await startService(options, defer);
    return measure(requests, await startClient(defer), options);
  });

/** Starts the API on a new database. Returns requests to it. */
async function startService({ rows, engine, settings }: OverloadOptions, defer: Defer) {
  const counts = countsOf(rows);
  const { db, url: databaseUrl } = await temporaryDatabase(engine, defer);
  await fillDatabase(db, counts);
  const worstKey = await makeKey(db);
  const keys = Array.from({ length: ORGANIZATIONS }, (_, i) => makeKey(db, `Partner ${i}`));
  // Cached answers would cost nothing, and there would be more of them each second. All other settings are those of
  // `serve`, except that nothing limits how many requests a key may send.
  const { url } = await startApi(
    {
      DATABASE_URL: databaseUrl,
      SEARCH_URL: `sqlite:${join(temporaryFolder(defer), 'search.db')}`,
      ADMIN_PORT: '0',
      ANSWER_CACHE_MB: '0',
      MAX_IN_FLIGHT_PER_CALLER: '8',
      ...settings,
    },
    defer,
  );
  const search = async () => ((await (await fetch(`${url}/ready`)).json()) as { search?: string }).search;
  await until(search, { holds: (state) => state === 'ready' });
  return {
    live: { url: `${url}/live`, headers: {} },
    usual: usualTargets(url, counts, await Promise.all(keys)),
    worst: worstTargets(url, counts, worstKey),
  };
}

/**
 * Starts the client: a process in its own session, which Linux schedules apart from the servers. Its times contain its own
 * waits for a core, so it gets a higher priority if that is allowed.
 */
async function startClient(defer: Defer): Promise<Run> {
  const child = fork(join(import.meta.dirname, 'client.ts'), {
    detached: true,
    execArgv: fromSource,
    serialization: 'advanced',
    // Flags of this process, such as those of a test runner, would change the result.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'exit');
  defer(() => {
    child.kill();
    return ended;
  });
  try {
    setPriority(child.pid!, Math.max(HIGHEST, getPriority() - 5));
  } catch {
    // Only root may raise a priority.
  }
  return async (streams, seconds) => {
    child.send({ streams, seconds } satisfies Phase);
    return ((await once(child, 'message')) as [never])[0];
  };
}

async function measure(
  { live, usual, worst }: Record<'usual' | 'worst', Target[]> & { live: Target },
  run: Run,
  { rows, engine, seconds, times, worst: open, atLeast = 0, onPhase = () => {} }: OverloadOptions,
) {
  const short = (phase: keyof typeof SHORT) => Math.min(SHORT[phase], seconds);
  /** Returns requests at a rate, whether or not responses come. */
  const arriving = (perSecond: number, connections = CONNECTIONS.usual): Stream => ({
    targets: usual,
    perSecond,
    connections,
  });
  const waiting = async (connections: number) =>
    (await run({ all: { targets: usual, connections } }, short('capacity'))).all;

  onPhase('capacity');
  let capacity = 0;
  for (let tries = 0; tries < WARM_TRIES; tries++) {
    const before = capacity;
    capacity = Math.max(before, accepted(await waiting(CLIENTS)).length / short('capacity'));
    if (capacity < before * WARM) break;
  }
  const perSecond = Math.max(atLeast, capacity * times);
  onPhase(`${CALLERS.join(' and ')} callers`);
  const callers: { count: number; statuses: Statuses }[] = [];
  for (const count of CALLERS) callers.push({ count, statuses: statusesOf(await waiting(count)) });
  onPhase('half the capacity');
  const { calm } = await run({ calm: arriving(capacity / 2) }, seconds);
  onPhase(`${times} times the capacity, then half`);
  const over = await run(
    {
      flood: { ...arriving(perSecond, CONNECTIONS.overload), seconds },
      live: { targets: [live], perSecond: LIVE_PER_SECOND, connections: LIVE_PER_SECOND, seconds },
      after: { ...arriving(capacity / 2, CONNECTIONS.after), starts: seconds },
    },
    seconds + short('after'),
  );
  onPhase('the worst questions alone');
  const { each } = await run({ each: { targets: worst, connections: 1 } }, short('worst'));
  onPhase('a quarter of the capacity');
  const { alone } = await run({ alone: arriving(capacity / 4) }, seconds);
  onPhase('during the worst questions');
  const caller = { targets: worst, connections: open };
  const beside = await run({ others: arriving(capacity / 4), caller }, seconds);

  const { flood } = over;
  const late = flood.map((arrival) => arrival.late);
  const usualTimes = timesOf(accepted(calm));
  return {
    ...{ engine, rows, seconds },
    /** The most requests per second that are answered. */
    capacity,
    /** Half the capacity. */
    usual: usualTimes,
    usualStatuses: statusesOf(calm),
    /** Callers that each wait for their response before they send the next request. */
    callers,
    overload: {
      perSecond,
      statuses: statusesOf(flood),
      /** How many requests should have been sent, and how many were, and how many of them before they were due. */
      sending: {
        wanted: Math.floor(perSecond * seconds),
        sent: flood.length,
        early: late.filter((ms) => ms < -EARLY_MS).length,
        late: summaryOf(late),
      },
      // Without the client's wait for a free connection.
      accepted: timesOf(accepted(flood), 'sent'),
      rejected: timesOf(
        flood.filter(({ status }) => status === 503),
        'sent',
      ),
    },
    /** `/live` during the overload. */
    live: { statuses: statusesOf(over.live), times: timesOf(over.live) },
    /** Half the capacity, from the end of the overload. */
    after: { statuses: statusesOf(over.after), seconds: recoveryOf(over.after, usualTimes.p99) },
    /** Others at a quarter of the capacity, alone and next to the caller with the worst questions. */
    beside: {
      alone: timesOf(accepted(alone)),
      others: timesOf(accepted(beside.others)),
      othersStatuses: statusesOf(beside.others),
      caller: statusesOf(beside.caller),
      /** Until that caller's questions are answered, alone and one at a time. */
      worst: timesOf(accepted(each)),
    },
  };
}

const accepted = (arrivals: Arrival[]) => arrivals.filter(({ status }) => status === 200);

type Statuses = Record<number, number>;

/** Counts responses by status. */
function statusesOf(arrivals: Arrival[]): Statuses {
  const counts: Statuses = {};
  for (const { status } of arrivals) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Returns how long responses took since their requests were due, or since they were sent. */
const timesOf = (arrivals: Arrival[], since: 'due' | 'sent' = 'due') =>
  summaryOf(arrivals.map(({ took, late }) => (since === 'due' ? took : took - late)));

/** Summarizes times, in milliseconds. */
const summaryOf = (times: number[]) => ({
  count: times.length,
  ...{ median: quantile(times, 0.5), p99: quantile(times, 0.99), p999: quantile(times, 0.999) },
  max: quantile(times, 1),
});

/** Returns the seconds after which no quarter of a second had more than 1% of rejected or slow requests. */
function recoveryOf(arrivals: Arrival[], usual: number): number {
  // The recovery ends with the first normal bucket.
  for (let from = 0; ; from += BUCKET_MS) {
    const all = arrivals.filter(({ dueAt }) => dueAt >= from && dueAt < from + BUCKET_MS);
    const slow = all.filter(({ status, took }) => status !== 200 || took > 2 * usual);
    if (slow.length <= all.length * 0.01) return from / 1000;
  }
}
