import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './speed-ask.ts';
import { cpuOf, sendAll, WARM_UP } from './speed-cpu.ts';
import { apiOf, type Ends, type SpeedOptions } from './speed-measure.ts';
import { countsOf } from './speed-rows.ts';
import { markdown, median, spread } from './speed-shares.ts';

/** The work of one round: the CPU of each process for a request, and the requests of a second. */
interface Round {
  microseconds: number[];
  perSecond: number;
}

interface Compared {
  name: string;
  one: Round[];
  several: Round[];
}

const URLS = 10_000;
/** With fewer, two workers would wait for the client, and each turn of their event loops would answer one request. */
export const CONNECTIONS = 32;
/** The bar: each worker does this share of the work of a single process. */
const BAR_OF_WORKER = 0.85;
/** The service answers when its first worker listens. Connections that open at once would all reach that worker. */
const START_MS = 5000;

/** Measures one process and several workers in turn, on the same database: company details, with and without a cache. */
export async function measureWorkers(
  options: SpeedOptions,
  requests: number,
  workers: number,
): Promise<Compared[]> {
  const [, rows] = options.rows;
  const ends: Ends = [];
  try {
    const { start, key } = await apiOf(rows, options, ends);
    const { companies } = countsOf(rows);
    const ids = Array.from(
      { length: Math.min(URLS, companies - 2) },
      (_, i) => 2 + ((i * 7919) % (companies - 2)),
    );
    const compare = async (name: string, settings: Record<string, string>, few: number[]) => {
      const servers = [await start(settings), await start({ ...settings, WORKERS: String(workers) })];
      const targets = ({ url }: { url: string }): Target[] =>
        few.map((id) => ({
          url: `${url}/api/v1/companies/?id=${id}`,
          method: 'GET',
          headers: { authorization: `Token ${key}` },
        }));
      await sleep(START_MS);
      const rounds: Round[][] = [[], []];
      // Each worker compiles its own code, so each needs as many warm-up requests as the single process.
      for (const [place, server] of servers.entries())
        await measure(server.pid, targets(server), requests * WARM_UP * [1, workers][place]!);
      for (let round = 0; round < options.rounds; round++)
        for (const [place, server] of servers.entries())
          rounds[place]!.push(await measure(server.pid, targets(server), requests));
      const [one, several] = rounds as [Round[], Round[]];
      return { name, one, several };
    };
    return [
      await compare(`company, ${ids.length} URLs, no cache`, { ANSWER_CACHE_MB: '0' }, ids),
      await compare('company, same URL, kept', {}, ids.slice(0, 1)),
    ];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function measure(pid: number, targets: Target[], requests: number): Promise<Round> {
  const pids = [pid, ...workersOf(pid)];
  const before = pids.map(cpuOf);
  const perSecond = await sendAll(targets, requests, CONNECTIONS);
  return { microseconds: pids.map((each, i) => (cpuOf(each) - before[i]!) / requests), perSecond };
}

/** Returns the workers of a process. Its other children, such as one that fills the index, exit again. Linux only. */
const workersOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && nameOf(child).includes('bin/bundle.cjs'))
    .map(Number);

function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
const allCpu = ({ microseconds }: Round) => sum(microseconds);
const busiest = ({ microseconds }: Round) => Math.max(...microseconds);

/** Returns the figures as a Markdown table. Each ratio compares both services in a round. */
export function workersTable(compared: Compared[], workers: number): string {
  const lines = compared.map(({ name, one, several }) => {
    const ratios = (of: (one: Round, several: Round) => number) =>
      several.map((round, place) => of(one[place]!, round));
    // With a core for each process, the busiest one limits the requests per second.
    const computed = ratios((a, b) => allCpu(a) / busiest(b));
    const bar = BAR_OF_WORKER * workers;
    return [
      name,
      ...[one.map(allCpu), several.map(allCpu), several.map(busiest)].map((cpu) => Math.round(median(cpu))),
      spread(ratios((a, b) => b.perSecond / a.perSecond)),
      spread(computed),
      bar.toFixed(2),
      median(computed) >= bar ? 'yes' : 'no',
    ];
  });
  const header = [
    'question',
    '1 process, µs',
    `${workers} workers, µs`,
    'busiest process, µs',
    'ratio, client on the same cores',
    'ratio, a core for each process',
    'bar',
    'met',
  ];
  return markdown(header, lines);
}
