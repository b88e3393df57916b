import { cpus, totalmem } from 'node:os';
import { startMeilisearch } from '@dossier/search/testing';
import { startPostgres, engines } from '@dossier/store/testing';
import { crashCampaign, type SearchServer } from './campaign.ts';

/**
 * The long form of the crash test: `CRASH_RUNS` random moments (300) and the first, middle and last time at each named
 * point, on both databases. `CRASH_ENGINES=sqlite` takes one of them; `CRASH_SEARCH=meilisearch` takes Meilisearch (that
 * of TEST_MEILISEARCH_URL, else one of its own), where otherwise the index is a file.
 */
async function main(): Promise<number> {
  const { env } = process;
  const runs = Number(env['CRASH_RUNS'] ?? 300);
  const chosen = engines.filter((engine) => (env['CRASH_ENGINES'] ?? engine).split(',').includes(engine));
  const tell = (line: string) => process.stdout.write(`${new Date().toISOString().slice(0, 19)} ${line}\n`);
  const stops: (() => Promise<void>)[] = [];
  let failures = 0;
  try {
    let server: SearchServer | undefined;
    if (env['CRASH_SEARCH'] === 'meilisearch') {
      const url = env['TEST_MEILISEARCH_URL'];
      const own = url === undefined ? await startMeilisearch() : undefined;
      if (own) stops.push(() => own.stop());
      server = own ?? { url: url!, key: env['TEST_MEILISEARCH_KEY'] ?? '' };
    }
    if (chosen.includes('postgres') && env['TEST_POSTGRES_URL'] === undefined) {
      const postgres = await startPostgres();
      stops.push(() => postgres.stop());
      env['TEST_POSTGRES_URL'] = postgres.url;
    }
    tell(`Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`);
    for (const engine of chosen) {
      tell(`${engine}, ${server ? 'Meilisearch' : 'FTS5'}: ${runs} random moments and each named point`);
      const result = await crashCampaign({
        engine,
        ...(server && { server }),
        runs,
        timesOfPoint: (_point, reached) => [...new Set([1, Math.ceil(reached / 2), reached])],
        tell,
      });
      failures += result.failures.length;
      tell(JSON.stringify({ engine, ...result }));
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
