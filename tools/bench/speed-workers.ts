import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './speed-ask.ts';
import { cpuOf, sendAll } from './speed-cpu.ts';
import { apiOf, type Ends, type SpeedOptions } from './speed-measure.ts';
import { countsOf } from './speed-rows.ts';

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
      for (let round = -1; round < options.rounds; round++)
        for (const [place, server] of servers.entries()) {
          const measured = await measure(server.pid, targets(server), round < 0 ? requests * 3 : requests);
          if (round >= 0) rounds[place]!.push(measured);
        }
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
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Returns the figures as a Markdown table. */
export function workersTable(compared: Compared[], workers: number): string {
  const header = [
    'question',
    'processes',
    'CPU of a request, µs',
    'of the busiest process, µs',
    'requests a second',
    'if each process has a core',
  ];
  const lines = compared.flatMap(({ name, one, several }) =>
    [one, several].map((rounds, place) => {
      const busiest = median(rounds.map(({ microseconds }) => Math.max(...microseconds)));
      const alone = median(one.map(({ microseconds }) => Math.max(...microseconds)));
      return [
        name,
        place === 0 ? '1' : `1 primary, ${workers} workers`,
        Math.round(median(rounds.map(({ microseconds }) => sum(microseconds)))),
        Math.round(busiest),
        Math.round(median(rounds.map(({ perSecond }) => perSecond))),
        `${Math.round(1e6 / busiest)} (${(alone / busiest).toFixed(2)})`,
      ];
    }),
  );
  const rows = [header, header.map((_, i) => (i < 2 ? '---' : '---:')), ...lines];
  return `${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
