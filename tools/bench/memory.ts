import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@dossier/store/testing';
import type { Loaded, Order } from './memory-load.ts';
import { formats, generated, type Format, type Generated } from './memory-rows.ts';

/** How much higher the peak of the large load may be than that of the small one. */
const ALLOWED = 0.2;

/** What was loaded, and what it took. Peak memory in megabytes, of the whole process. */
export interface Measured {
  kind: string;
  database: string;
  rows: number;
  new: number;
  rejected: number;
  seconds: number;
  peakMemory: number;
}

export interface MemoryOptions {
  kind: Generated;
  format: Format;
  /** Of one load after the other; the first is what the others are held to. */
  rows: number[];
  database: 'sqlite' | 'postgres';
  /** Whether what is loaded is indexed too. */
  index: boolean;
}

/**
 * `bench memory [--rows 5000000] [--small 50000] [--kind companies] [--format ndjson] [--database sqlite] [--index]`:
 * loads generated rows from a stream, few and then many, each into an empty database by a process of its own, and
 * fails when the many take more memory at their peak than the few, beyond a fifth.
 */
export async function memory(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '5000000' },
      small: { type: 'string', default: '50000' },
      kind: { type: 'string', default: 'companies' },
      format: { type: 'string', default: 'ndjson' },
      database: { type: 'string', default: 'sqlite' },
      index: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const measured = await measureMemory({
    kind: oneOf('kind', values.kind, generated),
    format: oneOf('format', values.format, formats),
    rows: [number('small', values.small), number('rows', values.rows)],
    database: oneOf('database', values.database, ['sqlite', 'postgres']),
    index: values.index,
  });
  process.stdout.write(values.json ? `${JSON.stringify(measured, undefined, 2)}\n` : table(measured));
  const growth = growthOf(measured);
  if (growth > ALLOWED) {
    throw new Error(`The peak rose by ${percent(growth)}, which is more than ${percent(ALLOWED)}.`);
  }
}

/** Loads so many rows, one number after the other, each in a process and a database of its own. */
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
      if (report.read !== count) throw new Error(`${report.read} rows were read, not ${count}.`);
      measured.push({ kind, database, rows: count, new: made, rejected, seconds, peakMemory });
    } finally {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return measured;
}

/** By how much the highest peak exceeds the first: 0.1 is a tenth. */
function growthOf([first, ...others]: Measured[]): number {
  return Math.max(...others.map(({ peakMemory }) => peakMemory)) / first!.peakMemory - 1;
}

/** Loads in a process of its own. */
export async function loadInProcess(order: Order): Promise<Loaded> {
  const script = join(import.meta.dirname, 'memory-load.ts');
  // The code of functions that rest would be thrown away between two looks, which hides what is kept.
  const flags = ['--import', 'tsx', ...(order.looks ? ['--expose-gc', '--no-flush-bytecode'] : [])];
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Flags of this process, such as those of a test runner, would be measured too.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The load of ${order.rows} rows ended with ${String(code)}.`);
  return JSON.parse(out) as Loaded;
}

function table(measured: Measured[]): string {
  const lines = measured.map(
    ({ kind, database, rows, rejected, seconds, peakMemory }) =>
      `| ${kind} | ${database} | ${rows} | ${rejected} | ${seconds} | ${Math.round(rows / seconds)} | ${peakMemory} |`,
  );
  return [
    '| kind | database | rows | rejected | seconds | rows a second | peak memory, MB |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    '',
    `The peak of the large load is ${percent(growthOf(measured))} higher than that of the small one.\n`,
  ].join('\n');
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new Error(`--${name} must be one of ${allowed.join(', ')}, not ${value}.`);
  return found;
}

function number(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}.`);
  return Number(text);
}
