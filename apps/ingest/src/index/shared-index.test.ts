import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { openPlaces, worlds, type SearchPlaces } from '../testing/search-places.ts';
import { searchWorld, type SearchWorld } from '../testing/search-world.ts';

const TAKEN =
  /The search index that SEARCH_URL names belongs to another database\..*npm run ingest -- reindex/;

describe.each(worlds)('two databases on %s that use the same index in %s', (engine, search) => {
  let folder: Folder;
  let places: SearchPlaces;
  /** The owner of the index, and another database with one company. */
  let world: SearchWorld;
  let other: TestDatabase;
  beforeAll(async () => {
    folder = temporaryFolder();
    places = await openPlaces(search, folder.path);
  });
  afterAll(async () => {
    await places.close();
    folder.remove();
  });
  beforeEach(async () => {
    world = await searchWorld(engine, places);
    other = await createTestDatabase(engine);
  });
  afterEach(async () => {
    await other.close();
    await world.close();
  });

  const call = (...args: string[]) => callIngest(args, { ...world.env, DATABASE_URL: other.url });
  const callOurs = (...args: string[]) => callIngest(args, world.env);
  const company = (domain: string) =>
    folder.write(`${domain}.ndjson`, [{ domain, name: `Acme of ${domain}`, type: 'private' }]);

  it('rejects writes from the other database, keeps its outbox and explains what to do', async () => {
    const loaded = await call('load', 'companies', company('dyn.com'));
    expect(loaded).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nSearch: 1 entry waits to be indexed.'),
    });
    expect(loaded.stdout + loaded.stderr).toMatch(TAKEN);
    for (const command of [['index'], ['verify'], ['verify', '--repair']]) {
      const { code, stdout, stderr } = await call(...command);
      expect([command, code, stdout, stderr]).toEqual([command, 1, '', expect.stringMatching(TAKEN)]);
    }
    const deleted = await call('delete', 'companies', 'dyn.com');
    expect(deleted).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nSearch: 2 entries wait to be indexed.'),
    });
    expect(deleted.stdout + deleted.stderr).toMatch(TAKEN);
    await world.expectAlike(6);
  });

  it('lets either database take over the index with reindex', async () => {
    await call('load', 'companies', company('dyn.com'));
    expect(JSON.parse((await callOurs('reindex', '--json')).stdout)).toMatchObject({ tookOver: false });
    expect(await call('reindex')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/of 1 entry [^]*\nThe previous index belonged to another database/),
    });
    await expect(world.find('acme')).rejects.toThrow(TAKEN);
    await callOurs('load', 'companies', company('eta.com'));
    expect(await callOurs('index')).toMatchObject({ code: 1, stderr: expect.stringMatching(TAKEN) });
    for (const [run, alike] of [
      [callOurs, '7 alike'],
      [call, '1 alike'],
    ] as const) {
      expect(JSON.parse((await run('reindex', '--json')).stdout)).toMatchObject({ tookOver: true });
      expect(await run('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining(alike) });
    }
  });
});
