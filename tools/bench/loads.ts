import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findKind, load } from '@dossier/ingest';
import { beginRun, endRun, isPostgres, type Db } from '@dossier/store';
import { createTestDatabase, startPostgres, type Engine } from '@dossier/store/testing';
import { copyBare, copyText, insertBare, type TableRows } from './loads-bare.ts';
import { linesOf, OWNERS, ROWS, SERVED } from './loads-rows.ts';
import { company } from './memory-rows.ts';
import { cpuOf } from './speed-cpu.ts';

/** Microseconds per row. */
interface Cost {
  cpu: number;
  wall: number;
}
/** The ways to store the rows of a kind, in the order in which a round measures them. */
type Round = Record<'fresh' | 'unchanged' | 'insert', Cost> & { copy?: Cost };

export const USAGE = `npm run bench -- loads [options]

Loads new rows as NDJSON into an empty database, and the same rows again. Then stores the rows that the API serves in another
database with bare multi-row INSERT statements and, on Postgres, in a third one with COPY. Prints the CPU of this process and
of its database sessions, and the time. The first round warms up. Linux only.

  --database <name>   sqlite (default) or postgres
  --kinds <names>     for example news,companies: all by default
  --rows <number>     20000 by default
  --rounds <number>   5 by default
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: 'sqlite' },
      kinds: { type: 'string', default: Object.keys(ROWS).join(',') },
      rows: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const [count, rounds] = [Number(values.rows), Number(values.rounds)];
  const engine = values.database as Engine;
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  if (server) process.env['TEST_POSTGRES_URL'] = server.url;
  const measured = new Map<string, Round[]>();
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const kind of values.kinds.split(',')) {
        const cost = await measureRound(engine, kind, count);
        if (round > 0) measured.set(kind, [...(measured.get(kind) ?? []), cost]);
      }
    }
  } finally {
    await server?.stop();
  }
  for (const clock of ['cpu', 'wall'] as const) printTable(measured, clock);
}

async function measureRound(engine: Engine, kind: string, count: number): Promise<Round> {
  // Idle sessions stay, so that the CPU they used is counted.
  const open = () => createTestDatabase(engine, { least: 10 });
  const ours = await open();
  const bare = await open();
  const copied = engine === 'postgres' ? await open() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'dossier-copy-'));
  try {
    await loadRows(ours.db, 'companies', linesOf(company, OWNERS));
    const tables = SERVED['companies']!;
    const seeds = await readTables(ours.db, ['categories', ...tables]);
    for (const each of [bare, ...(copied ? [copied] : [])]) await insertBare(each.db, seeds);
    const before = await readTables(ours.db, SERVED[kind]!);

    const lines = linesOf(ROWS[kind]!, count);
    const each = ({ cpu, wall }: Cost): Cost => ({ cpu: cpu / count, wall: wall / count });
    const fresh = each(await costOf(ours.db, () => loadRows(ours.db, kind, lines)));
    const unchanged = each(await costOf(ours.db, () => loadRows(ours.db, kind, lines, count)));
    const served = newRows(before, await readTables(ours.db, SERVED[kind]!));
    const insert = each(await costOf(bare.db, () => insertBare(bare.db, served)));
    if (!copied) return { fresh, unchanged, insert };
    // The server reads the files as another user.
    chmodSync(folder, 0o755);
    const files = served.map((rows) => {
      const path = join(folder, rows.table);
      writeFileSync(path, copyText(rows));
      return { table: rows.table, columns: Object.keys(rows.rows[0] ?? {}), path };
    });
    const copy = each(await costOf(copied.db, () => copyBare(copied.db, files)));
    return { fresh, unchanged, insert, copy };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const each of [ours, bare, copied]) await each?.close();
  }
}

async function readTables(db: Db, tables: string[]): Promise<TableRows[]> {
  const all: TableRows[] = [];
  for (const table of tables) all.push({ table, rows: (await db(table).select('*')) as TableRows['rows'] });
  return all;
}

/** Returns the rows that were not there before. Rows are not deleted or changed in between. */
function newRows(before: TableRows[], after: TableRows[]): TableRows[] {
  return after.map(({ table, rows }, i) => {
    const known = new Set(before[i]!.rows.map((row) => JSON.stringify(row)));
    return { table, rows: rows.filter((row) => !known.has(JSON.stringify(row))) };
  });
}

/** Prints the medians, and the ratios with their range. */
function printTable(measured: Map<string, Round[]>, clock: keyof Cost): void {
  const ways = [...measured.values()][0]![0]!.copy ? ['insert', 'copy'] : ['insert'];
  const head = [
    ...['records', 'new', 'unchanged', ...ways.map((way) => `bare ${way.toUpperCase()}`)],
    ...['new / unchanged', ...ways.map((way) => `${way.toUpperCase()} / new`)],
  ];
  const title = clock === 'cpu' ? 'CPU' : 'Time';
  process.stdout.write(
    `\n${title} per row, µs\n\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}\n`,
  );
  for (const [kind, rounds] of measured) {
    const of = (way: string) => rounds.map((round) => round[way as keyof Round]![clock]);
    const ratio = (one: string, other: string) => {
      const [above, below] = [of(one), of(other)];
      const all = above.map((value, i) => value / below[i]!);
      const range = [Math.min(...all), Math.max(...all)].map((each) => each.toFixed(2));
      return `${median(all).toFixed(2)} (${range.join(' to ')})`;
    };
    const cells = [
      kind,
      ...['fresh', 'unchanged', ...ways].map((way) => median(of(way)).toFixed(0)),
      ratio('fresh', 'unchanged'),
      ...ways.map((way) => ratio(way, 'fresh')),
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Loads the lines as a run. @throws Error when fewer rows are unchanged */
async function loadRows(db: Db, kind: string, lines: Buffer, unchanged = 0): Promise<void> {
  const run = await beginRun(db, { command: 'load', kind: kind, source: '-' });
  const report = await load({
    ...{ db, kind: findKind(kind)!, paths: ['-'], options: { format: 'ndjson' }, run },
    stdin: chunksOf(lines),
  });
  await endRun(db, run, { outcome: 'done' });
  if (report.unchanged < unchanged)
    throw new Error(`${report.unchanged} of ${unchanged} rows are unchanged.`);
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

/** Returns the microseconds that work takes: CPU of this process and of its database sessions, and time. */
async function costOf(db: Db, work: () => Promise<void>): Promise<Cost> {
  const [before, began] = [await cpu(db), performance.now()];
  await work();
  const wall = (performance.now() - began) * 1000;
  return { cpu: (await cpu(db)) - before, wall };
}

async function cpu(db: Db): Promise<number> {
  const { user, system } = process.cpuUsage();
  if (!isPostgres(db)) return user + system;
  const sessions = (await db('pg_stat_activity')
    .where({ backend_type: 'client backend' })
    .pluck('pid')) as number[];
  return sessions.reduce((sum, pid) => sum + cpuOf(pid), user + system);
}
