import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines } from '@dossier/store/testing';
import { formats } from './memory-rows.ts';
import { loadInProcess } from './memory.ts';

/** The short form; `npm run bench -- memory` is the long one. By the first look the program has settled. */
const EARLY = 16_000;
const LATE = 32_000;
const ROWS = 33_000;
/** A row that is kept takes several hundred. What the program has of its own moves by some 50 for each of so many. */
const BYTES_OF_ROW = 128;

const cases = [
  ...formats.map((format) => ({ engine: engines[0]!, format })),
  ...engines.slice(1).map((engine) => ({ engine, format: formats[0] })),
];

describe.each(cases)('loading many rows of $format into $engine', ({ engine, format }) => {
  it('keeps nothing of a row in memory once it is stored', async () => {
    const database = await createTestDatabase(engine);
    const folder = mkdtempSync(join(tmpdir(), 'dossier-memory-'));
    try {
      const { report, inUse } = await loadInProcess({
        kind: 'companies',
        format,
        rows: ROWS,
        databaseUrl: database.url,
        rejects: join(folder, 'rejects.ndjson'),
        looks: [EARLY, LATE],
      });
      expect(report).toMatchObject({ read: ROWS, rejected: ROWS / 1000 });
      const [early, late] = inUse as [number, number];
      expect((late - early) / (LATE - EARLY)).toBeLessThan(BYTES_OF_ROW);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 600_000);
});
