import { parseArgs } from 'node:util';
import { engineOf, whole, withServer } from './options.ts';
import { barsTable, measureBars } from './speed-bars.ts';
import { growthTable, measureGrowth } from './speed-growth.ts';
import type { SpeedOptions } from './speed-measure.ts';

export const USAGE = `npm run bench -- speed [options]

Fills two databases with generated rows, starts the API on each, and compares the CPU of the same questions with few
and many rows.

  --rows <few,many>      10000,1000000 by default
  --database <name>      sqlite (default) or postgres
  --database-url <url>   of a Postgres server, on which the bench makes databases and drops them at the end
  --folder <path>        keep the databases of SQLite for the next run
  --only <text>          only questions whose name contains the text
  --rounds <number>      7 by default
  --bars                 instead: the CPU of a request and the requests a second with many rows, and those of a
                         bare Express route that sends the same bytes
  --requests <number>    of a round: 1000 by default with --bars, otherwise 20

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
      requests: { type: 'string' },
      folder: { type: 'string' },
    },
  });
  const [small, large, ...more] = values.rows.split(',').map((text) => whole('rows', text));
  if (small === undefined || large === undefined || more.length > 0)
    throw new Error('--rows must be two numbers: 10000,1000000.');
  const server = values['database-url'];
  const engine = engineOf(values.database ?? (server === undefined ? 'sqlite' : 'postgres'));
  if (values.folder !== undefined && engine !== 'sqlite')
    throw new Error('--folder needs --database sqlite.');
  const options: SpeedOptions = {
    rows: [small, large],
    engine,
    only: values.only,
    rounds: whole('rounds', values.rounds),
    requests: whole('requests', values.requests ?? (values.bars ? '1000' : '20')),
    folder: values.folder,
  };
  process.stderr.write(`Node ${process.versions.node}, ${engine}, ${values.rows} rows\n`);
  await withServer(engine, server, async () => {
    const table = values.bars
      ? barsTable(await measureBars(options))
      : growthTable(await measureGrowth(options));
    process.stdout.write(table);
  });
}
