import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { ask, type Target } from './speed-ask.ts';
import { workInTurn, type Measured, type Work } from './speed-cpu.ts';
import { apiOf, type Ends, type SpeedOptions } from './speed-measure.ts';
import type { Api } from './speed-places.ts';
import { countsOf, END, LARGE_COMPANY, timeOf, type Counts } from './speed-rows.ts';
import { startBare, startBareHttp, type Server } from './speed-servers.ts';

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
  works: Record<'http' | 'express' | 'ours', Work[]>;
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
  return [
    { name: 'company, same URL', bar: { sqlite: 0.7, postgres: 0.3 }, paths: [detail(some)] },
    { name: `company, ${all.length} URLs`, bar: { sqlite: 0.35, postgres: 0.3 }, paths: all },
    {
      name: 'company, gzip and br accepted',
      bar: { sqlite: 0.2, postgres: 0.2 },
      paths: [detail(some)],
      headers: { 'accept-encoding': 'gzip, br' },
    },
    {
      name: 'company, same URL, kept',
      bar: { sqlite: 0.9, postgres: 0.9 },
      paths: [detail(some)],
      kept: true,
    },
    {
      name: 'company, gzip and br accepted, kept',
      bar: { sqlite: 0.9, postgres: 0.9 },
      paths: [detail(some)],
      headers: { 'accept-encoding': 'gzip, br' },
      kept: true,
    },
    {
      name: 'company, 304, kept',
      bar: { sqlite: 1.2, postgres: 1.2 },
      paths: [detail(some)],
      unchanged: true,
      kept: true,
    },
    { name: 'company, 304', bar: { sqlite: 0.5, postgres: 0.3 }, paths: [detail(some)], unchanged: true },
    {
      name: 'news of the large company, 50',
      bar: { sqlite: 0.35, postgres: 0.35 },
      paths: [`news/company/?company_id=${LARGE_COMPANY}&page_size=50`],
    },
    {
      name: 'companies that changed',
      bar: { sqlite: 0.3, postgres: 0.3 },
      paths: [`companies/?${sync.toString()}`],
    },
  ];
}

/** Measures our CPU and requests a second beside bare programs that send the same bytes. */
export async function measureBars(options: SpeedOptions, requests: number): Promise<BarRow[]> {
  const [, rows] = options.rows;
  const load = { requests, rounds: options.rounds };
  const ends: Ends = [];
  try {
    const { start, ...api } = await apiOf(rows, options, ends);
    const keeping = { ...api, server: await start() };
    const [http, express] = [await startBareHttp(), await startBare()];
    ends.push(http.stop, express.stop);
    const measured: BarRow[] = [];
    for (const workload of workloadsOf(countsOf(rows)).filter(({ name }) =>
      name.includes(options.only ?? ''),
    ))
      measured.push(
        await measure(workload, { api: workload.kept ? keeping : api, http, express }, load, options),
      );
    return measured;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function measure(
  { name, bar, paths, headers, unchanged }: Workload,
  { api, http, express }: { api: Api; http: Server; express: Server },
  load: { requests: number; rounds: number },
  { engine }: SpeedOptions,
): Promise<BarRow> {
  const own = { authorization: `Token ${api.key}`, ...headers };
  const target = (path: string): Target => ({
    url: `${api.server.url}/api/v1/${path}`,
    method: 'GET',
    headers: own,
  });
  let targets = paths.map(target);
  const first = { ...targets[0]!, headers: { authorization: own.authorization } };
  const body = await ask(first);
  const answer = await headersOf(first);
  if (!answer.etag || !answer['request-id'] || !answer.vary?.includes('Accept-Encoding'))
    throw new Error(`${name}: a header is missing.`);
  if (unchanged)
    targets = targets.map((each) => ({ ...each, headers: { ...own, 'if-none-match': answer.etag! } }));
  const bare = async (server: Server): Promise<Measured> => {
    const stored: Target = { url: `${server.url}/answer`, method: 'GET', headers: {} };
    await ask({ ...stored, method: 'PUT', body: body.toString() });
    if (!(await ask(stored)).equals(body)) throw new Error(`${name}: a bare program returns other bytes.`);
    const empty = { ...stored, url: `${server.url}/empty/304` };
    return { pid: server.pid, targets: [unchanged ? empty : stored] };
  };
  const servers = {
    http: await bare(http),
    express: await bare(express),
    ours: { pid: api.server.pid, targets },
  };
  return {
    name,
    bytes: unchanged ? 0 : body.length,
    bar: bar[engine],
    works: await workInTurn(servers, load),
  };
}

const headersOf = ({ url, headers }: Target): Promise<IncomingHttpHeaders> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.headers);
    })
      .on('error', reject)
      .end();
  });

const quantile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** Returns the ratios of two programs, round by round: how often ours does the work of the other one. */
const ratios = (one: Work[], other: Work[], of: (work: Work) => number) =>
  one.map((work, round) => of(work) / of(other[round]!));

/** Returns the figures as a Markdown table. */
export function barsTable(rows: BarRow[]): string {
  const header = [
    'question',
    'kB',
    'node:http, µs',
    'Express, µs',
    'ours, µs',
    'CPU: Express / ours',
    'requests a second: ours / Express',
    'bar',
    'met',
  ];
  const lines = rows.map(({ name, bytes, bar, works: { http, express, ours } }) => {
    const cpu = ratios(express, ours, ({ microseconds }) => microseconds);
    const speed = ratios(ours, express, ({ perSecond }) => perSecond);
    const micro = (works: Work[]) =>
      Math.round(
        quantile(
          works.map(({ microseconds }) => microseconds),
          0.5,
        ),
      );
    const spread = (values: number[]) =>
      `${quantile(values, 0.5).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
    const met = quantile(cpu, 0.5) >= bar && quantile(speed, 0.5) >= bar;
    return [
      name,
      (bytes / 1000).toFixed(1),
      micro(http),
      micro(express),
      micro(ours),
      spread(cpu),
      spread(speed),
      bar,
      met ? 'yes' : 'no',
    ];
  });
  return (
    [header, header.map((_, i) => (i === 0 ? '---' : '---:')), ...lines]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n') + '\n'
  );
}
