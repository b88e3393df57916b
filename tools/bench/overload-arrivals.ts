import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './speed-ask.ts';

/** A response: its status (0 if the connection failed), and when it came. */
export interface Arrival {
  status: number;
  /** Milliseconds since the first request of the phase was sent. */
  sentAt: number;
  /** Milliseconds from when the request had a connection to the end of the response. */
  took: number;
}

/** A burst of new connections would overflow the queue of the system, which tries again after seconds. */
export const CONNECTIONS = 100;
/** Requests beyond these connections wait in the client, which is not a time of the server. */
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const TICK_MS = 5;

/** Sends a request and reads the whole response. */
export function send(
  { url, method, headers, body }: Target,
  began: number,
  by: Agent = agent,
): Promise<Arrival> {
  let sent = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) =>
      resolve({ status, sentAt: sent - began, took: performance.now() - sent });
    const sending = request(url, { agent: by, method, headers }, (response) => {
      response.on('error', () => done(0));
      response.on('end', () => done(response.statusCode!));
      response.resume();
    });
    sending.on('socket', () => {
      sent = performance.now();
    });
    sending.on('error', () => done(0));
    sending.end(body);
  });
}

/**
 * Sends requests at a constant rate, whether or not responses come. Targets take turns.
 * @param perSecond requests per second
 */
export async function arrive(targets: Target[], perSecond: number, seconds: number): Promise<Arrival[]> {
  const began = performance.now();
  const open: Promise<Arrival>[] = [];
  const total = Math.round(perSecond * seconds);
  while (open.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1000) * perSecond));
    while (open.length < due) open.push(send(targets[open.length % targets.length]!, began));
    await sleep(TICK_MS);
  }
  return Promise.all(open);
}

/** Sends requests from clients that each wait for a response before the next request, until `until` is aborted. */
export async function insistently(
  targets: Target[],
  clients: number,
  until: AbortSignal,
): Promise<Arrival[]> {
  const began = performance.now();
  const all: Arrival[] = [];
  const client = async (_: unknown, place: number) => {
    for (let i = place; !until.aborted; i++) all.push(await send(targets[i % targets.length]!, began));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return all;
}

/** What came of requests. Times are in milliseconds; `max` is the slowest. */
export interface Outcome {
  count: number;
  median: number;
  p99: number;
  max: number;
}

/** Returns the outcome of the responses with a status. */
export function outcomeOf(arrivals: Arrival[], is: (status: number) => boolean): Outcome {
  const times = arrivals.filter(({ status }) => is(status)).map(({ took }) => took);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, median: at(0.5), p99: at(0.99), max: at(1) };
}

/** Counts responses by status. */
export function statusesOf(arrivals: Arrival[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of arrivals) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
