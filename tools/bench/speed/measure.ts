import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { migrate, openDatabase, type Db } from '@dossier/store';
import type { Engine } from '@dossier/store/testing';
import { temporaryDatabase, temporaryFolder, type Defer } from '../defer.ts';
import { cpuOf, sessionsOf } from '../figures.ts';
import { bytesOf, Connection, type Target } from '../http.ts';
import { startApi, type Server } from '../servers.ts';
import { fillDatabase, fillSearch, makeKey } from './fill.ts';
import { countsOf } from './rows.ts';

export interface SpeedOptions {
  /** The rows of the small database and of the large one. */
  rows: [number, number];
  engine: Engine;
  /** Measures only the questions whose names contain this text. */
  only?: string;
  /** How many rounds are measured. In each, the servers take turns. */
  rounds: number;
  /** The requests of a round. */
  requests: number;
  /** Keeps databases of SQLite in this folder, and uses those that it contains. */
  folder?: string | undefined;
}

/** The API on a filled database, with the response cache off. */
export interface Api extends Server {
  db: Db;
  key: string;
  /** Starts another server, with the response cache on. */
  startCached: () => Promise<Server>;
}

/** Starts the API on a database of so many rows. @param more settings of the API */
export async function apiOf(
  rows: number,
  { engine, folder }: Pick<SpeedOptions, 'engine' | 'folder'>,
  defer: Defer,
  more: Record<string, string> = {},
): Promise<Api> {
  const place = join(folder ?? temporaryFolder(defer), String(rows));
  const { db, url } =
    engine === 'sqlite' ? await openFile(`${place}.db`, defer) : await temporaryDatabase(engine, defer);
  const searchUrl = `sqlite:${place}-search.db`;
  if (!existsSync(`${place}.filled`)) {
    await fillDatabase(db, countsOf(rows));
    await fillSearch(db, searchUrl, countsOf(rows));
    writeFileSync(`${place}.filled`, '');
  }
  const settings = { DATABASE_URL: url, SEARCH_URL: searchUrl };
  const server = await startApi({ ...settings, ANSWER_CACHE_MB: '0', ...more }, defer);
  return { ...server, db, key: await makeKey(db), startCached: () => startApi(settings, defer) };
}

/** Opens a database of SQLite, and creates it if it is missing. */
async function openFile(path: string, defer: Defer) {
  mkdirSync(join(path, '..'), { recursive: true });
  const url = `sqlite:${path}`;
  const db = openDatabase(url);
  defer(() => db.destroy());
  await migrate(db);
  // If the system has dropped the pages of the file, SQLite waits for the disk. The bare servers of the comparison read no
  // files.
  await finished(createReadStream(path).resume());
  return { url, db };
}

/** A server to measure, its database, whose CPU time counts too, and the requests to repeat. */
export interface Measured {
  server: Server;
  db?: Db;
  targets: Target[];
}

/** The work of one round: CPU time per request in microseconds, and requests per second. */
export interface Work {
  microseconds: number;
  perSecond: number;
}

const CONNECTIONS = 8;

/**
 * Sends a fixed number of requests to two servers in turn, round by round, so that other work on the machine affects both
 * alike. The first requests warm up and are not returned: V8 still compiles our API until about 9,000 requests on Node 20,
 * and 18,000 on Node 24.
 * @param warmUpRounds how many times `requests` are sent first
 */
export async function workInTurn(
  [one, other]: [Measured, Measured],
  { requests, rounds }: Pick<SpeedOptions, 'requests' | 'rounds'>,
  warmUpRounds: number,
): Promise<[Work, Work][]> {
  // V8 optimises only code that runs often, so both servers warm up with the same count.
  for (const each of [one, other]) await work(each, requests * warmUpRounds);
  const works: [Work, Work][] = [];
  for (let round = 0; round < rounds; round++)
    works.push([await work(one, requests), await work(other, requests)]);
  return works;
}

async function work({ server, db, targets }: Measured, requests: number): Promise<Work> {
  const used = async () => {
    const pids = [server.pid, ...(db ? await sessionsOf(db) : [])];
    return new Map(pids.map((pid) => [pid, cpuOf(pid)]));
  };
  const before = await used();
  const perSecond = await send(targets, requests);
  const cpu = [...(await used())].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0);
  return { microseconds: cpu / requests, perSecond };
}

/** Sends requests on several connections, and returns how many are answered per second. */
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
      const status = await connection.send(lines[place]!);
      if (status === 0 || status >= 400) throw new Error(`${targets[place]!.url} returned ${status}.`);
    }
  };
  await Promise.all(connections.map(sendSome)).finally(() => connections.forEach((each) => each.close()));
  return (requests / (performance.now() - began)) * 1000;
}
