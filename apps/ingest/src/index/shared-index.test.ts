import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { openPlaces, worlds, type SearchPlaces } from '../testing/search-places.ts';
import { searchWorld, type SearchWorld } from '../testing/search-world.ts';

const TAKEN =
  /The search index that SEARCH_URL names is that of another database\..*npm run ingest -- reindex/;

describe.each(worlds)('two databases of %s that name the same index of %s', (engine, search) => {
  let folder: Folder;
  let places: SearchPlaces;
  /** Whose index it is, and another with one company. */
  let world: SearchWorld;
  let other: TestDatabase;
  beforeAll(async () => {
    folder = temporaryFolder();
    places = await openPlaces(search, folder.path);
  }, 120_000);
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

  it('does not let the other write: its records wait, the commands say what to do', async () => {
    const loaded = await call('load', 'companies', company('dyn.com'));
    expect(loaded).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nSearch: 1 entry waits.'),
    });
    expect(loaded.stdout + loaded.stderr).toMatch(TAKEN);
    for (const command of [['index'], ['verify'], ['verify', '--repair'], ['reindex', '--forget']]) {
      expect([command, await call(...command)]).toEqual([
        command,
        { code: 1, stdout: '', stderr: expect.stringMatching(TAKEN) },
      ]);
    }
    const deleted = await call('delete', 'companies', 'dyn.com');
    expect(deleted).toMatchObject({ code: 0, stdout: expect.stringContaining('\nSearch: 2 entries wait.') });
    expect(deleted.stdout + deleted.stderr).toMatch(TAKEN);
    await world.expectAlike(6);
  });

  it('lets the other take it over with a reindex, and gives it back with a rollback', async () => {
    await call('load', 'companies', company('dyn.com'));
    expect(await call('reindex')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/of 1 entry [^]*\nThe old index is that of another database/),
    });
    expect(await call('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 alike, 0') });
    await expect(world.find('acme')).rejects.toThrow(TAKEN);
    await callOurs('load', 'companies', company('eta.com'));
    expect(await callOurs('index')).toMatchObject({ code: 1, stderr: expect.stringMatching(TAKEN) });

    const back = await call('reindex', '--rollback');
    expect([back.code, back.stdout]).toEqual([0, expect.stringMatching(TAKEN)]);
    expect(await call('verify')).toMatchObject({ code: 1, stderr: expect.stringMatching(TAKEN) });
    expect(await callOurs('index')).toMatchObject({ code: 0, stdout: 'Search: 1 put, 0 removed.\n' });
    await world.expectAlike(7);
  });

  it('lets each take it back with a reindex, and goes back to none that is gone', async () => {
    await call('load', 'companies', company('dyn.com'));
    expect(JSON.parse((await callOurs('reindex', '--json')).stdout)).toMatchObject({ tookOver: false });
    for (const [run, stdout] of [
      [call, '1 alike'],
      [callOurs, '6 alike'],
      [call, '1 alike'],
    ] as const) {
      expect(JSON.parse((await run('reindex', '--json')).stdout)).toMatchObject({ tookOver: true });
      expect(await run('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining(stdout) });
    }
    expect(await callOurs('reindex', '--rollback')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not there any more.*npm run ingest -- reindex\n$/),
    });
    expect(await call('verify')).toMatchObject({ code: 0 });
  });
});
