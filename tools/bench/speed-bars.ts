import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { ask, type Target } from './speed-ask.ts';
import { workInTurn, type Measured, type Work } from './speed-cpu.ts';
import { apiOf, type Ends, type SpeedOptions } from './speed-measure.ts';
import type { Api } from './speed-places.ts';
import { countsOf, END, LARGE_COMPANY, timeOf, type Counts } from './speed-rows.ts';
import { startBare, startBareHttp, type Server } from './speed-servers.ts';
import { markdown } from './options.ts';
import { COMPARED, comparedCells, microsecondsOf } from './speed-shares.ts';

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

/** Returns the figures as a Markdown table. */
export const barsTable = (rows: BarRow[]): string =>
  markdown(
    ['question', 'kB', 'node:http, µs', ...COMPARED],
    rows.map(({ name, bytes, bar, works: { http, ...works } }) => [
      name,
      (bytes / 1000).toFixed(1),
      microsecondsOf(http),
      ...comparedCells(works, bar),
    ]),
  );
