import { parseArgs } from 'node:util';
import { barsTable, measureBars } from './speed-bars.ts';
import { measureSpeed, type SpeedOptions } from './speed-measure.ts';
import { table } from './speed-table.ts';
import { engineOf, whole, withServer } from './options.ts';

export const USAGE = `npm run bench -- speed [options]

Fills two databases with generated rows, starts the API on each, and compares the CPU of the same questions: with few and
many rows, and at the beginning of a list and far from it.

  --rows <few,many>      10000,1000000 by default
  --database <name>      sqlite (default) or postgres
  --database-url <url>   of a Postgres server, on which the bench makes databases and drops them at the end
  --folder <path>        keep the databases of SQLite for the next run
  --only <text>          only questions whose name contains the text
  --rounds <number>      7 by default
  --bars                 instead: the CPU of a request and the requests a second with many rows, and those of programs that
                         only send the same bytes
  --requests <number>    of a round of --bars: 1000 by default
  --json                 print the result as JSON

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
      requests: { type: 'string', default: '1000' },
      folder: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [small, large, ...more] = values.rows.split(',').map((text) => whole('rows', text));
  if (small === undefined || large === undefined || more.length > 0)
    throw new Error('--rows must be two numbers: 10000,1000000.');
  const server = values['database-url'];
  const engine = engineOf(values.database ?? (server === undefined ? 'sqlite' : 'postgres'));
  if (values.folder !== undefined && engine !== 'sqlite')
    throw new Error('--folder needs --database sqlite.');
  const requests = whole('requests', values.requests);
  const options: SpeedOptions = {
    rows: [small, large],
    engine,
    only: values.only,
    rounds: whole('rounds', values.rounds),
    folder: values.folder,
  };
  process.stderr.write(`Node ${process.versions.node}, ${engine}, ${values.rows} rows\n`);
  await withServer(engine, server, async () => {
    const measured = values.bars
      ? await measureBars(options, requests)
      : await measureSpeed(options, requests);
    if (values.json) process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`);
    else if (values.bars)
      process.stdout.write(barsTable(measured as Awaited<ReturnType<typeof measureBars>>));
    else process.stdout.write(table(measured as Awaited<ReturnType<typeof measureSpeed>>));
  });
}
