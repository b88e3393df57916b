import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines } from '@dossier/store/testing';
import { formats } from './memory-rows.ts';
import { loadInProcess } from './memory.ts';

/** A short form of `npm run bench -- memory`. By the first sample the memory of the program is stable. */
const EARLY = 8_000;
const LATE = 24_000;
const ROWS = 25_000;
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
        samples: [EARLY, LATE],
      });
      expect(report).toMatchObject({ read: ROWS, rejected: ROWS / 1000 });
      const [early, late] = inUse as [number, number];
      expect((late - early) / (LATE - EARLY)).toBeLessThan(BYTES_OF_ROW);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
