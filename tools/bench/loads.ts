import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Db } from '@dossier/store';
import { createTestDatabase, startPostgres, type Engine, type TestPostgres } from '@dossier/store/testing';
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

Loads new rows as NDJSON into an empty database with \`ingest load\`, as it is built, and the same rows again. Then stores the
rows that the API serves in another database with bare multi-row INSERT statements and, on Postgres, in a third one with COPY.
Prints the CPU of the program and of its database sessions, and the time. A load of no rows is subtracted from each load, so
that the start of the program does not count. Nothing is indexed. The first round warms up the bare statements. Linux only.

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
        const cost = await measureRound(engine, server, kind, count);
        if (round > 0) measured.set(kind, [...(measured.get(kind) ?? []), cost]);
      }
    }
  } finally {
    await server?.stop();
  }
  for (const clock of ['cpu', 'wall'] as const) printTable(measured, clock);
}

async function measureRound(
  engine: Engine,
  server: TestPostgres | undefined,
  kind: string,
  count: number,
): Promise<Round> {
  // Idle sessions stay, so that the CPU they used is counted.
  const open = () => createTestDatabase(engine, { least: 10 });
  const ours = await open();
  const bare = await open();
  const copied = engine === 'postgres' ? await open() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'dossier-loads-'));
  const costOf = (db: Db, work: () => Promise<unknown>) => measure(() => cpu(db, server), work);
  const fileOf = (name: string, rowOf: (i: number) => object, rows: number) => {
    const path = join(folder, `${name}.ndjson`);
    writeFileSync(path, linesOf(rowOf, rows));
    return path;
  };
  try {
    await load(ours.url, 'companies', fileOf('owners', company, OWNERS));
    const tables = SERVED['companies']!;
    const seeds = await readTables(ours.db, ['categories', ...tables]);
    for (const each of [bare, ...(copied ? [copied] : [])]) await insertBare(each.db, seeds);
    const before = await readTables(ours.db, SERVED[kind]!);

    const [none, rows] = [fileOf('none', company, 0), fileOf('rows', ROWS[kind]!, count)];
    const start = await costOf(ours.db, () => load(ours.url, kind, none));
    const each = ({ cpu, wall }: Cost): Cost => ({ cpu: cpu / count, wall: wall / count });
    const costOfLoad = async (outcome: 'new' | 'unchanged') => {
      const { cpu, wall } = await costOf(ours.db, async () => {
        const report = await load(ours.url, kind, rows);
        if (report[outcome] !== count) throw new Error(`${report[outcome]} of ${count} rows are ${outcome}.`);
      });
      return each({ cpu: cpu - start.cpu, wall: wall - start.wall });
    };
    const fresh = await costOfLoad('new');
    const unchanged = await costOfLoad('unchanged');
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

const LAUNCHER = fileURLToPath(new URL('../../bin/dossier.cjs', import.meta.url));

/** Loads a file with the built program, which finds no search server. Returns its report. */
async function load(
  databaseUrl: string,
  kind: string,
  path: string,
): Promise<Record<'new' | 'unchanged', number>> {
  const child = spawn(process.execPath, [LAUNCHER, 'ingest', 'load', kind, path, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: databaseUrl, SEARCH_URL: 'http://127.0.0.1:9' },
  });
  const [report] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`ingest load ${kind} exited with ${child.exitCode}.`);
  return JSON.parse(report) as Record<'new' | 'unchanged', number>;
}

/** Returns the microseconds that work takes: CPU and time. */
async function measure(readCpu: () => Promise<number>, work: () => Promise<unknown>): Promise<Cost> {
  const [before, began] = [await readCpu(), performance.now()];
  await work();
  const wall = (performance.now() - began) * 1000;
  return { cpu: (await readCpu()) - before, wall };
}

/** Returns the CPU of this process, of the programs that it has started, and of their database sessions. */
async function cpu(db: Db, server: TestPostgres | undefined): Promise<number> {
  const { user, system } = process.cpuUsage();
  const own = user + system + cpuOfEnded('self');
  if (!server) return own;
  const sessions = (await db('pg_stat_activity')
    .where({ backend_type: 'client backend' })
    .pluck('pid')) as number[];
  const [postmaster] = readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n');
  return sessions.reduce((sum, pid) => sum + cpuOf(pid), own + cpuOfEnded(postmaster!));
}

/** In Linux, always. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU of the child processes of a process that have ended, in microseconds. */
function cpuOfEnded(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain blanks. `cutime` and `cstime` are the 14th and 15th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1e6) / TICKS_PER_SECOND;
}
