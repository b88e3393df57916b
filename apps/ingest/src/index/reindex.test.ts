import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { IndexSwitch } from '@dossier/search';
import { beginIndexBeside, outboxDepth, readIndexBeside, write } from '@dossier/store';
import { deleteRecord } from '../cli/delete.ts';
import { findKind } from '../kinds/index.ts';
import { reindex } from './reindex.ts';
import { forget, rollback } from './reindex-switch.ts';
import { worlds, type SearchPlaces } from '../testing/search-places.ts';
import { eachWithSearchWorld, type SearchWorld } from '../testing/search-world.ts';

class Killed extends Error {}

describe.each(worlds)('reindex of %s to %s', (engine, search) => {
  let places: SearchPlaces;
  let world: SearchWorld;
  eachWithSearchWorld(engine, search, (...given) => ([world, places] = given));

  const run = (indexes: IndexSwitch = world.indexes) => reindex({ db: world.db, indexes, open: world.open });
  const back = (indexes: IndexSwitch = world.indexes) =>
    rollback({ db: world.db, indexes, open: world.open });
  /** What other programs do meanwhile; what changes is brought into whatever is in use then. */
  const rename = async (domain: string, name: string) => {
    await world.load('company', [{ domain, name }]);
    await world.index();
  };
  const remove = async (domain: string) => {
    await world.withSearch((engineInUse) =>
      deleteRecord({ db: world.db, search: engineInUse, kind: findKind('company')!, key: [domain] }),
    );
  };
  /** The switch, with work done before and after it puts an index in use. */
  const around = (before: () => Promise<void>, after: () => Promise<void> = async () => {}): IndexSwitch => ({
    ...world.indexes,
    use: async (name) => {
      await before();
      await world.indexes.use(name);
      await after();
    },
  });
  const kill = async () => {
    throw new Killed();
  };

  it('makes all of the index anew from the database', async () => {
    await world.withSearch(async (damaged) => {
      for await (const keys of damaged.keys()) await damaged.remove(keys);
    });
    expect(await world.find('acme')).toEqual([]);
    expect(await run()).toMatchObject({ put: 6, indexed: 0, waiting: 0 });
    await world.expectAlike(6);
    expect(await world.find('acme')).toEqual(['Acme', 'Acme: Annual report', 'Acme: Annual report']);
  });

  it('is told how far it is', async () => {
    const seen: [number, number][] = [];
    await reindex({
      db: world.db,
      indexes: world.indexes,
      open: world.open,
      onProgress: (done, total) => seen.push([done, total]),
    });
    expect(seen).toEqual([
      [3, 6],
      [4, 6],
      [6, 6],
    ]);
  });

  it('loses nothing that others do meanwhile, nor does the index that is gone back to, nor the one after that', async () => {
    const meddled = around(
      async () => {
        // The entries of the filings change, though no time of theirs moves.
        await rename('acme.com', 'Zenith');
        await remove('bolt.io');
        await world.load('company', [{ domain: 'dyn.com', name: 'Dyn', type: 'private' }]);
        await world.index();
      },
      async () => {
        await rename('cog.com', 'Cog Wheels');
        await world.load('document', [
          { slug: 'bells', title: 'Bells', date: '2024-01-02', content: { markdown: 'Bronze.' } },
        ]);
      },
    );
    await run(meddled);
    await world.expectAlike(7);
    expect(await world.find('zenith')).toHaveLength(3);
    await rename('dyn.com', 'Dynamo');
    await back();
    await world.expectAlike(7);
    expect(await world.find('acme bolt cog')).toEqual([]);
    await rename('cog.com', 'Cog');
    await back();
    await world.expectAlike(7);
    expect(await world.find('dynamo')).toEqual(['Dynamo']);
  });

  it('brings in what waited all the time, into either index', async () => {
    await world.load('company', [{ domain: 'acme.com', name: 'Zenith' }]);
    const before = await outboxDepth(world.db);
    expect(before).toBe(3);
    await run();
    await world.expectAlike(6);
    await back();
    await world.expectAlike(6);
    expect(await world.find('zenith')).toHaveLength(3);
  });

  it('puts the index that was in use back, and with a second rollback the new one', async () => {
    const old = await world.indexes.current();
    await run();
    const fresh = await world.indexes.current();
    expect(fresh).not.toBe(old);
    for (const name of [old, fresh, old]) {
      await back();
      expect(await world.indexes.current()).toBe(name);
    }
  });

  it('has nothing to go back to before the first, nor while one is being built', async () => {
    await expect(back()).rejects.toThrow(/^There is no index to go back to: no reindex has kept one\.$/);
    await write(world.db, (trx) => beginIndexBeside(trx, 'of another program'));
    await expect(back()).rejects.toThrow(/a reindex is being done, or was killed/);
  });

  it('forgets what it kept, and what that missed', async () => {
    const kept = await world.indexes.current();
    await run();
    await rename('acme.com', 'Zenith');
    expect(await world.db('outbox_missed')).not.toEqual([]);
    await forget({ db: world.db, indexes: world.indexes });
    expect([await readIndexBeside(world.db), await world.db('outbox_missed')]).toEqual([undefined, []]);
    await expect(world.indexes.use(kept)).rejects.toThrow(/not there any more/);
    await expect(back()).rejects.toThrow(/no reindex has kept one/);
    await world.expectAlike(6);
    await forget({ db: world.db, indexes: world.indexes });
  });

  it('changes nothing when the index to go back to is not there, as after a change of SEARCH_URL', async () => {
    await run();
    const before = await readIndexBeside(world.db);
    const elsewhere = places.indexes('another-search', world.mark);
    await expect(back(elsewhere)).rejects.toThrow(/not there any more.*npm run ingest -- reindex/);
    expect(await readIndexBeside(world.db)).toEqual(before);
    await back();
    await world.expectAlike(6);
  });

  it('keeps the index in use, and nothing beside it, when the new one does not hold what was put', async () => {
    const old = await world.indexes.current();
    const leaky: IndexSwitch = {
      ...world.indexes,
      begin: async () => {
        const begun = await world.indexes.begin();
        const { engine: whole } = begun;
        return { ...begun, engine: { ...whole, put: (entries) => whole.put(entries.slice(1)) } };
      },
    };
    await expect(run(leaky)).rejects.toThrow(/holds 0 of 1 entries of the type document|holds 2 of 3 /);
    expect([await world.indexes.current(), await readIndexBeside(world.db)]).toEqual([old, undefined]);
    await world.expectAlike(6);
  });

  it('gives way to another that has begun since', async () => {
    let other: Promise<unknown> | undefined;
    const overtaken: IndexSwitch = {
      ...world.indexes,
      begin: async () => {
        const { name, engine } = await world.indexes.begin();
        const put: typeof engine.put = async (entries) => {
          await (other ??= run());
          return engine.put(entries);
        };
        return { name, engine: { ...engine, put } };
      },
    };
    await expect(run(overtaken)).rejects.toThrow(/^Another reindex has begun since/);
    await other;
    expect(await readIndexBeside(world.db)).toMatchObject({ state: 'kept' });
    await world.expectAlike(6);
    await back();
    await world.expectAlike(6);
  });

  it('is not undone by an earlier one that only begins now', async () => {
    let later: Promise<unknown> | undefined;
    const slow: IndexSwitch = {
      ...world.indexes,
      begin: async () => {
        later = run();
        later.catch(() => {});
        // Long enough for it to begin, were it let.
        await sleep(500);
        const { name, engine } = await world.indexes.begin();
        const put: typeof engine.put = async (entries) => {
          // Who comes next at the writer's lock is the database's business; here it is the later one.
          await later;
          return engine.put(entries);
        };
        return { name, engine: { ...engine, put } };
      },
    };
    await expect(run(slow)).rejects.toThrow(/^Another reindex has begun since/);
    expect(await later).toMatchObject({ put: 6 });
    await world.expectAlike(6);
    await back();
    await world.expectAlike(6);
  });

  it('keeps nothing beside when its index was removed before the switch', async () => {
    const removed = around(() => world.indexes.discard());
    await expect(run(removed)).rejects.toThrow(/not there any more/);
    expect(await readIndexBeside(world.db)).toBeUndefined();
    await world.expectAlike(6);
  });

  describe('that is killed', () => {
    it('while it fills leaves what the next discards', async () => {
      await write(world.db, (trx) => beginIndexBeside(trx, 'dead'));
      const { engine: left } = await world.indexes.begin();
      await left.put([
        {
          type: 'document',
          id: '999',
          title: 'Left',
          excerpt: '',
          url: '/x',
          date: '2024-01-01T00:00:00.000Z',
          passages: [],
        },
      ]);
      await left.close();
      await rename('acme.com', 'Zenith');
      await world.expectAlike(6);
      await run();
      expect(await world.find('left')).toEqual([]);
      await world.expectAlike(6);
    });

    describe.each([
      ['before the switch', () => around(kill), true],
      ['after the switch', () => around(async () => {}, kill), false],
      [
        'after the switch, with changes before it',
        () => around(() => rename('acme.com', 'Zenith'), kill),
        false,
      ],
    ])('%s', (_, killed, isOld) => {
      let old: string;
      beforeEach(async () => {
        old = await world.indexes.current();
        await expect(run(killed())).rejects.toThrow(Killed);
        await rename('cog.com', 'Cog Wheels');
      });

      it('makes one load name what was missed, and none after it', async () => {
        expect(await world.index()).toEqual({ put: 0, removed: 0 });
        await world.expectAlike(6);
      });

      it('leaves one that the next load or index brings up to date', async () => {
        expect((await world.indexes.current()) === old).toBe(isOld);
        await world.expectAlike(6);
      });

      it('is mended by another', async () => {
        await run();
        await world.expectAlike(6);
        await back();
        await world.expectAlike(6);
      });

      it('is undone by a rollback', async () => {
        await back();
        expect(await world.indexes.current()).toBe(old);
        await world.expectAlike(6);
        expect(await readIndexBeside(world.db)).toMatchObject({ state: 'kept' });
      });
    });

    it('is not forgotten by another that fails', async () => {
      const killed = around(() => rename('acme.com', 'Zenith'), kill);
      await expect(run(killed)).rejects.toThrow(Killed);
      await expect(run({ ...world.indexes, begin: kill })).rejects.toThrow(Killed);
      await world.index();
      await world.expectAlike(6);
    });

    it.each([
      ['before the switch', () => around(kill)],
      ['after the switch', () => around(async () => {}, kill)],
    ])('in a rollback, %s: the next ends it', async (_, killed) => {
      const old = await world.indexes.current();
      await run();
      await rename('acme.com', 'Zenith');
      await expect(back(killed())).rejects.toThrow(Killed);
      await rename('cog.com', 'Cog Wheels');
      await back();
      expect(await world.indexes.current()).toBe(old);
      await world.expectAlike(6);
      expect(await world.find('zenith')).toHaveLength(3);
    });
  });
});
