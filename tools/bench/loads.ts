import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inParts } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { createTestDatabase, insertUncounted, type Engine, type TestPostgres } from '@dossier/store/testing';
import { company, linesOf, OWNERS, ROWS } from './load-rows.ts';
import { engineOf, markdown, median, oneOf, spread, whole, withServer } from './options.ts';
import { cpuOf } from './speed-measure.ts';

/** Microseconds of CPU per row. */
type Round = Record<'fresh' | 'unchanged' | 'inserted' | 'insertedAll', number>;

/** How many rows a transaction inserts: as many as one of a load. */
const AT_ONCE = 2000;

export const USAGE = `npm run bench -- loads [options]

Loads new rows as NDJSON into an empty database with \`ingest load\`, as it is built, and the same rows again. Prints the CPU
of the program and of its database sessions. A load of no rows is subtracted from each load, so that the start of the program
does not count. Nothing is indexed. For comparison, inserts the stored rows into the same table of another
database, with all its indexes: several rows a statement, ${AT_ONCE} a transaction. A load also stores a statement and a
change of each record; "all rows" inserts these too. Linux only.

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
  const [count, rounds] = [whole('rows', values.rows), whole('rounds', values.rounds)];
  const engine = engineOf(values.database);
  const kinds = values.kinds.split(',').map((kind) => oneOf('kinds', kind, Object.keys(ROWS)));
  const measured = new Map<string, Round[]>();
  await withServer(engine, undefined, async (server) => {
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) {
        const cost = await measureRound(engine, server, kind, count);
        measured.set(kind, [...(measured.get(kind) ?? []), cost]);
      }
    }
  });
  printTable(measured);
}

async function measureRound(
  engine: Engine,
  server: TestPostgres | undefined,
  kind: string,
  count: number,
): Promise<Round> {
  // Idle sessions stay, so that the CPU they used is counted.
  const ours = await createTestDatabase(engine, { least: 10 });
  const folder = mkdtempSync(join(tmpdir(), 'dossier-loads-'));
  const costOf = (db: Db, work: () => Promise<unknown>) => measure(() => cpu(db, server), work);
  const fileOf = (name: string, rowOf: (i: number) => object, rows: number) => {
    const path = join(folder, `${name}.ndjson`);
    writeFileSync(path, [...linesOf(rowOf, rows)].join(''));
    return path;
  };
  try {
    const owners = fileOf('owners', company, OWNERS);
    await load(ours.url, 'companies', owners);
    const [none, rows] = [fileOf('none', company, 0), fileOf('rows', ROWS[kind]!, count)];
    const start = await costOf(ours.db, () => load(ours.url, kind, none));
    const costOfLoad = async (outcome: 'new' | 'unchanged') => {
      const cost = await costOf(ours.db, async () => {
        const report = await load(ours.url, kind, rows);
        if (report[outcome] !== count) throw new Error(`${report[outcome]} of ${count} rows are ${outcome}.`);
      });
      return (cost - start) / count;
    };
    const fresh = await costOfLoad('new');
    const insert = { from: ours.db, owners };
    const inserted = (await costOfInsert(engine, server, { ...insert, tables: [kind] })) / count;
    const all = [kind, ...Object.keys(OF_EACH_RECORD)];
    const insertedAll = (await costOfInsert(engine, server, { ...insert, tables: all })) / count;
    return { fresh, inserted, insertedAll, unchanged: await costOfLoad('unchanged') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await ours.close();
  }
}

/** The tables that a load fills with each record, and their keys, which grow. */
const OF_EACH_RECORD: Record<string, string> = { statements: 'id', changes: 'seq', change_companies: 'seq' };

/** Measures the insertion of the rows of tables, without those that the owners have brought. */
async function costOfInsert(
  engine: Engine,
  server: TestPostgres | undefined,
  { from, tables, owners }: { from: Db; tables: string[]; owners: string },
): Promise<number> {
  const bare = await createTestDatabase(engine, { least: 10 });
  try {
    await load(bare.url, 'companies', owners);
    const rowsOf = async (table: string): Promise<object[]> => {
      const key = OF_EACH_RECORD[table] ?? (table === 'companies' ? 'id' : undefined);
      if (key === undefined) return from(table).select();
      const { last } = (await bare.db(table).max({ last: key }).first()) as { last: number };
      return from(table).where(key, '>', last).select();
    };
    // Without an order, as they were stored: an INSERT in the order of random ids takes longer.
    const parts = await Promise.all(tables.map(async (table) => [...inParts(await rowsOf(table), AT_ONCE)]));
    return await measure(
      () => cpu(bare.db, server),
      async () => {
        for (let i = 0; i < Math.max(...parts.map(({ length }) => length)); i++)
          await bare.db.transaction(async (trx) => {
            for (const [at, table] of tables.entries())
              await insertUncounted(trx, table, parts[at]![i] ?? []);
          });
      },
    );
  } finally {
    await bare.close();
  }
}

/** Prints the medians, and the ratios with their range. */
function printTable(measured: Map<string, Round[]>): void {
  const costs = ['new', 'unchanged', 'INSERT', 'all rows'];
  const lines = [...measured].map(([kind, rounds]) => {
    const of = (way: keyof Round) => rounds.map((round) => round[way]);
    const ratio = (one: keyof Round, other: keyof Round) =>
      spread(of(one).map((value, i) => value / of(other)[i]!));
    const medians = (['fresh', 'unchanged', 'inserted', 'insertedAll'] as const).map((way) =>
      median(of(way)).toFixed(0),
    );
    const ratios = [ratio('fresh', 'unchanged'), ratio('inserted', 'fresh'), ratio('insertedAll', 'fresh')];
    return [kind, ...medians, ...ratios];
  });
  const head = ['records', ...costs, 'new / unchanged', 'INSERT / new', 'all rows / new'];
  process.stdout.write(`\nCPU per row, µs\n\n${markdown(head, lines)}`);
}

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

/** Returns the microseconds of CPU that work takes. */
async function measure(readCpu: () => Promise<number>, work: () => Promise<unknown>): Promise<number> {
  const before = await readCpu();
  await work();
  return (await readCpu()) - before;
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
