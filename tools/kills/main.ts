import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { runKills, type Blow } from './run.ts';

/** The order in which the processes are killed and stopped. */
const TARGETS = ['api 1', 'ingest', 'postgres', 'api 2', 'meilisearch'] as const;

/**
 * `npm run test:kills -- [--rounds 10] [--down 3000]`: kills and stops two replicas, a load, Postgres and Meilisearch in
 * turn, and exits with 1 if an answer was wrong, or if a request failed that did not need the process that was down.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '10' }, down: { type: 'string', default: '3000' } },
  });
  const blows: Blow[] = Array.from({ length: Number(values.rounds) }, () =>
    (['kill', 'stop'] as const).flatMap((how) =>
      TARGETS.map((target) => ({
        target,
        how,
        afterMs: Math.random() * 1000,
        downMs: Math.random() * Number(values.down),
      })),
    ),
  ).flat();
  print(`${new Date().toISOString().slice(0, 10)}, Node ${process.version.slice(1)}, ${cpus().length} cores`);
  const ms = (value: number) => `${(value / 1000).toFixed(2)} s`;
  const result = await runKills(blows, ({ target, how, outageMs, recoveryMs }) =>
    print(`${how} ${target}: normal again after ${ms(outageMs)}, ${ms(recoveryMs)} after it was back`),
  );
  for (const how of ['kill', 'stop']) {
    for (const target of TARGETS) {
      const own = result.blows.filter((blow) => blow.how === how && blow.target === target);
      const recoveries = own.map(({ recoveryMs }) => recoveryMs).toSorted((a, b) => a - b);
      const [median, most] = [recoveries[Math.floor(recoveries.length / 2)]!, recoveries.at(-1)!];
      print(`| ${target} | ${how} | ${own.length} | ${ms(median)} | ${ms(most)} |`);
    }
  }
  const { blows: _blows, failed, wrong, ...rest } = result;
  print(JSON.stringify({ ...rest, failed: failed.length, wrong: wrong.length }));
  for (const each of [...wrong, ...failed].slice(0, 20)) print(each);
  return failed.length + wrong.length === 0 && result.verified.code === 0 ? 0 : 1;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

process.exitCode = await main();
