import { describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { crashCampaign, type SearchServer } from './testing/crash/campaign.ts';
import { points } from './testing/crash/points.ts';

/** The short form; `npm run test:crash` is the long one. */
const RUNS = 2;

const url = process.env['TEST_MEILISEARCH_URL'];
const server: SearchServer | undefined =
  url === undefined ? undefined : { url, key: process.env['TEST_MEILISEARCH_KEY'] ?? '' };
const places = engines.flatMap((engine, i) => [
  { engine, name: 'an index in a file', server: undefined, part: i },
  ...(server ? [{ engine, name: 'Meilisearch', server, part: i }] : []),
]);

describe.each(places)(
  'a load into $engine with $name whose program is killed',
  ({ engine, server, part }) => {
    it('comes to the same database and index when it is run again', async () => {
      // Each database takes every other point; together they take all.
      const chosen = points.filter((_point, i) => i % engines.length === part);
      const result = await crashCampaign({
        engine,
        ...(server && { server }),
        runs: RUNS,
        timesOfPoint: (point, reached) => (chosen.includes(point) ? [Math.ceil(reached / 2)] : []),
      });
      expect(result.failures).toEqual([]);
      expect(points.filter((point) => result.points[point] > 0)).toEqual(chosen);
      expect(result.random.runs).toBe(RUNS);
    }, 600_000);
  },
);
