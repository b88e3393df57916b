import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '@dossier/store/testing';
import cliProgress from 'cli-progress';
import { barsTable, measureBars } from './speed-bars.ts';
import { keepResults, today } from './speed-charts.ts';
import { measureSpeed, type SpeedOptions } from './speed-measure.ts';
import { measureServeMemory, memoryTable } from './speed-memory.ts';
import { measureSearch, searchTable } from './speed-search.ts';
import { cpuShare } from './speed-shares.ts';
import { table } from './speed-table.ts';
import { measureWorkloads, workloadsTable } from './speed-workloads.ts';
import { CONNECTIONS, measureWorkers, workersTable } from './speed-workers.ts';

const pageOf = (name: string) =>
  fileURLToPath(new URL(`../../docs/measurements/${name}.md`, import.meta.url));
/** The page of each table that `--write` replaces. */
const PAGES = {
  'bars-sqlite': 'speed',
  'bars-postgres': 'speed',
  'workloads-sqlite': 'speed-workloads',
  'workloads-postgres': 'speed-workloads',
  search: 'speed-workloads',
  workers: 'speed-workers',
  sqlite: 'speed-first-pages',
  postgres: 'speed-first-pages',
  memory: 'speed-first-pages',
};

export const USAGE = `npm run bench -- speed [options]

Fills two databases with generated rows, starts the API on each, and compares the CPU of the same questions: with few and
many rows, and at the beginning of a list and far from it.

  --rows <few,many>      10000,1000000 by default
  --database <name>      sqlite (default) or postgres
  --database-url <url>   of a Postgres server, on which the bench makes databases and drops them at the end
  --folder <path>        keep the databases of SQLite for the next run
  --only <text>          only questions whose name contains the text
  --rounds <number>      7 by default
  --requests <number>    of a round of --bars, --workloads, --search or --workers: 1000 by default
  --json                 print the result as JSON
  --write                replace the table in docs/measurements, and draw the charts of --bars

Each of these options measures something else, in the database with many rows:

  --bars                 the CPU of a request and the requests a second, and those of programs that only send the same bytes
  --workloads            the same for many companies, while another process commits
  --search <entries>     searches for a common word and the raw query, in an index of so many entries
  --workers <number>     one process, and so many workers
  --memory <requests>    the memory of the process after so many requests

Examples:

  npm run bench -- speed --bars --only company --rounds 15 --requests 2000
  npm run bench -- speed --rows 10000,10000000 --folder ../bench --only events
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '10000,1000000' },
      database: { type: 'string' },
      'database-url': { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '7' },
      bars: { type: 'boolean', default: false },
      workloads: { type: 'boolean', default: false },
      search: { type: 'string' },
      requests: { type: 'string', default: '1000' },
      workers: { type: 'string' },
      memory: { type: 'string' },
      folder: { type: 'string' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const [small, large, ...more] = values.rows.split(',').map((text) => whole('rows', text));
  if (small === undefined || large === undefined || more.length > 0)
    throw new Error('--rows must be two numbers: 10000,1000000.');
  if (values.write && values.only !== undefined)
    throw new Error('--write replaces the table of all questions. Leave out --only.');
  const server = values['database-url'];
  const engine = values.database ?? (server === undefined ? 'sqlite' : 'postgres');
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`--database must be sqlite or postgres, not ${engine}.`);
  if (values.folder !== undefined && engine !== 'sqlite')
    throw new Error('--folder needs --database sqlite.');

  const postgres = engine === 'postgres' && server === undefined ? await startPostgres() : undefined;
  const url = server ?? postgres?.url;
  // The server on which the databases of the bench are created.
  if (url !== undefined) process.env['TEST_POSTGRES_URL'] = url;
  const bar = progressBar();
  try {
    const options: SpeedOptions = {
      rows: [small, large],
      engine,
      only: values.only,
      rounds: whole('rounds', values.rounds),
      folder: values.folder,
      onProgress: bar?.update,
    };
    if (values.bars) {
      const requests = whole('requests', values.requests);
      const rows = await measureBars(options, requests);
      bar?.stop();
      process.stdout.write(barsTable(rows));
      const load = `${large} rows, 8 connections, ${options.rounds} rounds of ${requests} requests`;
      if (values.write) {
        writeDown(`bars-${engine}`, load, barsTable(rows));
        const subject = {
          name: `Speed compared with bare Express, on ${engine === 'sqlite' ? 'SQLite' : 'Postgres'}`,
          description: 'By CPU of a request',
          unit: 'times the speed of Express',
        };
        const shares = Object.fromEntries(rows.map(({ name, works }) => [name, cpuShare(works)]));
        keepResults(`bars-${engine}`, subject, shares);
      }
      return;
    }
    if (values.workloads) {
      const requests = whole('requests', values.requests);
      const figures = workloadsTable(await measureWorkloads(options, requests));
      bar?.stop();
      process.stdout.write(figures);
      const load = `${large} rows, 8 connections, ${options.rounds} rounds of ${requests} requests`;
      if (values.write) writeDown(`workloads-${engine}`, load, figures);
      return;
    }
    if (values.search !== undefined) {
      const [entries, requests] = [whole('search', values.search), whole('requests', values.requests)];
      const figures = searchTable(await measureSearch(entries, requests, options.rounds));
      bar?.stop();
      process.stdout.write(figures);
      const load = `${entries} entries, ${options.rounds} rounds of ${requests} requests`;
      if (values.write) writeDown('search', load, figures);
      return;
    }
    if (values.workers !== undefined) {
      const [requests, workers] = [whole('requests', values.requests), whole('workers', values.workers)];
      const figures = workersTable(await measureWorkers(options, requests, workers), workers);
      bar?.stop();
      process.stdout.write(figures);
      const load = `${large} rows, ${CONNECTIONS} connections, ${options.rounds} rounds of ${requests} requests`;
      if (values.write) writeDown('workers', load, figures);
      return;
    }
    if (values.memory !== undefined) {
      const requests = whole('memory', values.memory);
      const samples = [1 / 4, 1 / 2, 1].map((share) => Math.ceil(requests * share));
      const figures = memoryTable(await measureServeMemory(options, samples));
      bar?.stop();
      process.stdout.write(figures);
      if (values.write) writeDown('memory', `${engine}, ${large} rows`, figures);
      return;
    }
    const result = await measureSpeed(options, whole('requests', values.requests));
    bar?.stop();
    process.stdout.write(values.json ? `${JSON.stringify(result, undefined, 2)}\n` : table(result));
    const load = `${values.rows.replace(',', ' and ')} rows, ${values.rounds} rounds`;
    if (values.write) writeDown(engine, load, table(result));
  } finally {
    bar?.stop();
    await postgres?.stop();
  }
}

/** Returns a progress bar, or undefined without a terminal. */
function progressBar() {
  if (!process.stderr.isTTY) return undefined;
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage} % | {value} of {total} {what}',
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
  });
  bar.start(0, 0, { what: '' });
  return {
    update: (what: string, done: number, total: number) => {
      bar.setTotal(total);
      bar.update(done, { what });
    },
    stop: () => bar.stop(),
  };
}

/** Replaces a table in its page. @param load how it was measured */
function writeDown(section: keyof typeof PAGES, load: string, figures: string): void {
  const page = pageOf(PAGES[section]);
  const [begin, end] = [`<!-- ${section}: written by the bench -->`, `<!-- ${section}: end -->`];
  const text = readFileSync(page, 'utf8');
  const [before, , after] = text.split(new RegExp(`(?<=${begin}\n)([^]*?)(?=${end})`));
  if (before === undefined || after === undefined) throw new Error(`${page} has no section for ${section}.`);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu] = cpus();
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`;
  const header = `${today()}, commit ${commit}, ${machine}; ${load}.`;
  writeFileSync(page, `${before}\n${header}\n\n${figures}\n${after}`);
}

function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}.`);
  return Number(text);
}
