import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@dossier/store/testing';
import { checkOut, commitBeforeLastMigration } from './older.ts';
import { sideBySide } from './run.ts';

/**
 * `npm run test:side-by-side -- [--commit <commit>]`: runs an older version, by default the last one with another schema,
 * next to this one on both databases. Exits with 1 if an answer of the older one changed.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { commit: { type: 'string' } } });
  const older = checkOut(values.commit ?? commitBeforeLastMigration());
  const folder = mkdtempSync(join(tmpdir(), 'dossier-side-by-side-'));
  const postgres = await startPostgres();
  let isRight = true;
  try {
    for (const [engine, url] of [
      ['sqlite', `sqlite:${join(folder, 'dossier.db')}`],
      ['postgres', postgres.url],
    ] as const) {
      const own = join(folder, engine);
      mkdirSync(own);
      const result = await sideBySide(older, url, own);
      process.stdout.write(`${older.commit}, ${engine}: ${JSON.stringify(result, undefined, 1)}\n`);
      const { migrations, different, failed, refusal } = result;
      isRight &&= different.length + failed.length === 0 && migrations.newer > migrations.older;
      isRight &&= refusal.startsWith('1 The database has a newer schema than this program');
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    older.remove();
  }
  return isRight ? 0 : 1;
}

process.exitCode = await main();
