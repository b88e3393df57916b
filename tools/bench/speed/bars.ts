import type { Engine } from '@dossier/store/testing';
import { withDefer } from '../defer.ts';
import { markdown, median, spread } from '../figures.ts';
import { ask, targetOf, type Target } from '../http.ts';
import { startBare, type Server } from '../servers.ts';
import { apiOf, workInTurn, type Api, type Measured, type SpeedOptions } from './measure.ts';
import { countsOf, END, LARGE_COMPANY, timeOf, type Counts } from './rows.ts';

/** Each server answers this many times the requests of a round before it is measured. */
const WARM_UP_ROUNDS = 20;
const URLS = 100_000;

/** A question with its bar: the least share of a bare Express route's speed, for CPU and for requests a second. */
interface Workload {
  name: string;
  bar: Record<Engine, number>;
  paths: string[];
  headers?: Record<string, string>;
  /** Compares with an empty 304 instead of the same bytes. */
  unchanged?: boolean;
  /** Measures the server that keeps answers. */
  kept?: boolean;
}

function workloadsOf({ companies, news }: Counts): Workload[] {
  const detail = (id: number) => `companies/?id=${id}`;
  const all = Array.from({ length: Math.min(URLS, companies - 2) }, (_, i) =>
    detail(2 + ((i * 7919) % (companies - 2))),
  );
  const paths = [detail(2 + Math.floor(companies / 2))];
  const headers = { 'accept-encoding': 'gzip, br' };
  const large = `company_id=${LARGE_COMPANY}&page_size=50`;
  const changed = `updated_at_gte=${timeOf(news - 30, news)}&updated_at_lte=${new Date(END).toISOString()}`;
  const bar = (sqlite: number, postgres: number) => ({ bar: { sqlite, postgres } });
  // The bars are those of Node 24, where bare Express takes half of the CPU that it takes on Node 20.
  return [
    { name: 'company, same URL', ...bar(0.5, 0.3), paths },
    { name: 'company, many URLs', ...bar(0.5, 0.3), paths: all },
    { name: 'company, compressed', ...bar(0.2, 0.2), paths, headers },
    { name: 'company, same URL, kept', ...bar(1.5, 1.5), paths, kept: true },
    { name: 'company, compressed, kept', ...bar(0.9, 0.9), paths, headers, kept: true },
    { name: 'company, 304, kept', ...bar(1, 1), paths, unchanged: true, kept: true },
    { name: 'company, 304', ...bar(0.25, 0.15), paths, unchanged: true },
    { name: 'filings of the large company', ...bar(0.35, 0.2), paths: [`filings/?${large}`] },
    { name: 'news of the large company', ...bar(0.35, 0.35), paths: [`news/company/?${large}`] },
    { name: 'companies that changed', ...bar(0.15, 0.15), paths: [`companies/?mode=sync&${changed}`] },
  ];
}

type BarRow = Awaited<ReturnType<typeof measure>>;

/** Measures our CPU and requests a second beside a bare Express route that sends the same bytes. */
export const measureBars = (options: SpeedOptions): Promise<BarRow[]> =>
  withDefer(async (defer) => {
    const [, rows] = options.rows;
    const api = await apiOf(rows, options, defer);
    const cached = await api.startCached();
    const express = await startBare(defer);
    const measured: BarRow[] = [];
    for (const workload of workloadsOf(countsOf(rows)))
      if (workload.name.includes(options.only ?? ''))
        measured.push(await measure(workload, workload.kept ? { ...api, ...cached } : api, express, options));
    return measured;
  });

async function measure(
  { name, bar, paths, headers, unchanged }: Workload,
  api: Api,
  express: Server,
  options: SpeedOptions,
) {
  const asked = paths.map((path) => targetOf(api.url, api.key, path));
  const answer = await fetch(asked[0]!.url, { headers: asked[0]!.headers });
  const body = await answer.text();
  const etag = answer.headers.get('etag');
  if (!etag || !answer.headers.has('request-id') || !answer.headers.get('vary')?.includes('Accept-Encoding'))
    throw new Error(`${name}: a header is missing.`);
  const more = { ...headers, ...(unchanged && { 'if-none-match': etag }) };
  const targets = asked.map((target) => ({ ...target, headers: { ...target.headers, ...more } }));
  const stored: Target = { url: `${express.url}/answer`, headers: {} };
  await fetch(stored.url, { method: 'PUT', body });
  if ((await ask(stored)).toString() !== body) throw new Error(`${name}: Express returns other bytes.`);
  const bare = unchanged ? { ...stored, url: `${express.url}/empty/304` } : stored;
  const bytes = unchanged ? 0 : Buffer.byteLength(body);
  const servers: [Measured, Measured] = [
    { server: express, targets: [bare] },
    { server: api, db: api.db, targets },
  ];
  return { name, bytes, bar: bar[options.engine], works: await workInTurn(servers, options, WARM_UP_ROUNDS) };
}

/** Returns the figures as a table. A ratio says how often ours does the work of Express. */
export const barsTable = (rows: BarRow[]): string =>
  markdown(
    [
      ...['question', 'kB', 'Express, µs', 'ours, µs'],
      ...['CPU: Express / ours', 'requests a second: ours / Express', 'bar', 'met'],
    ],
    rows.map(({ name, bytes, bar, works }) => {
      const cpu = works.map(([express, ours]) => express.microseconds / ours.microseconds);
      const speed = works.map(([express, ours]) => ours.perSecond / express.perSecond);
      const cost = (place: 0 | 1) => Math.round(median(works.map((both) => both[place].microseconds)));
      const met = median(cpu) >= bar && median(speed) >= bar;
      return [
        ...[name, (bytes / 1000).toFixed(1), cost(0), cost(1)],
        ...[spread(cpu), spread(speed), bar, met ? 'yes' : 'no'],
      ];
    }),
  );
