import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { Target } from './speed-ask.ts';

/** What a server is asked, and its process. */
export interface Measured {
  pid: number;
  /** Requested in turn, over and over. */
  targets: Target[];
}

/** The work of one round: the CPU of the server for a request, the requests of a second, and their times. */
export interface Work {
  microseconds: number;
  perSecond: number;
  /** The 99th percentile in milliseconds. */
  p99: number;
}

const CONNECTIONS = 8;

/** Each server answers this many times the requests of a round before it is measured. */
const WARM_UP = 20;

/**
 * Sends a fixed number of requests to each server in turn, round by round, so that other work on the machine affects all
 * of them alike. The first requests warm up and are not returned: V8 still compiles our API until about 9,000 requests
 * on Node 20, and 18,000 on Node 24.
 */
export async function workInTurn<Name extends string>(
  servers: Record<Name, Measured>,
  { requests, rounds }: { requests: number; rounds: number },
): Promise<Record<Name, Work[]>> {
  const names = Object.keys(servers) as Name[];
  const works = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Work[]>;
  // Code that runs rarely stays unoptimised, so that all warm up with the same count.
  for (const name of names) await work(servers[name], requests * WARM_UP);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) works[name].push(await work(servers[name], requests));
  }
  return works;
}

async function work({ pid, targets }: Measured, requests: number): Promise<Work> {
  const before = cpuOf(pid);
  const { perSecond, p99 } = await send(targets, requests);
  return { microseconds: (cpuOf(pid) - before) / requests, perSecond, p99 };
}

async function send(targets: Target[], requests: number): Promise<Omit<Work, 'microseconds'>> {
  let sent = 0;
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(targets[0]!)));
  const times: number[] = [];
  const began = performance.now();
  const sendSome = async ({ ask }: Connection) => {
    while (sent < requests) {
      const at = performance.now();
      await ask(targets[sent++ % targets.length]!);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(connections.map(sendSome));
  const perSecond = (requests / (performance.now() - began)) * 1000;
  for (const { close } of connections) close();
  times.sort((a, b) => a - b);
  return { perSecond, p99: times[Math.floor(times.length * 0.99)]! };
}

/** Returns the CPU that all threads of a process have used, in microseconds. Linux only. */
export function cpuOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const used = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return used.reduce((a, b) => a + b, 0) / 1000;
}

/** A connection that sends one request after another. */
interface Connection {
  /** Sends a request, and waits for the end of the response. */
  ask: (target: Target) => Promise<void>;
  close: () => void;
}

/**
 * Opens a connection to a server. Node's client takes more CPU for a request than the programs that are measured, so that
 * it would limit the requests of a second. This one only finds the end of a response, by its Content-Length.
 */
async function connect({ url }: Target): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  /** How many bytes of the body are missing; undefined until the head is complete. */
  let missing: number | undefined;
  let finish: (error?: Error) => void = () => {};
  socket.on('error', (error) => finish(error));
  socket.on('close', () => finish(new Error(`${url} closed the connection.`)));
  socket.on('data', (chunk) => {
    if (missing === undefined) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const end = received.indexOf(END_OF_HEAD);
      if (end === -1) return;
      const head = received.toString('latin1', 0, end);
      const status = Number(head.slice(9, 12));
      if (status >= 400) finish(new Error(`${url} returned ${status}.`));
      missing =
        Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0) -
        (received.length - end - END_OF_HEAD.length);
      received = Buffer.alloc(0);
    } else missing -= chunk.length;
    if (missing > 0) return;
    missing = undefined;
    finish();
  });
  return {
    ask: (target) =>
      new Promise((resolve, reject) => {
        finish = (error) => (error ? reject(error) : resolve());
        socket.write(headOf(target));
      }),
    close: () => {
      finish = () => {};
      socket.destroy();
    },
  };
}

const END_OF_HEAD = '\r\n\r\n';
const heads = new WeakMap<Target, string>();

/** Returns the bytes of a request, with its body if it has one. */
function headOf(target: Target): string {
  const known = heads.get(target);
  if (known !== undefined) return known;
  const { url, method, body = '' } = target;
  const { host, pathname, search } = new URL(url);
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = Object.entries({ host, ...target.headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = [`${method} ${pathname}${search} HTTP/1.1`, ...headers].join('\r\n') + END_OF_HEAD + body;
  heads.set(target, head);
  return head;
}
