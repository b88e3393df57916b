import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { runHistory } from './run.ts';
import { startService, type Service } from './service.ts';

describe.each(engines)('as_of on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    service = await startService(database.db, database.url);
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });

  it('returns what each endpoint returned at that moment, after random loads, deletions, merges and undos', async () => {
    const statuses = new Map<number, number>();
    const { compared, done } = await runHistory(database.db, service, {
      moments: 4,
      stepsEach: 12,
      seed: 20_260_113,
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
