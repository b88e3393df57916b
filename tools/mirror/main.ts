import { deepStrictEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '@dossier/store';
import { runMirror } from './run.ts';
import { startServices } from './services.ts';

/** Steps of a round, which ends with a comparison. A step stores two or three records. */
const STEPS = 200;
const RECORDS = 2.5;

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    writes: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const rounds = Math.ceil(Number(values.writes) / (STEPS * RECORDS));
const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), 'dossier-mirror-'));
const url = values.database ?? `sqlite:${join(folder, 'mirror.db')}`;
const db = openDatabase(url);
await migrate(db);
const services = await startServices(db, url);
process.stdout.write(`Seed ${seed}, ${rounds} rounds of ${STEPS} steps.\n`);
try {
  await runMirror(db, services.clients, {
    rounds,
    stepsEach: STEPS,
    seed,
    check: ({ times, content }) => {
      deepStrictEqual(times[1], times[0]);
      deepStrictEqual(content[1], content[0]);
    },
    onRound: (round) => process.stdout.write(`Round ${round} of ${rounds}: equal.\n`),
  });
} finally {
  await services.close();
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
}
