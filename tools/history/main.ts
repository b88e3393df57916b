import { deepStrictEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, openDatabase } from '@dossier/store';
import { startPostgres } from '@dossier/store/testing';
import { runHistory } from './run.ts';
import { startService } from './service.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    moments: { type: 'string', default: '200' },
    steps: { type: 'string', default: '25' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [moments, stepsEach, seed] = [values.moments, values.steps, values.seed].map(Number) as [
  number,
  number,
  number,
];
const folder = mkdtempSync(join(tmpdir(), 'dossier-history-'));
// Without a server of its own, `--database postgres` starts one for the run.
const postgres = values.database === 'postgres' ? await startPostgres() : undefined;
const url = postgres?.url ?? values.database ?? `sqlite:${join(folder, 'history.db')}`;
const db = openDatabase(url);
await migrate(db);
const service = await startService(db, url);
process.stdout.write(`Seed ${seed}, ${moments} moments, ${stepsEach} steps before each.\n`);
try {
  const { compared, ...counts } = await runHistory(db, service, {
    moments,
    stepsEach,
    seed,
    check: ({ moment, address, then, later }) =>
      deepStrictEqual({ moment, address, pages: later }, { moment, address, pages: then }),
    onMoment: (n) => {
      if (n % 20 === 0) process.stdout.write(`${n} moments recorded.\n`);
    },
  });
  process.stdout.write(`${compared} responses with as_of are equal. ${JSON.stringify(counts)}\n`);
} finally {
  await service.close();
  await db.destroy();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
