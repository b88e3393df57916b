import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findKind, load } from '@dossier/ingest';
import { beginRun, historyOf, type Db } from '@dossier/store';
import { createTestDatabase, startPostgres, type Engine, type TestDatabase } from '@dossier/store/testing';
import { quantile } from './relevance-measure.ts';

const COMPANIES = 200;
const BATCH = 500;

/** The records of a round. Those with the same number and another version change each other. */
const RECORDS: Record<string, (i: number, version: number) => object> = {
  company: (i, version) => ({
    ...{ domain: `company${i}.example`, name: `Company ${i}`, type: 'private' },
    description: `Makes everything, version ${version}.`,
    headquarters: { city: 'Berlin', country: 'Germany' },
    categories: ['Anvils', `Category ${i % 7}`],
    financials: ['total_estimated_funding', 'latest_estimated_valuation'].map((name) => ({
      ...{ name, value: 1000 * i + version, date: '2025-12-31' },
    })),
  }),
  filing: (i, version) => ({
    ...{ company: `owner${i % COMPANIES}.example`, type: '10-K', name: `Annual report, version ${version}` },
    accession_number: `0000000000-24-${String(i).padStart(6, '0')}`,
    ...{ filed_at: '2024-01-02', url: `https://filings.example/${i}.htm` },
  }),
  news: (i, version) => ({
    ...{ company: `owner${i % COMPANIES}.example`, headline: `Headline ${i}`, short_headline: `H ${i}` },
    ...{ description: `Version ${version}.`, release_date: '2024-01-02', importance: 'major' },
  }),
};

/** A database, with what its sessions and this process spend on it. */
interface Place {
  database: TestDatabase;
  hasHistory: boolean;
}

export const USAGE = `npm run bench -- history [options]

Measures how much slower the history makes loads. Loads the same new records into two databases in turn, and then changes
all of them. In one database, the writer keeps no former versions. Prints CPU time, which includes the database sessions.
Linux only.

  --database <name>   sqlite (default) or postgres
  --records <number>  1000 by default
  --rounds <number>   9 by default
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: 'sqlite' },
      records: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '9' },
    },
  });
  const [engine, count, rounds] = [values.database as Engine, Number(values.records), Number(values.rounds)];
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  if (server) process.env['TEST_POSTGRES_URL'] = server.url;
  const places: Place[] = [];
  try {
    for (const hasHistory of [true, false])
      places.push({ database: await createTestDatabase(engine), hasHistory });
    const owners = Array.from({ length: COMPANIES }, (_, i) => ({
      ...{ domain: `owner${i}.example`, name: `Owner ${i}`, type: 'private' },
    }));
    for (const place of places) await loaded(place, 'company', owners);
    process.stdout.write(`${engine}, ${count} records in each of ${rounds} rounds\n`);
    for (const kind of Object.keys(RECORDS)) {
      const times = { new: new Map<Place, number[]>(), changed: new Map<Place, number[]>() };
      // The first round warms up.
      for (let round = 0; round <= rounds; round++) {
        const numbers = Array.from({ length: count }, (_, i) => round * count + i);
        for (const [version, what] of (['new', 'changed'] as const).entries()) {
          const records = numbers.map((i) => RECORDS[kind]!(i, version));
          // They take turns in being first.
          for (const place of round % 2 === 0 ? places : places.toReversed()) {
            const spent = (await loaded(place, kind, records)) / count;
            if (round > 0) times[what].set(place, [...(times[what].get(place) ?? []), spent]);
          }
        }
      }
      for (const [what, spent] of Object.entries(times)) {
        const [kept, bare] = places.map((place) => spent.get(place)!) as [number[], number[]];
        const ratios = kept.map((value, i) => value / bare[i]!);
        const range = [quantile(ratios, 0.5), Math.min(...ratios), Math.max(...ratios)] as const;
        const [middle, least, most] = range.map((value) => value.toFixed(2));
        const [one, other] = [kept, bare].map((each) => quantile(each, 0.5).toFixed(0));
        process.stdout.write(`| ${kind} | ${what} | ${one} | ${other} | ${middle} (${least} to ${most}) |\n`);
      }
    }
  } finally {
    for (const { database } of places) await database.close();
    await server?.stop();
  }
}

/** Loads records. Returns the CPU time of this process and of the sessions of the database, in microseconds. */
async function loaded({ database: { db, engine }, hasHistory }: Place, kind: string, records: object[]) {
  const tables = { ...historyOf };
  // The writer copies the versions of kinds that have a history.
  if (!hasHistory) for (const name of Object.keys(historyOf)) delete historyOf[name];
  const run = await beginRun(db, { command: 'load', kind, source: 'bench' });
  const sessions = engine === 'postgres' ? await sessionsOf(db) : [];
  const [before, began] = [cpuOf(sessions), process.cpuUsage()];
  const rows = records.map((value, i) => ({ file: 'bench', row: i + 1, value }));
  async function* items() {
    yield { rows };
  }
  const report = await load({
    ...{ db, run, kind: findKind(kind)!, paths: items() },
    options: { batchSize: BATCH, format: 'ndjson', maxErrors: undefined },
  });
  const { user, system } = process.cpuUsage(began);
  const spent = user + system + cpuOf(sessions) - before;
  Object.assign(historyOf, tables);
  if (report.rejected > 0)
    throw new Error(`${report.rejected} records were rejected: ${JSON.stringify(report)}`);
  return spent;
}

async function sessionsOf(db: Db): Promise<number[]> {
  // Opens the connections of the pool first.
  await Promise.all([1, 2, 3].map(() => db.raw('select 1')));
  return (await db('pg_stat_activity').whereRaw('datname = current_database()').pluck('pid')) as number[];
}

/** Returns the CPU time of processes in microseconds. A session that ended counts as nothing. */
const cpuOf = (pids: number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
    } catch {
      return sum;
    }
  }, 0);
