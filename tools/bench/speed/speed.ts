import { z } from 'zod';
import { bench, database, whole } from '../bench.ts';
import { choosePostgres } from '../defer.ts';
import { barsTable, measureBars } from './bars.ts';
import { growthTable, measureGrowth } from './growth.ts';

export const speed = bench({
  summary: `Fill two databases with generated rows, start the API on each, and compare the CPU of the same questions with few
and many rows.`,
  examples: [
    'npm run bench -- speed --bars --only company --rounds 15 --requests 2000',
    'npm run bench -- speed --rows 10000,10000000 --folder ../bench --only events',
  ],
  options: {
    rows: z
      .string()
      .regex(/^[1-9]\d*,[1-9]\d*$/, 'must be two numbers')
      .default('10000,1000000')
      .meta({ value: 'few,many', description: 'rows of the small and of the large database' }),
    database,
    'database-url': z
      .string()
      .optional()
      .meta({ value: 'url', description: 'Postgres server for temporary databases, which chooses Postgres' }),
    folder: z.string().optional().describe('keep the SQLite databases in a folder for the next run'),
    only: z.string().default('').describe('ask only questions whose name contains the text'),
    rounds: whole(7, 'rounds in which the servers take turns'),
    bars: z
      .boolean()
      .default(false)
      .describe('compare CPU and requests per second, with many rows, with those of a bare Express route'),
    requests: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe('requests of a round (default: 1000 with --bars, otherwise 20)'),
  },
  run: async ({ bars, database: chosen, 'database-url': url, ...given }, defer) => {
    const engine = url === undefined ? chosen : 'postgres';
    if (given.folder !== undefined && engine === 'postgres')
      throw new Error('--folder needs --database sqlite.');
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
