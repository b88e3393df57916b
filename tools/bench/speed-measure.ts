import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { migrate, openDatabase } from '@dossier/store';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { ask, type Target } from './speed-ask.ts';
import { cpuWhile } from './speed-usage.ts';
import { fillDatabase, fillSearch, makeKey } from './speed-fill.ts';
import { firstPage, placesOf, type Api } from './speed-places.ts';
import { questionsOf, type Question } from './speed-questions.ts';
import { countsOf } from './speed-rows.ts';
import { startApi, type Server } from './speed-servers.ts';
import { median } from './options.ts';
import type { Row } from './speed-table.ts';

export interface SpeedOptions {
  /** The rows of the small database and of the large one. */
  rows: [number, number];
  engine: Engine;
  /** Measures only the questions whose names contain this text. */
  only?: string | undefined;
  /** Servers take turns, so that other load on the machine affects all of them alike. */
  rounds: number;
  /** Keeps databases of SQLite in this folder, and uses those that it contains. */
  folder?: string | undefined;
}

/** Clean-up functions, to call in reverse order. */
export type Ends = (() => Promise<void> | void)[];

/** Fills the databases, starts the servers, measures them, and stops everything. @param most requests in a turn */
export async function measureSpeed(options: SpeedOptions, most: number): Promise<Row[]> {
  const { rows, only = '' } = options;
  const ends: Ends = [];
  try {
    const [small, large] = [await apiOf(rows[0], options, ends), await apiOf(rows[1], options, ends)];
    const [few, many] = rows.map((count) => questionsOf(countsOf(count))) as [Question[], Question[]];
    const chosen = many.filter(({ name }) => name.includes(only));
    if (chosen.length === 0) throw new Error(`No question contains ${only}. Leave out --only to see all.`);
    const measured: Row[] = [];
    for (const question of chosen) {
      const same = few.find(({ name }) => name === question.name)!;
      measured.push(await measure({ small, large }, [same, question], options.rounds, most));
    }
    return measured;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** What `apiOf` started. `start` starts another server next to it. */
type StartedApi = Api & {
  databaseUrl: string;
  start: (settings?: Record<string, string>) => Promise<Server>;
};

/** Starts the API on a database of so many rows. It keeps no answers. */
export async function apiOf(rows: number, options: SpeedOptions, ends: Ends): Promise<StartedApi> {
  const { engine, folder } = options;
  const counts = countsOf(rows);
  const database = folder === undefined ? await createTestDatabase(engine) : await keptDatabase(folder, rows);
  ends.push(() => database.close());
  const searchFolder = folder ?? mkdtempSync(join(tmpdir(), 'dossier-speed-'));
  if (folder === undefined) ends.push(() => rmSync(searchFolder, { recursive: true, force: true }));
  const searchUrl = `sqlite:${join(searchFolder, `${rows}-search.db`)}`;
  const filled = join(searchFolder, `${rows}.filled`);
  let key: string;
  if (existsSync(filled)) key = await makeKey(database.db);
  else {
    key = await fillDatabase(database.db, counts);
    await fillSearch(database.db, searchUrl, counts);
    writeFileSync(filled, '');
  }
  const start = async (settings?: Record<string, string>) => {
    const server = await startApi(database.url, searchUrl, settings);
    ends.push(server.stop);
    return server;
  };
  return {
    server: await start({ ANSWER_CACHE_MB: '0' }),
    key,
    db: database.db,
    databaseUrl: database.url,
    start,
  };
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

/** About how much CPU each server uses in a turn, in microseconds. */
const TURN = 100_000;
const CLIENTS = 4;
/** Rounds that are not measured, because V8 still compiles. */
const WARM_UP = 2;

type Place = 'small' | 'first' | 'far' | 'last';

/** Measures one question on both servers. @param questions for the small database and the large one */
async function measure(
  apis: Record<'small' | 'large', Api>,
  questions: [Question, Question],
  rounds: number,
  most: number,
): Promise<Row> {
  const small = await firstPage(apis.small, questions[0]);
  const places: Partial<Record<Place, Target>> = { small, ...(await placesOf(apis.large, questions[1])) };
  const turns = Object.entries(places) as [Place, Target][];
  const cpuOf = async (place: Place, target: Target, requests: number) =>
    (await cpuWhile(apis[place === 'small' ? 'small' : 'large'], () =>
      send(spelt(target, questions[1]), requests),
    )) / requests;

  const once = await Promise.all([ask(places.first!), ask(small)]);
  let slowest = 1;
  for (const [place, target] of turns) slowest = Math.max(slowest, await cpuOf(place, target, CLIENTS));
  const requests = Math.min(most, Math.max(CLIENTS, Math.ceil(TURN / slowest)));
  const costs: Partial<Record<Place, number[]>> = {};
  for (let round = -WARM_UP; round < rounds; round++)
    for (const [place, target] of turns) {
      const cost = await cpuOf(place, target, requests);
      if (round >= 0) (costs[place] ??= []).push(cost);
    }

  const growth = questions[1].whole ? once[0].length / once[1].length : 1;
  const ratio = (one: Place, other: Place) =>
    costs[one] && median(costs[one].map((cost, round) => cost / costs[other]![round]!));
  return {
    name: questions[1].name,
    bytes: once[0].length,
    small: median(costs.small!),
    large: median(costs.first!),
    ratios: {
      large: ratio('first', 'small')! / growth,
      far: ratio('far', 'first'),
      last: ratio('last', 'first'),
    },
  };
}

/** Returns the request in all spellings of its question. */
const spelt = (target: Target, { spellings }: Question): Target[] =>
  spellings?.map((query) => ({
    ...target,
    body: JSON.stringify({ ...(JSON.parse(target.body!) as object), query }),
  })) ?? [target];

/** Sends so many requests. Each client sends its next one when it has the previous response. */
async function send(targets: Target[], requests: number): Promise<void> {
  let sent = 0;
  const client = async () => {
    while (sent < requests) await ask(targets[sent++ % targets.length]!);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}
