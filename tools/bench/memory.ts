import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fromSource } from '@dossier/shared/testing';
import { startPostgres } from '@dossier/store/testing';
import type { Loaded, Order } from './memory-load.ts';
import { formats, ROWS, type Format } from './load-rows.ts';
import { engineOf, markdown, oneOf, whole } from './options.ts';

/** How much higher the peak of the large load may be than that of the small one. */
const ALLOWED = 0.2;

/** The result of one load. `peakMemory` is of the whole process, in megabytes. */
export interface Measured {
  kind: string;
  database: string;
  rows: number;
  new: number;
  rejected: number;
  seconds: number;
  peakMemory: number;
}

interface MemoryOptions {
  kind: string;
  format: Format;
  /** The rows of each load. The others are compared with the first. */
  rows: number[];
  database: 'sqlite' | 'postgres';
  /** Whether the load also fills a search index. */
  index: boolean;
}

export const USAGE = `npm run bench -- memory [options]

Loads generated rows from a stream, a few and then many, each time into an empty database from a new process. Exits with 1 if
the peak memory of the large load exceeds that of the small one by more than a fifth.

  --rows <number>     of the large load: 5000000 by default
  --small <number>    rows of the small load: 50000 by default
  --kind <name>       companies (default) or another kind of records
  --format <name>     ndjson (default), csv or json
  --database <name>   sqlite (default) or postgres
  --index             fill a search index too
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '5000000' },
      small: { type: 'string', default: '50000' },
      kind: { type: 'string', default: 'companies' },
      format: { type: 'string', default: 'ndjson' },
      database: { type: 'string', default: 'sqlite' },
      index: { type: 'boolean', default: false },
    },
  });
  const measured = await measureMemory({
    kind: oneOf('kind', values.kind, Object.keys(ROWS)),
    format: oneOf('format', values.format, formats),
    rows: [whole('small', values.small), whole('rows', values.rows)],
    database: engineOf(values.database),
    index: values.index,
  });
  process.stdout.write(table(measured));
  const growth = growthOf(measured);
  if (growth > ALLOWED) {
    throw new Error(`The peak rose by ${percent(growth)}. The limit is ${percent(ALLOWED)}.`);
  }
}

/** Loads each number of rows into a new database from a new process. */
async function measureMemory({ kind, format, rows, database, index }: MemoryOptions): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const count of rows) {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
    const postgres = database === 'postgres' ? await startPostgres() : undefined;
    try {
      const { report } = await loadInProcess({
        kind,
        format,
        rows: count,
        databaseUrl: postgres?.url ?? `sqlite:${join(folder, 'bench.db')}`,
        ...(index && { searchUrl: `sqlite:${join(folder, 'search.db')}` }),
        rejects: join(folder, 'rejects.ndjson'),
      });
      const { new: made, rejected, seconds, peakMemory } = report;
      if (report.read !== count) throw new Error(`The load read ${report.read} rows instead of ${count}.`);
      measured.push({ kind, database, rows: count, new: made, rejected, seconds, peakMemory });
    } finally {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return measured;
}

/** Returns by how much the highest peak exceeds the first, as a share: 0.1 is a tenth. */
function growthOf([first, ...others]: Measured[]): number {
  return Math.max(...others.map(({ peakMemory }) => peakMemory)) / first!.peakMemory - 1;
}

/** Loads rows in a new process, and returns its report. */
export async function loadInProcess(order: Order): Promise<Loaded> {
  const script = join(import.meta.dirname, 'memory-load.ts');
  // Without the last flag, V8 frees the code of unused functions between two samples, which hides a leak.
  const flags = [...fromSource, ...(order.samples ? ['--expose-gc', '--no-flush-bytecode'] : [])];
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Flags of this process, such as those of a test runner, would change the result.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The load of ${order.rows} rows exited with ${String(code)}.`);
  return JSON.parse(out) as Loaded;
}

const table = (measured: Measured[]): string =>
  markdown(
    ['kind', 'database', 'rows', 'rejected', 'seconds', 'rows per second', 'peak memory, MB'],
    measured.map(({ kind, database, rows, rejected, seconds, peakMemory }) => [
      ...[kind, database, rows, rejected, seconds, Math.round(rows / seconds), peakMemory],
    ]),
  ) + `\nThe peak of the large load is ${percent(growthOf(measured))} higher than that of the small one.\n`;

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
