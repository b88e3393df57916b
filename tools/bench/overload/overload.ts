import type { Engine } from '@dossier/store/testing';
import { Command } from 'commander';
import { whole } from '../../command.ts';
import { choosePostgres, databaseOption, withDefer } from '../defer.ts';
import { measureOverload } from './measure.ts';

/** The least share of requests that must be sent on time. */
const MIN_SENT = 0.9;

type Options = Record<'seconds' | 'rows' | 'times', number> & { database: Engine };

export const overload = new Command('overload')
  .summary('measure the API within and beyond its capacity')
  .description(
    `Start the API, send many times as many requests as it can answer, and then the worst requests of one caller together
with ordinary requests of others. The client sends requests at a constant rate, whether or not responses arrive. Times begin
when a request is due, or when it is sent: in the overload, the client waits for free connections.

Print the capacity, and for each stream of requests the statuses of its responses and their times in milliseconds. It takes four
times --seconds and about two minutes: 6 minutes by default. The machine must have no other work. If the client cannot send 90% of
the requests, the command reports it and exits with 1.`,
  )
  .addOption(databaseOption())
  .option('--seconds <number>', 'length of each phase', whole, 60)
  .option('--rows <number>', 'rows of the database', whole, 20_000)
  .option('--times <number>', 'rate of the overload, as a multiple of the capacity', whole, 5)
  .action(({ database: engine, ...options }: Options) =>
    withDefer(async (defer) => {
      await choosePostgres(engine, defer);
      const onPhase = (phase: string) => void process.stderr.write(`${phase}\n`);
      const result = await measureOverload({ ...options, engine, onPhase });
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      const { early, late } = result.streams['overload']!;
      const [sent, wanted] = [late.count, result.wanted];
      if (early > 0)
        throw new Error(`The client sent ${early} requests too early, so the result is not reliable.`);
      if (sent < wanted * MIN_SENT)
        throw new Error(
          `The client sent only ${sent} of ${wanted} requests on time, so the result is not reliable. ` +
            'Stop other work on the machine, or use fewer --rows.',
        );
    }),
  );
