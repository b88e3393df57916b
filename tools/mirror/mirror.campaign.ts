import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { compareMoments } from './past.ts';
import { runMirror } from './run.ts';
import { startServices, type Services } from './services.ts';

const { MIRROR_ROUNDS = '3', MIRROR_STEPS = '40', MIRROR_MOMENTS = '4', TEST_SEED } = process.env;
const seed = Number(TEST_SEED ?? 20_260_113);

describe.each(engines)('two API processes on %s', (engine) => {
  let database: TestDatabase;
  let services: Services;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    services = await startServices(database.db, database.url);
  });
  afterEach(async () => {
    await services.close();
    await database.close();
  });

  it('let a copy equal the source after random writes, undos, merges, prunes and kills of both', async () => {
    const mirrored = await runMirror(database.db, services, {
      rounds: Number(MIRROR_ROUNDS),
      stepsEach: Number(MIRROR_STEPS),
      seed,
      check: ({ times, content, partial }) => {
        expect(partial).toEqual([]);
        expect(times[1]).toEqual(times[0]);
        expect(content[1]).toEqual(content[0]);
      },
    });
    process.stdout.write(`${engine}: ${JSON.stringify({ ...mirrored, rejected: undefined })}\n`);
    // Everything took part, and the copies were not all empty.
    for (const op of ['load', 'delete', 'set', 'merge', 'undo', 'prune'])
      expect(mirrored.done).toHaveProperty(op, expect.any(Number));
    expect(mirrored.ended.killed).toBeGreaterThan(0);
    expect([mirrored.serverKills, mirrored.snapshots > 0]).toEqual([mirrored.rounds, true]);
    expect(mirrored.compared).toBeGreaterThan(20);
  });

  it('return with as_of what each endpoint returned at that moment', async () => {
    const statuses = new Map<number, number>();
    const { compared, done } = await compareMoments(database.db, services, {
      moments: Number(MIRROR_MOMENTS),
      stepsEach: 12,
      seed,
      check: ({ moment, address, then, later }) => {
        expect({ moment, address, pages: later }).toEqual({ moment, address, pages: then });
        for (const { status } of then) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      },
    });
    expect(compared).toBeGreaterThan(100);
    expect(Object.keys(done).sort()).toEqual(['delete', 'load', 'merge', 'set', 'undo']);
    expect([...statuses.keys()].sort()).toEqual([200, 404]);
    expect(statuses.get(200)).toBeGreaterThan(statuses.get(404)!);
  });
});
