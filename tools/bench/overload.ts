import { parseArgs } from 'node:util';
import { engineOf, whole, withServer } from './options.ts';
import { measureOverload, type OverloadOptions } from './overload-measure.ts';

export const USAGE = `npm run bench -- overload [options]

Starts the API, sends many times as many requests as it can answer, and then the worst requests of one caller together with
ordinary requests of others. The client sends requests at a constant rate, whether or not responses arrive. Times begin when
a request is due, and in the overload when it is sent: the client then waits for free connections.

  --database <name>   sqlite (default) or postgres
  --seconds <number>  the length of each phase: 60 by default
  --rows <number>     20000 by default
  --times <number>    the rate of the overload, in times of the capacity: 5 by default
  --worst <number>    the requests that the caller with the worst questions keeps open: 60 by default
  --set NAME=value    a setting of the API; repeat it for several

Prints the capacity, and for each phase the statuses of its responses and their times in milliseconds.
It takes four times --seconds and about two minutes: 6 minutes by default. The machine must have no other work.
If the client cannot send 90% of the requests, the command reports it and exits with 1.
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
      seconds: { type: 'string', default: '60' },
      times: { type: 'string', default: '5' },
      worst: { type: 'string', default: '60' },
      set: { type: 'string', multiple: true, default: [] },
    },
  });
  const options: OverloadOptions = {
    engine: engineOf(values.database),
    rows: whole('rows', values.rows),
    seconds: whole('seconds', values.seconds),
    times: whole('times', values.times),
    worst: whole('worst', values.worst),
    settings: Object.fromEntries(values.set.map((setting) => setting.split(/=(.*)/s, 2))) as Record<
      string,
      string
    >,
    onPhase: (phase) => void process.stderr.write(`${phase}\n`),
  };
  await withServer(options.engine, undefined, async () => {
    const result = await measureOverload(options);
    const { sent, wanted, early } = result.overload.sending;
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    if (early > 0)
      throw new Error(`The client sent ${early} requests too early, so the result is not reliable.`);
    if (sent < wanted * LEAST_SENT)
      throw new Error(
        `The client sent only ${sent} of ${wanted} requests on time, so the result is not reliable. ` +
          'Stop other work on the machine, or use fewer --rows.',
      );
  });
}
