import { describe, expect, it } from '@jest/globals';
import { skipMeilisearch } from '@dossier/search/testing';
import { runKills, type Blow } from './run.ts';

/** The short form; `npm run test:kills` is the long one. */
const BLOWS: Blow[] = [
  ...(['postgres', 'api 1', 'ingest', 'meilisearch'] as const).map((target) => ({
    target,
    how: 'kill' as const,
  })),
  { target: 'api 2' as const, how: 'stop' as const },
].map((blow) => ({ ...blow, afterMs: 0, downMs: 0 }));

(skipMeilisearch ? describe.skip : describe)(
  'two replicas under load, while processes are killed and stopped',
  () => {
    it('return no wrong answer, and fail only requests that need the process that is down', async () => {
      const { wrong, failed, version, excused, verified, blows } = await runKills(BLOWS);
      expect({ wrong, failed }).toEqual({ wrong: [], failed: [] });
      expect(blows).toHaveLength(BLOWS.length);
      // The kills were felt, and each was followed by a whole version.
      expect([excused['api 1'] > 0, excused.postgres > 0, excused.meilisearch > 0]).toEqual([
        true,
        true,
        true,
      ]);
      expect(version).toBeGreaterThan(BLOWS.length);
      expect(verified).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^Search: 72 alike, 0 missing, 0 stale, 0 surplus, 0 waiting/),
      });
    });
  },
);
