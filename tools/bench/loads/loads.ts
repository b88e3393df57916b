import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inParts } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { insertUncounted, type Engine, type TestPostgres } from '@dossier/store/testing';
import { Command } from 'commander';
import { someOf, whole } from '../../command.ts';
import { choosePostgres, databaseOption, temporaryDatabase, temporaryFolder, withDefer } from '../defer.ts';
import { cpuOf, markdown, median, sessionsOf, spread } from '../figures.ts';
import { loadBy } from '../ingest.ts';
import { company, KINDS, linesOf, OWNERS, ROWS, type RowKind } from './rows.ts';

/** Microseconds of CPU per row. */
type Round = Record<'fresh' | 'unchanged' | 'inserted', number>;

/** How many rows a transaction inserts: as many as one of a load. */
const AT_ONCE = 2000;

interface Options extends Record<'rows' | 'rounds', number> {
  database: Engine;
  kinds: RowKind[];
}

export const loads = new Command('loads')
  .summary('compare the CPU of loads with that of INSERT')
  .description(
    `Load new rows as NDJSON into an empty database with \`ingest load\`, as it is built, and the same rows again. Print the CPU
of the program and of its database sessions. A load of no rows is subtracted from each load, so that the start of the program
does not count. Nothing is indexed. For comparison, insert the same companies, records, statements and changes into an empty
database, with all its indexes: several rows a statement, ${AT_ONCE} a transaction. Linux only.`,
  )
  .addOption(databaseOption())
  .option('--kinds <name,…>', 'kinds of records', someOf(KINDS), [...KINDS])
  .option('--rows <number>', 'rows of each load', whole, 20_000)
  .option('--rounds <number>', 'times that each kind is loaded', whole, 5)
  .action(({ database: engine, kinds, rows, rounds }: Options) =>
    withDefer(async (defer) => {
      const server = await choosePostgres(engine, defer);
      const measured = new Map<RowKind, Round[]>(kinds.map((kind) => [kind, []]));
      for (let round = 0; round < rounds; round++)
        for (const [kind, costs] of measured) costs.push(await measureRound(engine, server, kind, rows));
      printTable(measured);
    }),
  );

const measureRound = (
  engine: Engine,
  server: TestPostgres | undefined,
  kind: RowKind,
  count: number,
): Promise<Round> =>
  withDefer(async (defer) => {
    const folder = temporaryFolder(defer);
    const fileOf = (name: string, rowOf: (i: number) => object, rows: number) => {
      const path = join(folder, `${name}.ndjson`);
      writeFileSync(path, [...linesOf(rowOf, rows)].join(''));
      return path;
    };
    const [owners, none] = [fileOf('owners', company, OWNERS), fileOf('none', company, 0)];
    const rows = fileOf('rows', ROWS[kind], count);
    // Idle sessions stay, so that the CPU they used is counted.
    const open = () => temporaryDatabase(engine, defer, { least: 10 });
    const [{ db, url: DATABASE_URL }, bare] = [await open(), await open()];
    const loadFile = (path: string, of: string = kind) => loadBy([of, path], { DATABASE_URL });
    const costOf = async (db: Db, work: () => Promise<unknown>) => {
      const before = await cpu(db, server);
      await work();
      return (await cpu(db, server)) - before;
    };
    await loadFile(owners, 'companies');
    const start = await costOf(db, () => loadFile(none));
    const costOfLoad = async (outcome: 'new' | 'unchanged') => {
      const cost = await costOf(db, async () => {
        const { [outcome]: done } = await loadFile(rows);
        if (done !== count) throw new Error(`${done} of ${count} rows are ${outcome}.`);
      });
      return (cost - start) / count;
    };
    const fresh = await costOfLoad('new');
    const tables = new Set(['companies', kind, 'statements', 'changes', 'change_companies']);
    const inserted = (await costOf(bare.db, await insertsOf([...tables], db, bare.db))) / (count + OWNERS);
    return { fresh, inserted, unchanged: await costOfLoad('unchanged') };
  });

/** Returns the insertion of the rows of tables, with those of the owners, into an empty database. */
async function insertsOf(tables: string[], from: Db, into: Db): Promise<() => Promise<void>> {
  // Without an order, as they were stored: an INSERT in the order of random ids takes longer.
  const parts = await Promise.all(
    tables.map(async (table) => [...inParts((await from(table).select()) as object[], AT_ONCE)]),
  );
  return async () => {
    for (let i = 0; i < Math.max(...parts.map(({ length }) => length)); i++)
      await into.transaction(async (trx) => {
        for (const [at, table] of tables.entries()) await insertUncounted(trx, table, parts[at]![i] ?? []);
      });
  };
}

/** Prints the medians, and the ratios with their range. */
function printTable(measured: Map<RowKind, Round[]>): void {
  const ways = ['fresh', 'unchanged', 'inserted'] as const;
  const lines = [...measured].map(([kind, rounds]) => {
    const medians = ways.map((way) => median(rounds.map((round) => round[way])).toFixed(0));
    const ratio = (one: keyof Round, other: keyof Round) =>
      spread(rounds.map((round) => round[one] / round[other]));
    return [kind, ...medians, ratio('fresh', 'unchanged'), ratio('inserted', 'fresh')];
  });
  const head = ['records', 'new', 'unchanged', 'INSERT', 'new / unchanged', 'INSERT / new'];
  process.stdout.write(`\nCPU per row, µs\n\n${markdown(head, lines)}`);
}

/** Returns the CPU of this process, of the programs that it has started, and of their database sessions. */
async function cpu(db: Db, server: TestPostgres | undefined): Promise<number> {
  const { user, system } = process.cpuUsage();
  const own = user + system + cpuOfEnded('self');
  if (!server) return own;
  const [postmaster] = readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n');
  const sessions = await sessionsOf(db);
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
