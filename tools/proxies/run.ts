import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Places, Proxy } from './proxies.ts';

const root = resolve(import.meta.dirname, '../..');

/** The requests of a run, each an address or an address with a body. One address is longer than nginx allows by default. */
const REQUESTS: [path: string, body?: object][] = [
  ['/api/v1/companies/?company_domain=stripe.com'],
  ['/api/v1/documents?page_size=5'],
  ['/api/v1/search/', { query: 'payments' }],
  ['/api/v1/companies/rankings/?limit=10'],
  ['/api/v1/news/company/', { company_domains: ['stripe.com', 'openai.com'], news_type: 'all' }],
  [
    `/api/v1/news/company/?company_domains=${range(200, (i) => `the-long-domain-of-a-company-with-a-long-name-${i}.example`).join(',')}`,
  ],
];

/** A rolling restart behind a proxy. */
export interface RollingRestart {
  /** Restarts of a replica. */
  restarts: number;
  /** Duration of each request in milliseconds, sorted. */
  times: number[];
  /** Requests that did not end in a 200: path, status or error, and the beginning of the body. */
  failed: unknown[][];
  /** Responses of each replica, by its log. */
  answered: number[];
}

/**
 * Starts two replicas and the proxy, and restarts each replica while requests arrive at a constant rate.
 * @param options.rounds how often both are restarted
 * @param options.rate requests per second
 */
export async function rollingRestart(
  proxy: Proxy,
  options: { folder: string; settings: Record<string, string>; key: string; rounds: number; rate: number },
): Promise<RollingRestart> {
  const { settings, key, rounds, rate } = options;
  const folder = join(options.folder, proxy.name);
  mkdirSync(folder);
  chmodSync(options.folder, 0o755);
  const places = freshPlaces();
  const base = `http://${places.host}:${places.port}`;
  const replica = (address: string) => {
    const [host, port] = address.split(':') as [string, string];
    return start(process.execPath, ['bin/dossier.cjs', 'serve'], {
      ...settings,
      HOST: host,
      PORT: port,
      PUBLIC_URL: base,
      TRUST_PROXY: 'loopback',
    });
  };
  const restarted: Running[] = [];
  const replicas = places.replicas.map(replica);
  const { command, args, env } = proxy.prepare(folder, places);
  const front = start(command, args, env);
  try {
    for (const each of replicas) await until(() => isListening(each), each, front);
    await until(() => isReady(base), front);
    const load = startRequests(base, key, rate);
    let restarts = 0;
    while (restarts < rounds * replicas.length) {
      const place = restarts++ % replicas.length;
      const before = load.times.length;
      restarted.push(replicas[place]!);
      await stop(replicas[place]!);
      replicas[place] = replica(places.replicas[place]!);
      await until(() => isListening(replicas[place]!), replicas[place], front);
      // As in a rolling restart, the next one waits until the proxy uses this one again.
      await until(() => load.times.length > before + rate && answersOf(replicas[place]!) > 0, front);
    }
    await load.end();
    const answered = places.replicas.map((_, place) =>
      [...restarted, ...replicas]
        .filter((_each, i) => i % 2 === place)
        .reduce((n, each) => n + answersOf(each), 0),
    );
    return { restarts, times: load.times.toSorted((a, b) => a - b), failed: load.failed, answered };
  } finally {
    await stop(front);
    await Promise.all(replicas.map(stop));
  }
}

/** Addresses of loopback that no other program uses, so that their ports stay free while a replica restarts. */
function freshPlaces(): Places {
  const network = `127.${randomInt(64, 255)}.${randomInt(0, 255)}`;
  return { host: `${network}.1`, port: 8443, replicas: [`${network}.2:3000`, `${network}.3:3001`] };
}

/** Sends requests at a constant rate, whether or not responses arrive. */
function startRequests(base: string, key: string, rate: number) {
  const times: number[] = [];
  const failed: unknown[][] = [];
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
  const ask = async ([path, body]: (typeof REQUESTS)[number]) => {
    const began = performance.now();
    try {
      const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      const response = await fetch(base + path, { ...init, headers });
      const text = await response.text();
      if (response.status !== 200) failed.push([path.slice(0, 60), response.status, text.slice(0, 200)]);
    } catch (error) {
      failed.push([path.slice(0, 60), String((error as { cause?: unknown }).cause ?? error)]);
    }
    times.push(performance.now() - began);
  };
  let isOver = false;
  const open = new Set<Promise<void>>();
  const arrivals = (async () => {
    const began = performance.now();
    for (let sent = 0; !isOver; sent++) {
      await sleep(Math.max(0, began + (sent * 1000) / rate - performance.now()));
      const asked = ask(REQUESTS[sent % REQUESTS.length]!).finally(() => open.delete(asked));
      open.add(asked);
    }
    await Promise.all(open);
  })();
  return { times, failed, end: () => ((isOver = true), arrivals) };
}

/** A process with what it has printed. */
interface Running {
  process: ChildProcess;
  printed: () => string;
}

function start(command: string, args: string[], env: Record<string, string>): Running {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, NODE_OPTIONS: '', ...env } });
  let printed = '';
  const take = (chunk: Buffer) => void (printed += chunk.toString());
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  return { process: child, printed: () => printed };
}

async function stop({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const isListening = ({ printed }: Running) => printed().includes('"listening"');
/** Counts the requests of partners that a replica has answered. */
const answersOf = ({ printed }: Running) => printed().match(/"organization":/g)?.length ?? 0;
const isReady = (base: string) =>
  fetch(`${base}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Waits until a condition is true. @throws Error when one of the programs has ended */
async function until(isTrue: () => Promise<boolean> | boolean, ...programs: Running[]): Promise<void> {
  while (!(await isTrue())) {
    const dead = programs.find(({ process: child }) => child.exitCode !== null);
    if (dead) throw new Error(`A program ended:\n${dead.printed()}`);
    await sleep(50);
  }
}

function range<T>(length: number, of: (i: number) => T): T[] {
  return Array.from({ length }, (_, i) => of(i));
}
