import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '@dossier/store/testing';
import { measureOverload, type OverloadOptions, type OverloadResult } from './overload-measure.ts';
import { measureSoak, type SoakResult } from './overload-soak.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/measurements/overload.md', import.meta.url));

/**
 * `bench overload [--database sqlite|postgres] [--rows 20000] [--seconds 60] [--worst 60] [--set NAME=value] [--json]
 * [--write]`: starts the API, sends five times as many requests as it can answer, and then the worst requests of one caller
 * together with ordinary requests of others. `--soak <seconds>` sends half as many requests as it can answer instead.
 */
export async function overload(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: 'sqlite' },
      rows: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '60' },
      worst: { type: 'string', default: '60' },
      soak: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const { database: engine } = values;
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`--database must be sqlite or postgres, not ${engine}.`);
  const options: OverloadOptions = {
    engine,
    rows: whole('rows', values.rows),
    seconds: whole('seconds', values.seconds),
    worst: whole('worst', values.worst),
    settings: Object.fromEntries(values.set.map((setting) => setting.split(/=(.*)/s, 2))) as Record<
      string,
      string
    >,
    onPhase: (phase) => void process.stderr.write(`${phase}\n`),
  };
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url;
  try {
    if (values.soak === undefined) {
      const result = await measureOverload(options);
      print(result, overloadTable(result), values);
    } else {
      const result = await measureSoak(options, whole('soak', values.soak));
      print(result, soakTable(result), values);
    }
  } finally {
    await postgres?.stop();
  }
}

type Result = Pick<OverloadResult, 'engine' | 'rows' | 'seconds'>;

function print(result: Result, table: string, { json, write }: { json: boolean; write: boolean }): void {
  process.stdout.write(json ? `${JSON.stringify(result, undefined, 2)}\n` : table);
  if (write) writeDown(result, table);
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const times = (one: number, other: number) => `${(one / other).toFixed(1)} ×`;
const whatOf = (statuses: Record<number, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'no response' : status}`)
    .join(', ');
const tableOf = (rows: [what: string, result: string][]) =>
  `${['| what | result |', '| --- | --- |', ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join('\n')}\n`;

/** Returns a result as a Markdown table. */
export function overloadTable({
  capacity,
  usual,
  overload: over,
  bare,
  live,
  after,
  beside,
}: OverloadResult): string {
  return tableOf([
    ['capacity', `${Math.round(capacity)} requests per second`],
    ['p99 at half the capacity', `${ms(usual.p99)} (a bare server: ${ms(bare.usual.p99)})`],
    [
      `responses at ${Math.round(over.perSecond)} requests per second`,
      `${whatOf(over.statuses)} in ${over.elapsed.toFixed(1)} s`,
    ],
    [
      'p99 of accepted requests',
      `${ms(over.accepted.p99)} (${times(over.accepted.p99, usual.p99)} the p99 above; ` +
        `${times(over.accepted.p99, bare.overload.p99)} that of a bare server, ${ms(bare.overload.p99)})`,
    ],
    ['rejected requests (503)', `p99 ${ms(over.rejected.p99)}, at most ${ms(over.rejected.max)}`],
    ['delay of the client, p99', ms(over.clientDelay)],
    ['`/live` meanwhile', `${whatOf(live.statuses)}, at most ${ms(live.max)}`],
    ['normal again after', `${after.seconds} s`],
    ['a worst question alone', `median ${ms(beside.worst.median)}, at most ${ms(beside.worst.max)}`],
    ['p99 at a quarter of the capacity', ms(beside.alone.p99)],
    [
      'p99 during the worst questions of one caller',
      `${ms(beside.others.p99)} (${times(beside.others.p99, beside.alone.p99)} the p99 above)`,
    ],
    ['responses to the others', whatOf(beside.othersStatuses)],
    ['responses to that caller', whatOf(beside.caller)],
  ]);
}

/** Returns a result as a Markdown table. */
export function soakTable({ perSecond, statuses, outcome, megabytes, clientDelay }: SoakResult): string {
  return tableOf([
    [`responses at ${Math.round(perSecond)} requests per second`, whatOf(statuses)],
    [
      'times',
      `median ${ms(outcome.median)}, p99 ${ms(outcome.p99)}, p99.9 ${ms(outcome.p999)}, at most ${ms(outcome.max)}`,
    ],
    ['delay of the client, p99', ms(clientDelay)],
    [
      'memory of the API, median of each quarter',
      `${megabytes.map((each) => Math.round(each)).join(', ')} MB`,
    ],
  ]);
}

/** Replaces the table in the document: `sqlite`, or `sqlite soak`. */
function writeDown(result: Result, table: string): void {
  const { engine, rows, seconds } = result;
  const name = 'megabytes' in result ? `${engine} soak` : engine;
  const [begin, end] = [`<!-- ${name}: written by the bench -->`, `<!-- ${name}: end -->`];
  const [before, , after] = readFileSync(DOCUMENT, 'utf8').split(
    new RegExp(`(?<=${begin}\n)([^]*?)(?=${end})`),
  );
  if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has no section for ${name}.`);
  const [cpu] = cpus();
  const machine =
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} shared cores ` +
    `(${cpu?.model.trim() ?? 'unknown'}), ${rows} rows, ${seconds} seconds for each phase.`;
  writeFileSync(DOCUMENT, `${before}\n${machine}\n\n${table}\n${after}`);
}

function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}.`);
  return Number(text);
}
