import type { Engine } from '@dossier/store/testing';
import { Command, InvalidArgumentError } from 'commander';
import { whole } from '../../command.ts';
import { choosePostgres, databaseOption, withDefer } from '../defer.ts';
import { barsTable, measureBars } from './bars.ts';
import { growthTable, measureGrowth } from './growth.ts';
import type { SpeedOptions } from './measure.ts';

/** Reads two numbers. */
function pair(text: string): [number, number] {
  if (/^[1-9]\d*,[1-9]\d*$/.test(text)) return text.split(',').map(Number) as [number, number];
  throw new InvalidArgumentError('Write two whole numbers, such as 10000,1000000.');
}

interface Options extends Omit<SpeedOptions, 'engine' | 'requests'> {
  database: Engine;
  bars?: true;
  requests?: number;
}

export const speed = new Command('speed')
  .summary('compare the CPU of questions with few and many rows, or with a bare server')
  .description(
    `Fill two databases with generated rows, start the API on each, and compare the CPU of the same questions with few
and many rows.`,
  )
  .option('--rows <few,many>', 'rows of the small and of the large database', pair, [10_000, 1_000_000])
  .addOption(databaseOption())
  .option('--folder <path>', 'keep the SQLite databases in a folder for the next run')
  .option('--only <text>', 'ask only questions whose name contains the text')
  .option('--rounds <number>', 'rounds in which the servers take turns', whole, 7)
  .option('--bars', 'compare CPU and requests per second, with many rows, with those of a bare Express route')
  .option('--requests <number>', 'requests of a round (default: 1000 with --bars, otherwise 20)', whole)
  .addHelpText(
    'after',
    `
Examples:
  npm run bench -- speed --bars --only company --rounds 15 --requests 2000
  npm run bench -- speed --rows 10000,10000000 --folder ../bench --only events`,
  )
  .action(({ bars, database: engine, ...given }: Options) =>
    withDefer(async (defer) => {
      if (given.folder !== undefined && engine === 'postgres')
        throw new Error('--folder needs --database sqlite.');
      process.stderr.write(`Node ${process.versions.node}, ${engine}, ${given.rows.join()} rows\n`);
      await choosePostgres(engine, defer);
      const options = { ...given, engine, requests: given.requests ?? (bars ? 1000 : 20) };
      process.stdout.write(
        bars ? barsTable(await measureBars(options)) : growthTable(await measureGrowth(options)),
      );
    }),
  );
