import { z } from 'zod';
import { bench, database, whole } from './bench.ts';
import { choosePostgres } from './defer.ts';
import { barsTable, measureBars } from './speed-bars.ts';
import { growthTable, measureGrowth } from './speed-growth.ts';

export const speed = bench({
  summary: `Fills two databases with generated rows, starts the API on each, and compares the CPU of the same questions with few
and many rows.

Examples:

  npm run bench -- speed --bars --only company --rounds 15 --requests 2000
  npm run bench -- speed --rows 10000,10000000 --folder ../bench --only events`,
  options: {
    rows: z
      .string()
      .regex(/^[1-9]\d*,[1-9]\d*$/, 'must be two numbers')
      .default('10000,1000000')
      .describe('few and many'),
    database,
    'database-url': z
      .string()
      .optional()
      .describe('server of Postgres on which the bench makes databases, and drops them at the end'),
    folder: z.string().optional().describe('keeps the databases of SQLite for the next run'),
    only: z.string().default('').describe('only questions whose name contains the text'),
    rounds: whole(7, 'rounds in which the servers take turns'),
    bars: z
      .boolean()
      .default(false)
      .describe('instead: CPU and requests a second with many rows, and those of a bare Express route'),
    requests: z.coerce
      .number()
      .int()
      .positive()
      .optional()
      .describe('of a round: 1000 by default with --bars, otherwise 20'),
  },
  run: async ({ bars, 'database-url': url, ...given }, defer) => {
    const engine = url === undefined ? given.database : 'postgres';
    if (given.folder !== undefined && engine === 'postgres') throw new Error('--folder needs SQLite.');
    process.stderr.write(`Node ${process.versions.node}, ${engine}, ${given.rows} rows\n`);
    await choosePostgres(engine, defer, url);
    const options = {
      ...given,
      engine,
      rows: given.rows.split(',').map(Number) as [number, number],
      requests: given.requests ?? (bars ? 1000 : 20),
    };
    process.stdout.write(
      bars ? barsTable(await measureBars(options)) : growthTable(await measureGrowth(options)),
    );
  },
});
