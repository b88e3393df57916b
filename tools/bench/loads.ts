import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findKind, load } from '@dossier/ingest';
import { beginRun, endRun, isPostgres, migrate, openDatabase, type Db } from '@dossier/store';
import { startPostgres } from '@dossier/store/testing';
import { company } from './memory-rows.ts';
import { cpuOf } from './speed-cpu.ts';

/** The number of companies that filings and news belong to. */
const OWNERS = 500;

const day = (i: number) => new Date(Date.UTC(2020, 0, 1, i)).toISOString();
const prose = (i: number, words: number) =>
  Array.from({ length: words }, (_, at) => `word${(i * 7 + at * 3) % 97}`).join(' ');

const ROWS: Record<string, (i: number) => object> = {
  companies: (i) => ({ ...company(i), domain: `loaded-${i}.example.com`, description: prose(i, 30) }),
  filings: (i) => ({
    company: `company-${i % OWNERS}.example.com`,
    accession_number: `0000000001-26-${String(i).padStart(6, '0')}`,
    ...{ name: `Annual report ${i}`, type: '10-K', format: 'htm', region: 'US' },
    ...{ filed_at: day(i), url: `https://filings.example/${i}.htm` },
  }),
  news: (i) => ({
    company: `company-${i % OWNERS}.example.com`,
    ...{ headline: `News ${i}`, short_headline: prose(i, 4), description: prose(i, 40) },
    ...{ release_date: day(i), importance: 'minor' },
    articles: [0, 1].map((n) => ({
      ...{ link: `https://news.example/${i}/${n}`, headline: prose(i + n, 9), short_summary: prose(i, 25) },
      ...{ date_published: day(i), publication: 'Example News', publication_score: 50 },
    })),
  }),
};

/** Microseconds of CPU per row, of one round. */
interface Round {
  fresh: number;
  unchanged: number;
}

/**
 * `bench loads [--database sqlite|postgres] [--rows 20000] [--rounds 5]`: loads new rows as NDJSON into an empty database, and
 * the same rows again. Prints the CPU of this process and of its database sessions. The first round warms up. Linux only.
 */
export async function loads(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: 'sqlite' },
      rows: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const [count, rounds] = [Number(values.rows), Number(values.rounds)];
  const measured = new Map<string, Round[]>();
  for (let round = 0; round <= rounds; round++) {
    await withEmptyDatabase(values.database, async (db) => {
      await loadRows(db, 'companies', linesOf(company, OWNERS));
      for (const [kind, rowOf] of Object.entries(ROWS)) {
        const lines = linesOf(rowOf, count);
        const fresh = (await loadRows(db, kind, lines)) / count;
        const unchanged = (await loadRows(db, kind, lines, count)) / count;
        if (round > 0) measured.set(kind, [...(measured.get(kind) ?? []), { fresh, unchanged }]);
      }
    });
  }
  process.stdout.write(
    '| records | new, µs | unchanged, µs | new / unchanged |\n| --- | ---: | ---: | --- |\n',
  );
  for (const [kind, all] of measured) {
    const ratios = all.map(({ fresh, unchanged }) => fresh / unchanged);
    const range = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(1));
    const cells = [
      ...[kind, median(all.map(({ fresh }) => fresh)).toFixed(0)],
      ...[median(all.map(({ unchanged }) => unchanged)).toFixed(0)],
      `${median(ratios).toFixed(1)} (${range.join(' to ')})`,
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const linesOf = (rowOf: (i: number) => object, count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, i) => `${JSON.stringify(rowOf(i))}\n`).join(''));

async function withEmptyDatabase(engine: string, work: (db: Db) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const db = openDatabase(postgres?.url ?? `sqlite:${join(folder, 'bench.db')}`);
  try {
    await migrate(db);
    await work(db);
  } finally {
    await db.destroy();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Loads the lines as a run, and returns the microseconds of CPU. @throws Error when fewer rows are unchanged */
async function loadRows(db: Db, kind: string, lines: Buffer, unchanged = 0): Promise<number> {
  const run = await beginRun(db, { command: 'load', kind: kind, source: '-' });
  const before = await cpu(db);
  const report = await load({
    ...{ db, kind: findKind(kind)!, paths: ['-'], options: { format: 'ndjson' }, run },
    stdin: chunksOf(lines),
  });
  const used = (await cpu(db)) - before;
  await endRun(db, run, { outcome: 'done' });
  if (report.unchanged < unchanged)
    throw new Error(`${report.unchanged} of ${unchanged} rows are unchanged.`);
  return used;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

/** Returns the microseconds of CPU of this process and of the sessions of its database. */
async function cpu(db: Db): Promise<number> {
  const { user, system } = process.cpuUsage();
  if (!isPostgres(db)) return user + system;
  const sessions = (await db('pg_stat_activity')
    .where({ backend_type: 'client backend' })
    .pluck('pid')) as number[];
  return sessions.reduce((sum, pid) => sum + cpuOf(pid), user + system);
}
