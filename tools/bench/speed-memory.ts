import { readFileSync } from 'node:fs';
import { ask, type Target } from './speed-ask.ts';
import { sendAll } from './speed-cpu.ts';
import { apiOf, type Ends, type SpeedOptions } from './speed-measure.ts';
import { firstPage } from './speed-places.ts';
import { questionsOf } from './speed-questions.ts';
import { countsOf } from './speed-rows.ts';
import { markdown } from './speed-shares.ts';
import { randomFrom, zipfOf } from './speed-zipf.ts';

/** The memory of a process in megabytes: its own, and files of the database that it maps. */
interface Memory {
  own: number;
  mapped: number;
}

/** The memory after so many requests. */
export interface Sample extends Memory {
  requests: number;
}

const CACHE_MB = '64';
const POPULAR = 100_000;
/** Requests that are made at once, before they are sent. */
const BATCH = 5_000;

/**
 * Measures the memory of `serve` with a cache of 64 MB while it answers: of ten requests, four are for companies by Zipf's
 * law, three for any company, and three for a list, a search or an embed. Before each sample it lists all companies.
 * @param requests the number of requests until each sample
 */
export async function measureServeMemory(options: SpeedOptions, requests: number[]): Promise<Sample[]> {
  const [, rows] = options.rows;
  const counts = countsOf(rows);
  const ends: Ends = [];
  try {
    const { start, ...api } = await apiOf(rows, options, ends);
    await api.server.stop();
    const server = await start({ ANSWER_CACHE_MB: CACHE_MB });
    const of = (path: string) => firstPage({ ...api, server }, { name: path, path });
    const random = randomFrom(1);
    const anyId = () => 2 + Math.floor(random() * (counts.companies - 2));
    const popular = zipfOf(
      Array.from(
        { length: Math.min(POPULAR, counts.companies - 2) },
        (_, i) => 2 + ((i * 7919) % (counts.companies - 2)),
      ),
      random,
    );
    const lists = await Promise.all(
      questionsOf(counts)
        .filter(({ whole, frame, path }) => !whole && !frame && path !== '/health')
        .map((question) => firstPage({ ...api, server }, question)),
    );
    const next = async (i: number): Promise<Target> => {
      if (i % 10 < 7) return await of(`companies/?id=${i % 10 < 4 ? popular() : anyId()}`);
      return lists[Math.floor(random() * lists.length)]!;
    };
    const all = await of('companies/');

    const samples: Sample[] = [];
    let sent = 0;
    for (const until of requests) {
      while (sent < until) {
        const targets = await Promise.all(
          Array.from({ length: Math.min(BATCH, until - sent) }, (_, i) => next(sent + i)),
        );
        await sendAll(targets, targets.length);
        sent += targets.length;
        options.onProgress?.('requests', sent, requests.at(-1)!);
      }
      await ask(all);
      samples.push({ requests: sent, ...memoryOf(server.pid) });
    }
    return samples;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Returns the memory of a process. Linux only. */
function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)![1]) / 1024);
  return { own: of('RssAnon'), mapped: of('RssFile') };
}

/** Returns the samples as a Markdown table. */
export const memoryTable = (samples: Sample[]): string =>
  markdown(
    ['requests', 'memory, MB', 'of it files, MB'],
    samples.map(({ requests, own, mapped }) => [requests, own + mapped, mapped]),
  );
