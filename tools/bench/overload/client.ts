import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, Connection, type Target } from '../http.ts';

/** Requests that are sent during a phase. Targets take turns. */
export interface Stream {
  targets: Target[];
  connections: number;
  /** Requests per second, whether or not responses come. Without it, each connection always has a request. */
  perSecond?: number;
  /** When the stream opens its connections and begins, and for how long it sends. By default, it sends for the whole phase. */
  starts?: number;
  seconds?: number;
}

export interface Phase {
  streams: Record<string, Stream>;
  seconds: number;
}

/** A response. Times are in milliseconds. */
export interface Arrival {
  /** 0 if the connection failed or was refused. */
  status: number;
  /** When the request should have been sent, since the stream began. Without a rate: when its connection was free. */
  dueAt: number;
  /** From that time to the end of the response. */
  took: number;
  /** How much of that time had passed when the client sent the request. */
  late: number;
}

/** Opening many connections at once would overflow the system's queue, which retries after a second. */
const OPENED_AT_ONCE = 50;

/** Runs the streams of a phase at the same time, and returns when all responses have arrived. */
async function run({ streams, seconds }: Phase): Promise<Record<string, Arrival[]>> {
  const all = Object.entries(streams);
  // Later streams connect when they start: the API closes silent connections.
  const opened = await Promise.all(
    all.map(async ([, stream]) => (stream.starts === undefined ? openSome(stream) : undefined)),
  );
  const began = performance.now();
  const results = all.map(async ([name, stream], place) => {
    const { starts = 0, seconds: length = seconds - starts } = stream;
    const begins = began + starts * 1000;
    await sleep(Math.max(0, begins - performance.now()));
    const connections = opened[place] ?? (await openSome(stream));
    const arrivals = await send(stream, connections, begins, length * 1000);
    for (const connection of connections) connection.close();
    return [name, arrivals] as const;
  });
  return Object.fromEntries(await Promise.all(results));
}

async function openSome({ targets, connections: count }: Stream): Promise<Connection[]> {
  const port = Number(new URL(targets[0]!.url).port);
  const connections = Array.from({ length: count }, () => new Connection(port));
  for (let from = 0; from < count; from += OPENED_AT_ONCE)
    await Promise.all(connections.slice(from, from + OPENED_AT_ONCE).map((each) => each.open()));
  return connections;
}

/** Sends the requests of a stream. What is due when all connections are busy is late; what is late at the end is not sent. */
async function send(
  { targets, perSecond }: Stream,
  connections: Connection[],
  begins: number,
  lengthMs: number,
): Promise<Arrival[]> {
  const lines = targets.map(bytesOf);
  const arrivals: Arrival[] = [];
  let sent = 0;
  const sendOn = async (connection: Connection) => {
    for (;;) {
      const n = sent++;
      const due = perSecond === undefined ? performance.now() : begins + ((n + 1) * 1000) / perSecond;
      if (due > begins + lengthMs) return;
      // A timer has whole milliseconds.
      const early = Math.ceil(due - performance.now());
      if (early > 0) await sleep(early);
      const sentAt = performance.now();
      if (sentAt > begins + lengthMs + TICK_MS) return;
      const status = await connection.send(lines[n % lines.length]!);
      const took = performance.now() - due;
      arrivals.push({ status, dueAt: due - begins, took, late: sentAt - due });
    }
  };
  await Promise.all(connections.map(sendOn));
  return arrivals;
}
/** The last requests are due at the end of the stream. */
const TICK_MS = 2;

process.on('message', (phase: Phase) => {
  void run(phase).then((result) => process.send!(result));
});
process.on('disconnect', () => process.exit());
