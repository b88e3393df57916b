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

  it('equals the source after random writes, deletions and kills, with two API processes', async () => {
    let changed = 0;
    await runMirror(database.db, services.clients, {
      rounds: 3,
      stepsEach: 30,
      seed: 20_260_113,
      check: ({ times, content }) => {
        expect(times[1]).toEqual(times[0]);
        expect(content[1]).toEqual(content[0]);
        changed += Object.values(times[0]).flat().length;
      },
    });
    // The copies were not all empty.
    expect(changed).toBeGreaterThan(20);
  });
});
