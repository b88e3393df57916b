import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SearchEngine } from '@dossier/search';
import { skipMeilisearch, startMeilisearch, type RunningMeilisearch } from '@dossier/search/testing';
import { openDatabase, outboxDepth } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { loadRecords } from '../testing/load.ts';
import { worlds } from '../testing/search-places.ts';
import { eachWithSearchWorld, type SearchWorld } from '../testing/search-world.ts';
import { indexOutbox } from './outbox.ts';

/** Waits at `pass` until `open` is called; `reached` resolves when something waits there. */
function gate() {
  let [arrive, open] = [() => {}, () => {}];
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  const pass = () => {
    arrive();
    return opened;
  };
  return { reached, open, pass };
}

describe.each(worlds)('indexing during other writes, from %s to %s', (engine, search) => {
  let world: SearchWorld;
  eachWithSearchWorld(engine, search, (given) => (world = given));

  const rename = (name: string) => world.load('company', [{ domain: 'acme.com', name }]);
  /** Indexes with an engine that does something before each put. */
  const indexWith = (before: () => Promise<void>) =>
    world.withSearch((inUse) => {
      const put: SearchEngine['put'] = async (entries) => {
        await before();
        await inUse.put(entries);
      };
      return indexOutbox({ db: world.db, search: { ...inUse, put } });
    });

  it('lets a load commit while the search engine is slow', async () => {
    await rename('Amber');
    const slow = gate();
    const indexing = indexWith(slow.pass);
    await slow.reached;
    await rename('Basalt');
    expect(await world.db('companies').where({ name: 'Basalt' })).toHaveLength(1);
    slow.open();
    await indexing;
    expect([await outboxDepth(world.db), await world.find('amber')]).toEqual([0, []]);
    await world.expectAlike(6);
  });

  it('indexes the newest state of a record that changes before it is acknowledged', async () => {
    await rename('Amber');
    const names = ['Basalt', 'Cobalt'];
    await indexWith(async () => {
      const name = names.shift();
      if (name !== undefined) await rename(name);
    });
    expect([await world.find('amber basalt'), await world.find('cobalt')]).toEqual([[], expect.anything()]);
    expect(await world.find('cobalt')).toHaveLength(3);
    await world.expectAlike(6);
  });

  it('does not overwrite a newer entry with an older one when two programs index at once', async () => {
    await rename('Amber');
    const slow = gate();
    const order: string[] = [];
    const first = indexWith(async () => {
      await slow.pass();
      order.push('first');
    });
    await slow.reached;
    await rename('Basalt');
    const other = openDatabase(world.env.DATABASE_URL);
    try {
      const second = world.withSearch((inUse) =>
        indexOutbox({
          db: other,
          search: { ...inUse, put: (entries) => inUse.put(entries).then(() => void order.push('second')) },
        }),
      );
      await expect(
        world.withSearch((inUse) => indexOutbox({ db: other, search: inUse, wait: 0 })),
      ).rejects.toThrow('another program is updating the search index');
      expect(order).toEqual([]);
      slow.open();
      await Promise.all([first, second]);
    } finally {
      await other.destroy();
    }
    expect(await world.find('basalt')).toHaveLength(3);
    await world.expectAlike(6);
  });
});

(skipMeilisearch ? describe.skip : describe).each(engines)(
  'while the search server hangs, on %s',
  (engine) => {
    let folder: Folder;
    let server: RunningMeilisearch;
    let database: TestDatabase;
    beforeEach(async () => {
      folder = temporaryFolder();
      server = await startMeilisearch({ folder: join(folder.path, 'server') });
      database = await createTestDatabase(engine);
    });
    afterEach(async () => {
      await server.stop();
      await database.close();
      folder.remove();
    });

    it('commits a load while the server hangs, and `index` indexes it afterwards', async () => {
      const call = (...args: string[]) =>
        callIngest(args, { DATABASE_URL: database.url, SEARCH_URL: server.url, SEARCH_KEY: server.key });
      const company = (name: string) => ({ domain: 'acme.com', name, type: 'private' });
      const load = (name: string) => call('load', 'companies', folder.write('c.ndjson', [company(name)]));
      expect(await load('Amber')).toMatchObject({ code: 0 });
      const another = { domain: 'bolt.io', name: 'Bolt', type: 'private' };
      await loadRecords(database.db, findKind('company')!, [another]);
      process.kill(server.pid, 'SIGSTOP');
      const indexing = call('index');
      let isOver = false;
      void indexing.then(() => (isOver = true));
      try {
        await loadRecords(database.db, findKind('company')!, [company('Basalt')]);
        expect(await database.db('companies').pluck('name')).toEqual(
          expect.arrayContaining(['Basalt', 'Bolt']),
        );
        expect([isOver, await outboxDepth(database.db)]).toEqual([false, 2]);
      } finally {
        process.kill(server.pid, 'SIGCONT');
      }
      expect(await indexing).toMatchObject({ code: 0, stdout: expect.stringContaining('Search: ') });
      expect(await outboxDepth(database.db)).toBe(0);
      expect(await call('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining(' 2 alike') });
    });
  },
);
