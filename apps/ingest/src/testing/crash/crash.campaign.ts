import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { skipMeilisearch, startMeilisearch, type RunningMeilisearch } from '@dossier/search/testing';
import { engines } from '@dossier/store/testing';
import { buildProgram, type Built } from './build.ts';
import { countPoints, crashCampaign, searches, type PointKill } from './campaign.ts';
import { COMPANIES } from './life.ts';
import { points, type Point } from './points.ts';

/** Kills at random moments. If it is set, the program is also killed at three visits of every named point. */
const { CRASH_RUNS } = process.env;
const isLong = CRASH_RUNS !== undefined;
const RUNS = Number(CRASH_RUNS ?? 1);
/** Enough for several batches of companies and filings. */
const FEW_COMPANIES = 25;

const places = engines
  .flatMap((engine) => searches.map((search) => ({ engine, search })))
  .filter(({ search }) => search === 'fts5' || !skipMeilisearch)
  // Each takes some of the points; together they take all.
  .map((place, i, { length }) => ({
    ...place,
    chosen: points.filter((_point, at) => isLong || at % length === i),
  }));

/** Kills one run at each of the points, near the middle of their visits. */
function oneAfterAnother(chosen: Point[], reached: Point[]): PointKill[] {
  const visitsOf = (point: Point) => reached.flatMap((each, at) => (each === point ? [at] : []));
  const middleOf = (visits: number[]) => visits[Math.floor((visits.length - 1) / 2)]!;
  const middles = chosen.map((point) => ({ point, at: middleOf(visitsOf(point)) }));
  middles.sort((one, other) => one.at - other.at);
  return middles.map(({ point, at }, i) => {
    // The visits after the previous kill. The next run repeats the killed step, which adds some visits.
    const visits = visitsOf(point).filter((visit) => visit <= at && visit > (middles[i - 1]?.at ?? -1));
    return { point, time: Math.ceil(visits.length / 2) };
  });
}

/** Kills a run of its own at the first, middle and last visit of each point. */
const eachPoint = (reached: Point[]): PointKill[][] =>
  Object.entries(countPoints(reached)).flatMap(([point, n]) =>
    [...new Set([1, Math.ceil(n / 2), n])].map((time) => [{ point: point as Point, time }]),
  );

let program: Built;
beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => program.remove());

describe.each(places)('a killed load into $engine, indexed in $search', (place) => {
  let server: RunningMeilisearch | undefined;
  beforeAll(async () => {
    if (place.search !== 'meilisearch' || process.env['TEST_MEILISEARCH_URL']) return;
    server = await startMeilisearch();
    process.env['TEST_MEILISEARCH_URL'] = server.url;
    process.env['TEST_MEILISEARCH_KEY'] = server.key;
  });
  afterAll(async () => {
    if (!server) return;
    delete process.env['TEST_MEILISEARCH_URL'];
    await server.stop();
  });

  it('produces the same database and index when it runs again', async () => {
    const { engine, search, chosen } = place;
    const result = await crashCampaign({
      ...{ program, engine, search },
      companies: isLong ? COMPANIES : FEW_COMPANIES,
      runs: RUNS,
      killsOf: (reached) => (isLong ? eachPoint(reached) : [oneAfterAnother(chosen, reached)]),
      ...(isLong && { tell: (line) => void process.stderr.write(`${line}\n`) }),
    });
    expect(result.failures).toEqual([]);
    expect(points.filter((point) => result.points[point] > 0)).toEqual(chosen);
    expect(Object.values(result.random).reduce((sum, count) => sum + count, 0)).toBe(RUNS);
  });
});
