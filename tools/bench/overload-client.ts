import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, Connection } from './overload-connection.ts';
import type { Target } from './speed-ask.ts';

/** Requests that are sent during a phase. Targets take turns. */
export interface Stream {
  targets: Target[];
  /** The number of connections. Opening many at once would overflow the system's queue, which retries after seconds. */
  connections: number;
  /** Requests per second, whether or not responses come. Without it, each connection always has a request. */
  perSecond?: number;
}

/** The results of a stream, with one entry in each list for each response. */
export interface Arrivals {
  /** 0 if the connection failed. */
  statuses: Uint16Array;
  /** Milliseconds since the phase began. */
  sentAt: Float64Array;
  /** Milliseconds from sending the request to the end of the response. */
  took: Float64Array;
  /** How long it took to send all requests, in seconds: longer than the phase if no connection was free. */
  elapsed: number;
}

export interface Phase {
  streams: Stream[];
  seconds: number;
}

/** The results of a phase. */
export interface PhaseResult {
  streams: Arrivals[];
  /** How late the client itself was, in milliseconds: the p99 of the delay of its event loop. */
  clientDelay: number;
}

const TICK_MS = 1;

/** Runs the streams of a phase at the same time, and returns when all responses have arrived. */
async function run({ streams, seconds }: Phase): Promise<PhaseResult> {
  const delays = monitorEventLoopDelay({ resolution: TICK_MS });
  delays.enable();
  const results = await Promise.all(streams.map((stream) => send(stream, seconds)));
  delays.disable();
  return { streams: results, clientDelay: Math.max(0, delays.percentile(99) / 1e6 - TICK_MS) };
}

async function send({ targets, connections, perSecond }: Stream, seconds: number): Promise<Arrivals> {
  const lines = targets.map(bytesOf);
  const { port } = new URL(targets[0]!.url);
  const statuses: number[] = [];
  const sentAt: number[] = [];
  const times: number[] = [];
  const free = Array.from({ length: connections }, () => new Connection(Number(port)));
  const all = [...free];
  const began = performance.now();
  let sent = 0;
  let isOver = false;
  /** How many requests should have been sent by now. */
  const total = perSecond === undefined ? Infinity : Math.floor(perSecond * seconds);
  const elapsed = () => (performance.now() - began) / 1000;
  const due = () => (perSecond === undefined ? Infinity : Math.min(total, Math.floor(elapsed() * perSecond)));
  const pump = () => {
    const wanted = isOver ? 0 : due();
    while (sent < wanted) {
      const connection = free.shift();
      if (!connection) return;
      const at = performance.now();
      connection.send(lines[sent % lines.length]!, (status) => {
        const now = performance.now();
        statuses.push(status);
        sentAt.push(at - began);
        times.push(now - at);
        free.push(connection);
        pump();
      });
      sent += 1;
    }
  };
  while (elapsed() < seconds || (perSecond !== undefined && sent < total)) {
    pump();
    await sleep(TICK_MS);
  }
  const took = elapsed();
  isOver = true;
  while (free.length < connections) await sleep(TICK_MS);
  for (const connection of all) connection.close();
  return {
    statuses: Uint16Array.from(statuses),
    sentAt: Float64Array.from(sentAt),
    took: Float64Array.from(times),
    elapsed: took,
  };
}

process.on('message', (phase: Phase) => {
  void run(phase).then((result) => process.send!(result));
});
process.on('disconnect', () => process.exit());
