import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { startScript, type Program } from '../e2e/program.ts';
import { openClients, type Clients } from './client.ts';
import { runMirror } from './run.ts';

describe.each(engines)('a copy that follows the changes, on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let clients: Clients;
  const servers: Program[] = [];
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'dossier-mirror-'));
    const key = generateApiKey();
    const organization = await ensureOrganization(database.db, 'Test partner', 'Platforms');
    await registerApiKey(database.db, key, organization);
    clients = await openClients(folder, key);
    const settings = {
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
      RATE_LIMITS: 'off',
      REQUEST_LIMITS: 'off',
    };
    for (let i = 0; i < 2; i++) servers.push(await startScript('serve', settings, /"url":"[^"]+"/));
  }, 120_000);
  afterAll(async () => {
    await clients.close();
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('equals the source after random writes, deletions and kills, with two API processes', async () => {
    clients.use(servers.map(({ output }) => /"url":"([^"]+)"/.exec(output())![1]!));
    let changed = 0;
    await runMirror(database.db, clients, {
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
  }, 300_000);
});
