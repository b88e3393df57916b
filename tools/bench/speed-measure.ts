import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { isPostgres, migrate, openDatabase, type Db } from '@dossier/store';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { bytesOf, Connection, type Target } from './connection.ts';
import { fillDatabase, fillSearch, makeKey } from './speed-fill.ts';
import { countsOf } from './speed-rows.ts';
import { startApi, type Server } from './speed-servers.ts';

export interface SpeedOptions {
  /** The rows of the small database and of the large one. */
  rows: [number, number];
  engine: Engine;
  /** Measures only the questions whose names contain this text. */
  only?: string | undefined;
  /** Servers take turns, so that other load on the machine affects all of them alike. */
  rounds: number;
  /** The requests of a round. */
  requests: number;
  /** Keeps databases of SQLite in this folder, and uses those that it contains. */
  folder?: string | undefined;
}

/** Clean-up functions, to call in reverse order. */
export type Ends = (() => Promise<void> | void)[];

/** A server with its database and an API key. `start` starts another server next to it. */
export interface Api {
  server: Server;
  db: Db;
  key: string;
  start: (settings?: Record<string, string>) => Promise<Server>;
}

/** Starts the API on a database of so many rows. It keeps no answers. */
export async function apiOf(rows: number, { engine, folder }: SpeedOptions, ends: Ends): Promise<Api> {
  const counts = countsOf(rows);
  const database = folder === undefined ? await createTestDatabase(engine) : await keptDatabase(folder, rows);
  ends.push(() => database.close());
  const searchFolder = folder ?? mkdtempSync(join(tmpdir(), 'dossier-speed-'));
  if (folder === undefined) ends.push(() => rmSync(searchFolder, { recursive: true, force: true }));
  const searchUrl = `sqlite:${join(searchFolder, `${rows}-search.db`)}`;
  const filled = join(searchFolder, `${rows}.filled`);
  if (!existsSync(filled)) {
    await fillDatabase(database.db, counts);
    await fillSearch(database.db, searchUrl, counts);
    writeFileSync(filled, '');
  }
  const start = async (settings?: Record<string, string>) => {
    const server = await startApi(database.url, searchUrl, settings);
    ends.push(server.stop);
    return server;
  };
  const { db } = database;
  return { server: await start({ ANSWER_CACHE_MB: '0' }), key: await makeKey(db), db, start };
}

/** Opens a database that `close` does not remove. */
async function keptDatabase(folder: string, rows: number) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${rows}.db`);
  const db = openDatabase(`sqlite:${path}`);
  await migrate(db);
  // If the system has dropped the pages of the file, SQLite waits for the disk. The programs that only send bytes would
  // not.
  await finished(createReadStream(path).resume());
  return { url: `sqlite:${path}`, db, close: () => db.destroy() };
}

/** What a server is asked, in turn and over and over, and its processes. */
export interface Measured {
  pids: () => Promise<number[]> | number[];
  targets: Target[];
}

/** Returns what the API is asked. The processes of Postgres for its database on this machine count too. */
export const measuredApi = ({ server, db }: Pick<Api, 'server' | 'db'>, targets: Target[]): Measured => ({
  targets,
  pids: async () => {
    if (!isPostgres(db)) return [server.pid];
    const { rows } = await db.raw<{ rows: { pid: number }[] }>(
      "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
    );
    return [server.pid, ...rows.map(({ pid }) => pid)];
  },
});

/** The work of one round: the CPU of the server for a request, and the requests of a second. */
export interface Work {
  microseconds: number;
  perSecond: number;
}

const CONNECTIONS = 8;

/**
 * Sends a fixed number of requests to each server in turn, round by round, so that other work on the machine affects all
 * of them alike. The first requests warm up and are not returned: V8 still compiles our API until about 9,000 requests
 * on Node 20, and 18,000 on Node 24.
 */
export async function workInTurn<Name extends string>(
  servers: Record<Name, Measured>,
  { requests, rounds }: Pick<SpeedOptions, 'requests' | 'rounds'>,
  warmUp: number,
): Promise<Record<Name, Work[]>> {
  const names = Object.keys(servers) as Name[];
  const works = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Work[]>;
  // Code that runs rarely stays unoptimised, so that all warm up with the same count.
  for (const name of names) await work(servers[name], requests * warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) works[name].push(await work(servers[name], requests));
  }
  return works;
}

async function work({ pids, targets }: Measured, requests: number): Promise<Work> {
  const used = async () => new Map((await pids()).map((pid) => [pid, cpuOf(pid)]));
  const before = await used();
  const perSecond = await send(targets, requests);
  const cpu = [...(await used())].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0);
  return { microseconds: cpu / requests, perSecond };
}

/** Sends requests on several connections, and returns how many a second were answered. */
async function send(targets: Target[], requests: number): Promise<number> {
  const lines = targets.map(bytesOf);
  const port = Number(new URL(targets[0]!.url).port);
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(port));
  await Promise.all(connections.map((connection) => connection.open()));
  const began = performance.now();
  let sent = 0;
  const sendSome = async (connection: Connection) => {
    while (sent < requests) {
      const place = sent++ % targets.length;
      const status = await new Promise<number>((resolve) => connection.send(lines[place]!, resolve));
      if (status === 0 || status >= 400) throw new Error(`${targets[place]!.url} returned ${status}.`);
    }
  };
  await Promise.all(connections.map(sendSome)).finally(() => connections.forEach((each) => each.close()));
  return (requests / (performance.now() - began)) * 1000;
}

/** Returns the CPU that all threads of a process have used, in microseconds. Linux only. */
export function cpuOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const used = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return used.reduce((a, b) => a + b, 0) / 1000;
}
