import { cpus, totalmem } from 'node:os';
import { startMeilisearch } from '@dossier/search/testing';
import { startPostgres, engines } from '@dossier/store/testing';
import { buildProgram } from './build.ts';
import { countPoints, crashCampaign, searches } from './campaign.ts';
import { COMPANIES } from './life.ts';
import type { Point } from './points.ts';

/**
 * The long form of the crash test: kills at `CRASH_RUNS` random moments (300) and at the first, middle and last visit of
 * each named point, with each database and search engine. `CRASH_ENGINES=sqlite` and `CRASH_SEARCHES=fts5` select some.
 * Uses the servers at TEST_POSTGRES_URL and TEST_MEILISEARCH_URL, or starts its own.
 */
async function main(): Promise<number> {
  const { env } = process;
  const runs = Number(env['CRASH_RUNS'] ?? 300);
  const chosen = <T extends string>(all: readonly T[], given: string | undefined) =>
    all.filter((each) => given === undefined || given.split(',').includes(each));
  const chosenEngines = chosen(engines, env['CRASH_ENGINES']);
  const chosenSearches = chosen(searches, env['CRASH_SEARCHES']);
  const tell = (line: string) => process.stdout.write(`${new Date().toISOString().slice(0, 19)} ${line}\n`);
  const stops: (() => Promise<void>)[] = [];
  let failures = 0;
  try {
    if (chosenSearches.includes('meilisearch') && env['TEST_MEILISEARCH_URL'] === undefined) {
      const server = await startMeilisearch();
      stops.push(() => server.stop());
      env['TEST_MEILISEARCH_URL'] = server.url;
      env['TEST_MEILISEARCH_KEY'] = server.key;
    }
    if (chosenEngines.includes('postgres') && env['TEST_POSTGRES_URL'] === undefined) {
      const postgres = await startPostgres();
      stops.push(() => postgres.stop());
      env['TEST_POSTGRES_URL'] = postgres.url;
    }
    const program = await buildProgram();
    stops.push(async () => program.remove());
    tell(`Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`);
    for (const engine of chosenEngines) {
      for (const search of chosenSearches) {
        tell(`${engine}, ${search}: ${runs} random moments and each named point`);
        const result = await crashCampaign({
          ...{ program, engine, search, runs },
          companies: COMPANIES,
          killsOf: (reached) =>
            Object.entries(countPoints(reached)).flatMap(([point, n]) =>
              [...new Set([1, Math.ceil(n / 2), n])].map((time) => [{ point: point as Point, time }]),
            ),
          tell,
        });
        failures += result.failures.length;
        tell(JSON.stringify({ engine, search, ...result }));
      }
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
