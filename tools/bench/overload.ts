import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '@dossier/store/testing';
import type { Outcome, Sending } from './overload-arrivals.ts';
import { measureOverload, type OverloadOptions, type OverloadResult } from './overload-measure.ts';
import { measureSoak, type SoakResult } from './overload-soak.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/measurements/overload.md', import.meta.url));

export const USAGE = `npm run bench -- overload [options]

Starts the API, sends five times as many requests as it can answer, and then the worst requests of one caller together with
ordinary requests of others. The client sends requests at a constant rate, whether or not responses arrive. Times begin when
a request is due.

  --database <name>   sqlite (default) or postgres
  --seconds <number>  the length of each phase: 60 by default, 600 with --soak
  --soak              send half as many requests as the API can answer instead, and watch its memory
  --rows <number>     20000 by default
  --worst <number>    the requests that the caller with the worst questions keeps open: 60 by default
  --set NAME=value    a setting of the API; repeat it for several
  --json              print the result as JSON
  --write             replace the table in docs/measurements/overload.md

It takes four times --seconds and about two and a half minutes: 7 minutes by default. With --soak it takes --seconds and
about a minute: 11 minutes by default. The machine must have no other work. If the client cannot send 90% of the requests,
the command reports it, writes nothing and exits with 1.
`;
/** The least share of requests that must be sent on time. */
const LEAST_SENT = 0.9;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: 'sqlite' },
      rows: { type: 'string', default: '20000' },
      seconds: { type: 'string' },
      worst: { type: 'string', default: '60' },
      soak: { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const { database: engine, soak } = values;
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`--database must be sqlite or postgres, not ${engine}.`);
  const options: OverloadOptions = {
    engine,
    rows: whole('rows', values.rows),
    seconds: whole('seconds', values.seconds ?? (soak ? '600' : '60')),
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
    if (soak) {
      const result = await measureSoak(options);
      print(result, result.sending, soakTable(result), values);
    } else {
      const result = await measureOverload(options);
      print(result, result.overload.sending, overloadTable(result), values);
    }
  } finally {
    await postgres?.stop();
  }
}

type Result = Pick<OverloadResult, 'engine' | 'rows' | 'seconds'>;

function print(
  result: Result,
  { sent, wanted, early }: Sending,
  table: string,
  { json, write }: { json: boolean; write: boolean },
): void {
  process.stdout.write(json ? `${JSON.stringify(result, undefined, 2)}\n` : table);
  if (early > 0)
    throw new Error(`The client sent ${early} requests too early, so the result is not reliable.`);
  if (sent < wanted * LEAST_SENT)
    throw new Error(
      `The client sent only ${sent} of ${wanted} requests on time, so the result is not reliable. ` +
        'Stop other work on the machine, or use fewer --rows.',
    );
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

const spread = ({ median, p99, p999, max }: Outcome) =>
  `median ${ms(median)}, p99 ${ms(p99)}, p99.9 ${ms(p999)}, at most ${ms(max)}`;
const sendingText = ({ sent, wanted, late, connections }: Sending) =>
  `${((100 * sent) / wanted).toFixed(1)}% of ${wanted}, on up to ${connections} connections; ` +
  `late by ${ms(late.median)} (median), ${ms(late.p99)} (p99)`;

/** Returns a result as a Markdown table. */
export function overloadTable(result: OverloadResult): string {
  const { capacity, usual, overload: over, bare, live, after, beside } = result;
  return tableOf([
    ['capacity', `${Math.round(capacity)} requests per second`],
    ['**at half the capacity**', whatOf(result.usualStatuses)],
    ['times', `${spread(usual)} (a bare server: p99 ${ms(bare.usual.p99)})`],
    [`**at ${Math.round(over.perSecond)} requests per second**`, whatOf(over.statuses)],
    ['sent by the client', sendingText(over.sending)],
    [
      'accepted requests (200)',
      `${spread(over.accepted)}: p99 ${times(over.accepted.p99, usual.p99)} that at half the capacity ` +
        `(a bare server: p99 ${ms(bare.overload.p99)})`,
    ],
    ['rejected requests (503)', spread(over.rejected)],
    ['`/live` meanwhile', `${whatOf(live.statuses)}: ${spread(live.times)}`],
    ['normal again after', `${after.seconds} s (${whatOf(after.statuses)})`],
    ['**a worst question alone**', `median ${ms(beside.worst.median)}, at most ${ms(beside.worst.max)}`],
    ['others at a quarter of the capacity, alone', spread(beside.alone)],
    [
      'others during the worst questions of one caller',
      `${spread(beside.others)}: p99 ${times(beside.others.p99, beside.alone.p99)} that alone`,
    ],
    ['responses to the others', whatOf(beside.othersStatuses)],
    ['responses to that caller', whatOf(beside.caller)],
  ]);
}

/** Returns a result as a Markdown table. */
export function soakTable({ perSecond, statuses, outcome, megabytes, sending }: SoakResult): string {
  return tableOf([
    [`responses at ${Math.round(perSecond)} requests per second`, whatOf(statuses)],
    ['times', spread(outcome)],
    ['sent by the client', sendingText(sending)],
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
