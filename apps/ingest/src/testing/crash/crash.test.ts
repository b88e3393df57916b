import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { skipMeilisearch, startMeilisearch, type RunningMeilisearch } from '@dossier/search/testing';
import { engines } from '@dossier/store/testing';
import { crashCampaign, searches } from './campaign.ts';
import { points } from './points.ts';

/** The short form; `npm run test:crash` is the long one. */
const RUNS = 2;

const places = engines
  .flatMap((engine) => searches.map((search) => ({ engine, search })))
  .filter(({ search }) => search === 'fts5' || !skipMeilisearch)
  // Each takes some of the points; together they take all.
  .map((place, i, { length }) => ({ ...place, chosen: points.filter((_point, at) => at % length === i) }));

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
      engine,
      search,
      runs: RUNS,
      timesOfPoint: (point, reached) => (chosen.includes(point) ? [Math.ceil(reached / 2)] : []),
    });
    expect(result.failures).toEqual([]);
    expect(points.filter((point) => result.points[point] > 0)).toEqual(chosen);
    expect(Object.values(result.random).reduce((sum, count) => sum + count, 0)).toBe(RUNS);
  });
});
