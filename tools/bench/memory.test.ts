import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines } from '@dossier/store/testing';
import { formats } from './memory-rows.ts';
import { loadInProcess } from './memory.ts';

/**
 * A short form of `npm run bench -- memory`. By the first sample the memory of the program is stable. The least of three
 * samples counts, because a buffer that is in use may take a megabyte.
 */
const EARLY = [7_000, 8_000, 9_000];
const LATE = [13_000, 14_000, 15_000];
const ROWS = 16_000;
/** A leaked row takes several hundred bytes. Without a leak, the memory varies by about 50 bytes per row. */
const BYTES_OF_ROW = 128;

const cases = [
  ...formats.map((format) => ({ engine: engines[0]!, format })),
  ...engines.slice(1).map((engine) => ({ engine, format: formats[0] })),
];

describe.each(cases)('loading many rows of $format into $engine', ({ engine, format }) => {
  it('uses no more memory for more rows', async () => {
    const database = await createTestDatabase(engine);
    const folder = mkdtempSync(join(tmpdir(), 'dossier-memory-'));
    try {
      const { report, inUse } = await loadInProcess({
        kind: 'companies',
        format,
        rows: ROWS,
        databaseUrl: database.url,
        rejects: join(folder, 'rejects.ndjson'),
        samples: [...EARLY, ...LATE],
      });
      expect(report).toMatchObject({ read: ROWS, rejected: ROWS / 1000 });
      expect(inUse).toHaveLength(EARLY.length + LATE.length);
      const early = Math.min(...inUse.slice(0, EARLY.length));
      const late = Math.min(...inUse.slice(EARLY.length));
      expect((late - early) / (LATE[0]! - EARLY[0]!)).toBeLessThan(BYTES_OF_ROW);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
