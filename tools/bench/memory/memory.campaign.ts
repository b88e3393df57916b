import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { fromSource } from '@dossier/shared/testing';
import { engines } from '@dossier/store/testing';
import { temporaryDatabase, temporaryFolder, withDefer } from '../defer.ts';
import { formats } from '../loads/rows.ts';
import type { Loaded, Order } from './load.ts';

/**
 * A short form of `npm run bench -- memory`. By the first sample the memory of the program is stable. The least of several
 * samples counts, because a batch on its way to Postgres takes up to 1.3 MB.
 */
const EARLY = [7_000, 7_500, 8_000, 8_500, 9_000];
const LATE = [13_000, 13_500, 14_000, 14_500, 15_000];
const ROWS = 16_000;
/**
 * A leaked record takes 460 bytes or more. Even if all late samples see such a batch and no early one does, they differ
 * by 1.3 MB / 6,000 rows = 217 bytes.
 */
const BYTES_OF_ROW = 256;

const cases = [
  ...formats.map((format) => ({ engine: engines[0]!, format })),
  ...engines.slice(1).map((engine) => ({ engine, format: formats[0] })),
];

describe.each(cases)('loading many rows of $format into $engine', ({ engine, format }) => {
  it('uses no more memory for more rows', () =>
    withDefer(async (defer) => {
      const { url: databaseUrl } = await temporaryDatabase(engine, defer);
      const rejects = join(temporaryFolder(defer), 'rejects.ndjson');
      const samples = [...EARLY, ...LATE];
      const { report, inUse } = await loadInProcess({ format, rows: ROWS, databaseUrl, rejects, samples });
      expect(report).toMatchObject({ read: ROWS, rejected: ROWS / 1000 });
      expect(inUse).toHaveLength(EARLY.length + LATE.length);
      const early = Math.min(...inUse.slice(0, EARLY.length));
      const late = Math.min(...inUse.slice(EARLY.length));
      expect((late - early) / (LATE[0]! - EARLY[0]!)).toBeLessThan(BYTES_OF_ROW);
    }));
});

async function loadInProcess(order: Order): Promise<Loaded> {
  // Without the second flag, V8 frees the code of unused functions between two samples, which hides a leak.
  const flags = [...fromSource, '--expose-gc', '--no-flush-bytecode'];
  const program = [join(import.meta.dirname, 'load.ts'), JSON.stringify(order)];
  // Flags of the test runner would change the result.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...program], { env });
  return JSON.parse(stdout) as Loaded;
}
