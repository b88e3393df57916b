import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { runMirror } from './run.ts';
import { startServices, type Services } from './services.ts';

describe.each(engines)('a copy that follows the changes, on %s', (engine) => {
  let database: TestDatabase;
  let services: Services;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    services = await startServices(database.db, database.url);
  });
  afterAll(async () => {
    await services.close();
    await database.close();
  });

  it('equals the source after random writes, undos, merges, prunes and kills, with two API processes', async () => {
    const mirrored = await runMirror(database.db, services.clients, {
      rounds: 3,
      stepsEach: 40,
      seed: 20_260_113,
      check: ({ times, content, partial }) => {
        expect(partial).toEqual([]);
        expect(times[1]).toEqual(times[0]);
        expect(content[1]).toEqual(content[0]);
      },
    });
    // Everything took part, and the copies were not all empty.
    for (const op of ['load', 'delete', 'set', 'merge', 'undo', 'prune'])
      expect(mirrored.done).toHaveProperty(op, expect.any(Number));
    expect(mirrored.ended.killed).toBeGreaterThan(0);
    expect(mirrored.compared).toBeGreaterThan(20);
  });
});
