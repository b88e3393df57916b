import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '@dossier/store/testing';
import { measureOverload, type OverloadResult } from './overload-measure.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/measurements/overload.md', import.meta.url));

/**
 * `bench overload [--database sqlite|postgres] [--rows 20000] [--seconds 60] [--worst 60] [--json] [--write]`: starts the
 * API, sends it five times as many requests as it can answer, and then the worst questions of one caller beside the
 * ordinary ones of others.
 */
export async function overload(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: 'sqlite' },
      rows: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '60' },
      worst: { type: 'string', default: '60' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const { database: engine } = values;
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`--database must be sqlite or postgres, not ${engine}.`);
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url;
  try {
    const result = await measureOverload({
      engine,
      rows: whole('rows', values.rows),
      seconds: whole('seconds', values.seconds),
      worst: whole('worst', values.worst),
      onPhase: (phase) => void process.stderr.write(`${phase}\n`),
    });
    process.stdout.write(values.json ? `${JSON.stringify(result, undefined, 2)}\n` : overloadTable(result));
    if (values.write) writeDown(result);
  } finally {
    await postgres?.stop();
  }
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const times = (one: number, other: number) => `${(one / other).toFixed(1)} ×`;
const counted = (statuses: Record<number, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'no response' : status}`)
    .join(', ');

/** Returns a result as a Markdown table. */
export function overloadTable({
  capacity,
  usual,
  overload: over,
  live,
  after,
  beside,
}: OverloadResult): string {
  const rows = [
    ['capacity (16 clients)', `${Math.round(capacity)} requests per second`],
    ['p99 at half the capacity', ms(usual.p99)],
    [`responses at ${Math.round(over.perSecond)} requests per second`, counted(over.statuses)],
    [
      'p99 of accepted requests',
      `${ms(over.accepted.p99)} (${times(over.accepted.p99, usual.p99)} the p99 above)`,
    ],
    ['p99 of rejected requests (503)', ms(over.rejected.p99)],
    ['`/live` meanwhile', `${counted(live.statuses)}, at most ${ms(live.max)}`],
    ['normal again after', `${after.seconds} s`],
    ['p99 at a quarter of the capacity', ms(beside.alone.p99)],
    [
      'p99 during the worst questions of one caller',
      `${ms(beside.others.p99)} (${times(beside.others.p99, beside.alone.p99)} the p99 above)`,
    ],
    ['responses to the others', counted(beside.othersStatuses)],
    ['responses to that caller', counted(beside.caller)],
  ];
  const lines = rows.map(([what, value]) => `| ${what} | ${value} |`);
  return `${['| what | result |', '| --- | --- |', ...lines].join('\n')}\n`;
}

/** Replaces the table of the database in the document. */
function writeDown(result: OverloadResult): void {
  const { engine, rows, seconds } = result;
  const [begin, end] = [`<!-- ${engine}: written by the bench -->`, `<!-- ${engine}: end -->`];
  const [before, , after] = readFileSync(DOCUMENT, 'utf8').split(
    new RegExp(`(?<=${begin}\n)([^]*?)(?=${end})`),
  );
  if (before === undefined || after === undefined)
    throw new Error(`${DOCUMENT} has no section for ${engine}.`);
  const [cpu] = cpus();
  const machine =
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} shared cores ` +
    `(${cpu?.model.trim() ?? 'unknown'}), ${rows} rows, ${seconds} seconds for each phase.`;
  writeFileSync(DOCUMENT, `${before}\n${machine}\n\n${overloadTable(result)}\n${after}`);
}

function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}.`);
  return Number(text);
}
