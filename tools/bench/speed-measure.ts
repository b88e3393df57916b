import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { ask, askInTurn, figuresOf, ratioOf, type Load, type Target } from './speed-ask.ts';
import { fillDatabase, fillSearch } from './speed-fill.ts';
import { firstPage, placesOf, type Api } from './speed-places.ts';
import { questionsOf, type Question } from './speed-questions.ts';
import { countsOf, type Counts } from './speed-rows.ts';
import { startApi, startBare, type Server } from './speed-servers.ts';
import type { Result, Row } from './speed-table.ts';

export interface SpeedOptions extends Load {
  /** The rows of the small database and of the large one. */
  rows: [number, number];
  engine: Engine;
  /** Measures only the questions whose names contain this text. */
  only?: string | undefined;
  /** How often the longest response is requested, to check that memory does not grow. */
  answers: number;
  onProgress?: ((what: string, done: number, total: number) => void) | undefined;
}

/** Clean-up functions, to call in reverse order. */
export type Ends = (() => Promise<void> | void)[];

/** Fills the databases, starts the servers, measures them, and stops everything. */
export async function measureSpeed(options: SpeedOptions): Promise<Result> {
  const { rows, engine, clients, answers } = options;
  const ends: Ends = [];
  try {
    const [small, large] = [await apiOf(rows[0], options, ends), await apiOf(rows[1], options, ends)];
    const bare = await startBare();
    ends.push(bare.stop);
    const questions = await measureAll({ small, large, bare }, options);
    const memory = await memoryOf(large, countsOf(rows[1]), answers);
    return { database: engine, rows, clients, questions, memory };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** What `apiOf` started. `start` starts another server next to it. */
type StartedApi = Api & {
  databaseUrl: string;
  start: (settings?: Record<string, string>) => Promise<Server>;
};

/** Starts the API on a new database of so many rows. It keeps no answers. */
export async function apiOf(
  rows: number,
  { engine, onProgress }: SpeedOptions,
  ends: Ends,
): Promise<StartedApi> {
  const counts = countsOf(rows);
  const database = await createTestDatabase(engine);
  ends.push(() => database.close());
  const folder = mkdtempSync(join(tmpdir(), 'dossier-speed-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const searchUrl = `sqlite:${join(folder, 'search.db')}`;
  const key = await fillDatabase(database.db, counts, (done) => onProgress?.('rows', done, rows));
  await fillSearch(database.db, searchUrl, counts);
  const start = async (settings?: Record<string, string>) => {
    const server = await startApi(database.url, searchUrl, settings);
    ends.push(server.stop);
    return server;
  };
  return { server: await start({ ANSWER_CACHE_MB: '0' }), key, databaseUrl: database.url, start };
}

interface Servers {
  small: Api;
  large: Api;
  bare: Server;
}

async function measureAll(servers: Servers, options: SpeedOptions): Promise<Row[]> {
  const { rows, only = '', onProgress } = options;
  const [few, many] = rows.map((count) => questionsOf(countsOf(count))) as [Question[], Question[]];
  const chosen = many.filter(({ name }) => name.includes(only));
  const measured: Row[] = [];
  for (const [place, question] of chosen.entries()) {
    onProgress?.('questions', place, chosen.length);
    const same = few.find(({ name }) => name === question.name)!;
    measured.push(await measure(servers, same, question, options));
  }
  return measured;
}

/** Measures one question on all servers. @param same the question for the small database */
async function measure(servers: Servers, same: Question, question: Question, load: Load): Promise<Row> {
  const small = await firstPage(servers.small, same);
  const { first, ...others } = await placesOf(servers.large, question);
  const answer = await ask(first);
  const bare: Target = { ...first, url: `${servers.bare.url}/answer`, headers: {} };
  await ask({ ...bare, method: 'PUT', body: answer.toString() });
  if (!(await ask(bare)).equals(answer))
    throw new Error(`${question.name}: the bare route returns other bytes.`);
  const targets: Record<string, Target | undefined> = { bare, small, first, ...others };
  const taken = await askInTurn(targets, load);

  const of = (name: string) => taken[name] && figuresOf(taken[name]);
  const ratio = (name: string, to: string) => taken[name] && ratioOf(taken[name], taken[to]!);
  const growth = question.whole ? answer.length / (await ask(small)).length : 1;
  return {
    name: question.name,
    bytes: answer.length,
    small: of('small')!,
    bare: of('bare')!,
    first: of('first')!,
    middle: of('middle'),
    back: of('back'),
    last: of('last'),
    ratios: {
      large: ratio('first', 'small')! / growth,
      middle: ratio('middle', 'first'),
      back: ratio('back', 'first'),
      last: ratio('last', 'first'),
      bare: ratio('first', 'bare')!,
    },
  };
}

/** Returns the memory of the process after one list of all companies, and after many more. */
async function memoryOf(api: Api, { companies }: Counts, answers: number): Promise<Result['memory']> {
  const all = await firstPage(api, { name: 'companies, all', path: 'companies/' });
  const used = () =>
    Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(api.server.pid)]).toString()) / 1024);
  await ask(all);
  const early = used();
  for (let i = 0; i < answers; i++) await ask(all);
  return { companies, answers, early, late: used() };
}
