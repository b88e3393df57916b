import { deepStrictEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '@dossier/store';
import { startPostgres } from '@dossier/store/testing';
import { runMirror, type Mirrored } from './run.ts';
import { startServices } from './services.ts';

/** The number of steps in a round, which ends with a comparison, and the mean number of writes in a step. */
const STEPS = 500;
const WRITES = 1.8;

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    writes: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const rounds = Math.ceil(Number(values.writes) / (STEPS * WRITES));
const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), 'dossier-mirror-'));
// Without a server of its own, `--database postgres` starts one for the run.
const server = values.database === 'postgres' ? await startPostgres() : undefined;
const url = server?.url ?? values.database ?? `sqlite:${join(folder, 'mirror.db')}`;
const db = openDatabase(url);
await migrate(db);
const services = await startServices(db, url);
process.stdout.write(`Seed ${seed}, ${rounds} rounds of ${STEPS} steps.\n`);
const report = (done: Mirrored) => {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${seconds} s: ${JSON.stringify(done)}\n`);
};
const began = performance.now();
try {
  await runMirror(db, services.clients, {
    rounds,
    stepsEach: STEPS,
    seed,
    check: ({ times, content, partial }) => {
      deepStrictEqual(partial, []);
      deepStrictEqual(times[1], times[0]);
      deepStrictEqual(content[1], content[0]);
    },
    onRound: report,
  });
} finally {
  await services.close();
  await db.destroy();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
