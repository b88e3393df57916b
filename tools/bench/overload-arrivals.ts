import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { fromSource } from '@dossier/shared/testing';
import { quantile } from './options.ts';
import type { Arrivals, Phase, Stream } from './overload-client.ts';

/** The highest priority of a process on Linux. */
const HIGHEST = -20;
/** A request is early if it is sent more than this before it is due, in milliseconds. */
const EARLY_MS = 1;

/** The process that sends requests. */
export interface Client {
  /** Sends the streams for this number of seconds. */
  run<Name extends string>(streams: Record<Name, Stream>, seconds: number): Promise<Record<Name, Arrivals>>;
  stop(): Promise<void>;
}

/**
 * Starts the client: a process in its own session, which Linux schedules apart from the servers. Its times contain its own
 * waits for a core, so it gets a higher priority if that is allowed.
 */
export async function startClient(): Promise<Client> {
  const child = spawn(
    process.execPath,
    [...fromSource, fileURLToPath(new URL('overload-client.ts', import.meta.url))],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      // Flags of this process, such as those of a test runner, would change the result.
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  );
  await once(child, 'spawn');
  try {
    setPriority(child.pid!, Math.max(HIGHEST, getPriority() - 5));
  } catch {
    // Only root may raise a priority.
  }
  return {
    run: async (streams, seconds) => {
      const names = Object.keys(streams);
      const phase: Phase = { streams: Object.values(streams), seconds };
      child.send(phase);
      const [result] = (await once(child, 'message')) as [Arrivals[]];
      return Object.fromEntries(names.map((name, place) => [name, result[place]])) as never;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** What came of requests. Times are in milliseconds; `max` is the slowest. */
export interface Outcome {
  count: number;
  median: number;
  p99: number;
  p999: number;
  max: number;
}

/** Returns the outcome of the responses with a status, from the time at which their requests were due. */
export const outcomeOf = ({ took, statuses }: Arrivals, is: (status: number) => boolean): Outcome =>
  summaryOf(took.filter((_, place) => is(statuses[place]!)));

/** Returns the same with times from when requests were sent, without the client's wait for a free connection. */
export const sinceSent = (arrivals: Arrivals): Arrivals => ({
  ...arrivals,
  took: arrivals.took.map((took, place) => took - arrivals.late[place]!),
});

/** How requests were sent. */
export interface Sending {
  /** How many should have been sent, and how many were. */
  wanted: number;
  sent: number;
  /** How many were sent before they were due. If there are any, the result is not reliable. */
  early: number;
  /** How late the client sent them. */
  late: Outcome;
  connections: number;
}

/** Returns how the requests of a stream were sent. */
export const sendingOf = ({ statuses, late, unsent, opened }: Arrivals): Sending => ({
  wanted: statuses.length + unsent,
  sent: statuses.length,
  early: late.filter((each) => each < -EARLY_MS).length,
  late: summaryOf(late),
  connections: opened,
});

const summaryOf = (times: Float64Array): Outcome => ({
  count: times.length,
  median: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  p999: quantile(times, 0.999),
  max: quantile(times, 1),
});

/** Counts responses by status. */
export function statusesOf({ statuses }: Arrivals): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
