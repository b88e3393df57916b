import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '@dossier/store/testing';
import { measurePeers, PEERS } from './peers-measure.ts';
import { peersTable, speedOf } from './peers-table.ts';
import { keepResults, today } from './speed-charts.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/measurements/peers.md', import.meta.url));

export const USAGE = `npm run bench -- peers [options]

Compares our API with programs that make an API of the same tables of Postgres, and with bare programs. The peers are not
dependencies: the first run installs them with npm into the folder, where the next run finds them.

  --peers <names>      postgraphile-4,postgraphile-5,directus,directus-cache by default; "" leaves them out
  --folder <path>      by default one in the temporary directory
  --rows <number>      200000 by default
  --rounds <number>    7 by default
  --requests <number>  500 by default
  --only <text>        only questions whose name contains the text
  --json               print the result as JSON
  --write              replace the table in docs/measurements/peers.md, and draw its charts
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      peers: { type: 'string', default: Object.keys(PEERS).join(',') },
      folder: { type: 'string', default: join(tmpdir(), 'dossier-peers') },
      rows: { type: 'string', default: '200000' },
      rounds: { type: 'string', default: '7' },
      requests: { type: 'string', default: '500' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const names = values.peers.split(',').filter((name) => name !== '');
  if (values.write && values.only !== undefined)
    throw new Error('--write replaces the tables of all questions. Leave out --only.');
  const unknown = names.find((name) => !Object.hasOwn(PEERS, name));
  if (unknown !== undefined)
    throw new Error(`--peers must be a list of ${Object.keys(PEERS).join(', ')}, not ${unknown}.`);
  const options = {
    peers: names,
    folder: resolve(values.folder),
    rows: whole('rows', values.rows),
    rounds: whole('rounds', values.rounds),
    requests: whole('requests', values.requests),
    only: values.only,
  };
  mkdirSync(options.folder, { recursive: true });
  const before = loadavg()[0]!;
  const postgres = await startPostgres();
  // The server on which the database of the bench is created.
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  try {
    const results = await measurePeers({ ...options, onProgress: progress() });
    const table = peersTable(results);
    process.stdout.write(values.json ? `${JSON.stringify(results, undefined, 2)}\n` : table);
    if (values.write) {
      writeDown(options, before, table);
      for (const { question, programs } of results) {
        const subject = { name: question, description: 'On the same Postgres', unit: 'requests a second' };
        const speeds = Object.fromEntries(programs.map(({ name, turns }) => [name, speedOf(turns)]));
        const chart = `peers-${question.replaceAll(/\W+/g, '-')}`;
        keepResults(chart, subject, speeds);
      }
    }
  } finally {
    await postgres.stop();
  }
}

/** Returns a function that prints each step once, to a terminal. */
function progress(): ((what: string) => void) | undefined {
  if (!process.stderr.isTTY) return undefined;
  let last = '';
  return (what) => {
    if (what !== last) process.stderr.write(`${what}\n`);
    last = what;
  };
}

/** Replaces the tables in the document. @param before the load average before the run */
function writeDown(
  { rows, rounds, requests }: { rows: number; rounds: number; requests: number },
  before: number,
  table: string,
): void {
  const [begin, end] = ['<!-- peers: written by the bench -->', '<!-- peers: end -->'];
  const text = readFileSync(DOCUMENT, 'utf8');
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start === -1 || stop < start) throw new Error(`${DOCUMENT} has no section for the tables.`);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const loads = [before, loadavg()[0]!].map((load) => load.toFixed(1)).join(' before and ');
  const header =
    `${today()}, commit ${commit}, ${machine}, a load average of ${loads} after; ` +
    `${rows} rows, 8 connections, ${rounds} rounds of ${requests} requests.`;
  writeFileSync(DOCUMENT, `${text.slice(0, start)}${begin}\n\n${header}\n\n${table}\n${text.slice(stop)}`);
}

function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}.`);
  return Number(text);
}
