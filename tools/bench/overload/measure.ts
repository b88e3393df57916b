import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { groupBy } from '@dossier/shared';
import { fromSource } from '@dossier/shared/testing';
import type { Engine } from '@dossier/store/testing';
import { withDefer, type Defer } from '../defer.ts';
import { quantile } from '../figures.ts';
import type { Arrival, Phase, Stream } from './client.ts';
import { usualTargets, worstTargets } from './targets.ts';
import { makeKey } from '../speed/fill.ts';
import { apiOf } from '../speed/measure.ts';
import { countsOf } from '../speed/rows.ts';

export interface OverloadOptions {
  rows: number;
  engine: Engine;
  /** The length of each phase. */
  seconds: number;
  /** The rate of the overload: this many times the capacity. */
  times: number;
  /** The least rate of the overload, for short runs, which find too small a capacity. */
  atLeast?: number;
  onPhase?: (phase: string) => void;
}

/** A prime number, so that each organization sends every kind of request. */
const ORGANIZATIONS = 41;
/** The connections of a rate, of the overload, and of the rate that follows: together fewer than the API accepts. */
const CONNECTIONS = { usual: 200, overload: 1500, after: 400 };
/** Enough to keep the API and the database busy, and few enough that no request waits long enough to be rejected. */
const CLIENTS = 12;
/** How many requests the caller with the worst questions keeps open. */
const CLIENTS_WORST = 60;
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
type Run = (streams: Record<string, Stream>, seconds: number) => Promise<Record<string, Arrival[]>>;

/** Measures the API within and beyond its capacity. Returns the capacity, and a summary of each stream of requests. */
export const measureOverload = (options: OverloadOptions) =>
  withDefer(async (defer) => {
    const { rows, engine, seconds, times, atLeast = 0, onPhase = () => {} } = options;
    onPhase('filling the database');
    const { live, usual, worst } = await startService(options, defer);
    const run = await startClient(defer);
    const streams: Record<string, Summary> = {};
    /** Runs streams and stores their summaries. Returns the arrivals of the last stream. */
    const phase = async (sent: Record<string, Stream>, length = seconds): Promise<Arrival[]> => {
      onPhase(Object.keys(sent).join(', '));
      const arrived = await run(sent, length);
      for (const [name, arrivals] of Object.entries(arrived)) streams[name] = summaryOf(arrivals);
      return Object.values(arrived).at(-1)!;
    };
    const short = (name: keyof typeof SHORT) => Math.min(SHORT[name], seconds);
    /** Callers that each wait for their response before they send the next request. */
    const waiting = (connections: number, targets = usual): Stream => ({ targets, connections });

    let capacity = 0;
    for (let tries = 0; tries < WARM_TRIES; tries++) {
      const before = capacity;
      await phase({ capacity: waiting(CLIENTS) }, short('capacity'));
      capacity = Math.max(before, streams['capacity']!.accepted.count / short('capacity'));
      if (capacity < before * WARM) break;
    }
    /** Requests at a share of the capacity, whether or not responses come. */
    const arriving = (share: number): Stream => ({
      ...{ targets: usual, perSecond: capacity * share, connections: CONNECTIONS.usual },
    });
    for (const count of CALLERS) await phase({ [`${count} callers`]: waiting(count) }, short('capacity'));
    await phase({ half: arriving(1 / 2) });
    const perSecond = Math.max(atLeast, capacity * times);
    const overload = { targets: usual, perSecond, connections: CONNECTIONS.overload, seconds };
    const alive = { targets: [live], perSecond: LIVE_PER_SECOND, connections: LIVE_PER_SECOND, seconds };
    const afterwards = { ...arriving(1 / 2), connections: CONNECTIONS.after, starts: seconds };
    const after = await phase({ overload, live: alive, after: afterwards }, seconds + short('after'));
    await phase({ 'the worst questions alone': waiting(1, worst) }, short('worst'));
    await phase({ quarter: arriving(1 / 4) });
    await phase({
      'quarter next to the worst': arriving(1 / 4),
      'the worst questions': waiting(CLIENTS_WORST, worst),
    });
    return {
      ...{ engine, rows, seconds, capacity, streams },
      /** The requests of the overload that were due. */
      wanted: Math.floor(perSecond * seconds),
      /** The time after the overload until half the capacity is as fast as before. */
      recovery: recoveryOf(after, streams['half']!.accepted.p99),
    };
  });

/** Starts the API on a new database. Returns requests to it. */
async function startService({ rows, engine }: OverloadOptions, defer: Defer) {
  // As in `serve`, except that no answers are cached and nothing limits how many requests a key may send.
  const settings = { ADMIN_PORT: '0', MAX_IN_FLIGHT_PER_CALLER: '8' };
  const { url, db, key: worstKey } = await apiOf(rows, { engine }, defer, settings);
  const keys = Array.from({ length: ORGANIZATIONS }, (_, i) => makeKey(db, `Partner ${i}`));
  const counts = countsOf(rows);
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
    return ((await once(child, 'message')) as [Record<string, Arrival[]>])[0];
  };
}

type Summary = ReturnType<typeof summaryOf>;

/** Summarizes the responses of a stream. Times are in milliseconds since a request was due, or since it was sent. */
function summaryOf(arrivals: Arrival[]) {
  const of = (status: number) => arrivals.filter((arrival) => arrival.status === status);
  const sinceSent = ({ took, late }: Arrival) => took - late;
  const late = arrivals.map((arrival) => arrival.late);
  return {
    statuses: Object.fromEntries(
      [...groupBy(arrivals, ({ status }) => status)].map(([status, all]) => [status, all.length]),
    ) as Record<string, number>,
    accepted: timesOf(of(200).map(({ took }) => took)),
    acceptedSinceSent: timesOf(of(200).map(sinceSent)),
    rejectedSinceSent: timesOf(of(503).map(sinceSent)),
    late: timesOf(late),
    /** How many were sent before they were due. */
    early: late.filter((ms) => ms < -EARLY_MS).length,
  };
}

const timesOf = (times: number[]) => ({
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
