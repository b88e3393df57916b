import { parseArgs } from 'node:util';
import { engineOf, markdown, whole, withServer } from './options.ts';
import type { Outcome, Sending } from './overload-arrivals.ts';
import { measureOverload, type OverloadOptions, type OverloadResult } from './overload-measure.ts';

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
    process.stdout.write(overloadTable(result));
    if (early > 0)
      throw new Error(`The client sent ${early} requests too early, so the result is not reliable.`);
    if (sent < wanted * LEAST_SENT)
      throw new Error(
        `The client sent only ${sent} of ${wanted} requests on time, so the result is not reliable. ` +
          'Stop other work on the machine, or use fewer --rows.',
      );
  });
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const times = (one: number, other: number) => `${(one / other).toFixed(1)} ×`;
const whatOf = (statuses: Record<number, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'no response' : status}`)
    .join(', ');
const spread = ({ median, p99, p999, max }: Outcome) =>
  `median ${ms(median)}, p99 ${ms(p99)}, p99.9 ${ms(p999)}, at most ${ms(max)}`;
const sendingText = ({ sent, wanted, late, connections }: Sending) =>
  `${((100 * sent) / wanted).toFixed(1)}% of ${wanted}, on up to ${connections} connections; ` +
  `late by ${ms(late.median)} (median), ${ms(late.p99)} (p99)`;

/** Returns a result as a Markdown table. */
export function overloadTable(result: OverloadResult): string {
  const { capacity, usual, overload: over, live, after, beside, seconds } = result;
  const answered = over.accepted.count / seconds;
  return markdown(
    ['what', 'result'],
    [
      ['capacity', `${Math.round(capacity)} requests per second`],
      ...result.callers.map(({ count, statuses }): [string, string] => [
        `${count} callers that wait for their responses`,
        whatOf(statuses),
      ]),
      ['**at half the capacity**', whatOf(result.usualStatuses)],
      ['times', spread(usual)],
      [`**at ${Math.round(over.perSecond)} requests per second**`, whatOf(over.statuses)],
      ['sent by the client', sendingText(over.sending)],
      [
        'accepted requests (200)',
        `${Math.round(answered)} per second, ${times(answered, capacity)} the capacity: ${spread(over.accepted)}: p99 ${times(over.accepted.p99, usual.p99)} that at half the capacity`,
      ],
      ['rejected requests (503)', spread(over.rejected)],
      ['`/live` meanwhile', `${whatOf(live.statuses)}: ${spread(live.times)}`],
      ['normal again after', `${after.seconds} s (${whatOf(after.statuses)})`],
      ['**a worst question alone**', `median ${ms(beside.worst.median)}, at most ${ms(beside.worst.max)}`],
      ['others at a quarter of the capacity, alone', spread(beside.alone)],
      [
        'others during the worst questions of one caller',
        `${spread(beside.others)}: p99 ${times(beside.others.p99, beside.alone.p99)} that alone`,
      ],
      ['responses to the others', whatOf(beside.othersStatuses)],
      ['responses to that caller', whatOf(beside.caller)],
    ],
  );
}
