import { ask, type Target } from './connection.ts';
import { markdown, median, spread } from './options.ts';
import {
  apiOf,
  measuredApi,
  workInTurn,
  type Api,
  type Ends,
  type Measured,
  type SpeedOptions,
  type Work,
} from './speed-measure.ts';
import { countsOf, END, LARGE_COMPANY, timeOf, type Counts } from './speed-rows.ts';
import { startBare, type Server } from './speed-servers.ts';

/** Each server answers this many times the requests of a round before it is measured. */
const WARM_UP = 20;

/** A question with its bar: the least share of a bare Express route's speed, for CPU and for requests a second. */
interface Workload {
  name: string;
  bar: Record<SpeedOptions['engine'], number>;
  paths: string[];
  headers?: Record<string, string>;
  /** Compares with an empty 304 instead of the same bytes. */
  unchanged?: boolean;
  /** Measures the server that keeps answers. */
  kept?: boolean;
}

interface BarRow {
  name: string;
  bytes: number;
  bar: number;
  works: Record<'express' | 'ours', Work[]>;
}

const URLS = 100_000;

function workloadsOf(counts: Counts): Workload[] {
  const { companies, news } = counts;
  const detail = (id: number) => `companies/?id=${id}`;
  const some = 2 + Math.floor(companies / 2);
  const all = Array.from({ length: Math.min(URLS, companies - 2) }, (_, i) =>
    detail(2 + ((i * 7919) % (companies - 2))),
  );
  const since = timeOf(news - 30, news);
  const sync = new URLSearchParams({
    mode: 'sync',
    updated_at_gte: since,
    updated_at_lte: new Date(END).toISOString(),
  });
  const same = [detail(some)];
  const compressed = { 'accept-encoding': 'gzip, br' };
  const pageOf = (list: string) => [`${list}/?company_id=${LARGE_COMPANY}&page_size=50`];
  // The bars are those of Node 24, where bare Express takes half of the CPU that it takes on Node 20.
  return [
    { name: 'company, same URL', bar: { sqlite: 0.5, postgres: 0.3 }, paths: same },
    { name: 'company, many URLs', bar: { sqlite: 0.5, postgres: 0.3 }, paths: all },
    {
      name: 'company, compressed',
      bar: { sqlite: 0.2, postgres: 0.2 },
      paths: same,
      headers: compressed,
    },
    { name: 'company, same URL, kept', bar: { sqlite: 1.5, postgres: 1.5 }, paths: same, kept: true },
    {
      name: 'company, compressed, kept',
      bar: { sqlite: 0.9, postgres: 0.9 },
      paths: same,
      headers: compressed,
      kept: true,
    },
    {
      name: 'company, 304, kept',
      bar: { sqlite: 1, postgres: 1 },
      paths: same,
      unchanged: true,
      kept: true,
    },
    { name: 'company, 304', bar: { sqlite: 0.25, postgres: 0.15 }, paths: same, unchanged: true },
    { name: 'filings of the large company', bar: { sqlite: 0.35, postgres: 0.2 }, paths: pageOf('filings') },
    {
      name: 'news of the large company',
      bar: { sqlite: 0.35, postgres: 0.35 },
      paths: pageOf('news/company'),
    },
    {
      name: 'companies that changed',
      bar: { sqlite: 0.15, postgres: 0.15 },
      paths: [`companies/?${sync.toString()}`],
    },
  ];
}

/** Measures our CPU and requests a second beside a bare Express route that sends the same bytes. */
export async function measureBars(options: SpeedOptions): Promise<BarRow[]> {
  const [, rows] = options.rows;
  const ends: Ends = [];
  try {
    const api = await apiOf(rows, options, ends);
    const keeping = { ...api, server: await api.start() };
    const express = await startBare();
    ends.push(express.stop);
    const measured: BarRow[] = [];
    for (const workload of workloadsOf(countsOf(rows)))
      if (workload.name.includes(options.only ?? ''))
        measured.push(await measure(workload, workload.kept ? keeping : api, express, options));
    return measured;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function measure(
  { name, bar, paths, headers, unchanged }: Workload,
  api: Api,
  express: Server,
  options: SpeedOptions,
): Promise<BarRow> {
  const authorization = `Token ${api.key}`;
  const url = (path: string) => `${api.server.url}/api/v1/${path}`;
  const answer = await fetch(url(paths[0]!), { headers: { authorization } });
  const body = await answer.text();
  const etag = answer.headers.get('etag');
  if (!etag || !answer.headers.has('request-id') || !answer.headers.get('vary')?.includes('Accept-Encoding'))
    throw new Error(`${name}: a header is missing.`);
  const sent = { authorization, ...headers, ...(unchanged && { 'if-none-match': etag }) };
  const targets = paths.map((path): Target => ({ url: url(path), method: 'GET', headers: sent }));
  const stored: Target = { url: `${express.url}/answer`, method: 'GET', headers: {} };
  await ask({ ...stored, method: 'PUT', body });
  if ((await ask(stored)).toString() !== body) throw new Error(`${name}: Express returns other bytes.`);
  const empty = { ...stored, url: `${express.url}/empty/304` };
  const bare: Measured = { pids: () => [express.pid], targets: [unchanged ? empty : stored] };
  return {
    name,
    bytes: unchanged ? 0 : Buffer.byteLength(body),
    bar: bar[options.engine],
    works: await workInTurn({ express: bare, ours: measuredApi(api, targets) }, options, WARM_UP),
  };
}

/** Returns the figures as a table. A ratio says how often ours does the work of Express. */
export const barsTable = (rows: BarRow[]): string =>
  markdown(
    [
      ...['question', 'kB', 'Express, µs', 'ours, µs'],
      ...['CPU: Express / ours', 'requests a second: ours / Express', 'bar', 'met'],
    ],
    rows.map(({ name, bytes, bar, works: { express, ours } }) => {
      const cpu = express.map(({ microseconds }, round) => microseconds / ours[round]!.microseconds);
      const speed = ours.map(({ perSecond }, round) => perSecond / express[round]!.perSecond);
      const cost = (works: Work[]) => Math.round(median(works.map(({ microseconds }) => microseconds)));
      const met = median(cpu) >= bar && median(speed) >= bar;
      return [
        ...[name, (bytes / 1000).toFixed(1), cost(express), cost(ours)],
        ...[spread(cpu), spread(speed), bar, met ? 'yes' : 'no'],
      ];
    }),
  );
