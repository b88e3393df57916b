import { z } from 'zod';
import { bench, database, whole } from '../bench.ts';
import { choosePostgres } from '../defer.ts';
import { measureOverload } from './measure.ts';

/** The least share of requests that must be sent on time. */
const MIN_SENT = 0.9;

export const overload = bench({
  summary: `Start the API, send many times as many requests as it can answer, and then the worst requests of one caller together
with ordinary requests of others. The client sends requests at a constant rate, whether or not responses arrive. Times begin
when a request is due, and in the overload when it is sent: the client then waits for free connections.

Print the capacity, and for each phase the statuses of its responses and their times in milliseconds. It takes four times
--seconds and about two minutes: 6 minutes by default. The machine must have no other work. If the client cannot send 90% of
the requests, the command reports it and exits with 1.`,
  options: {
    database,
    seconds: whole(60, 'length of each phase'),
    rows: whole(20_000, 'rows of the database'),
    times: whole(5, 'rate of the overload, as a multiple of the capacity'),
    worst: whole(60, 'requests that the caller with the worst questions keeps open'),
    set: z
      .array(z.string())
      .default([])
      .meta({ value: 'NAME=value', description: 'setting of the API; repeat it for several' }),
  },
  run: async ({ database: engine, set, ...options }, defer) => {
    await choosePostgres(engine, defer);
    const settings = Object.fromEntries(set.map((setting) => setting.split(/=(.*)/s, 2))) as Record<
      string,
      string
    >;
    const onPhase = (phase: string) => void process.stderr.write(`${phase}\n`);
    const result = await measureOverload({ ...options, engine, settings, onPhase });
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    const { sent, wanted, early } = result.overload.sending;
    if (early > 0)
      throw new Error(`The client sent ${early} requests too early, so the result is not reliable.`);
    if (sent < wanted * MIN_SENT)
      throw new Error(
        `The client sent only ${sent} of ${wanted} requests on time, so the result is not reliable. ` +
          'Stop other work on the machine, or use fewer --rows.',
      );
  },
});
