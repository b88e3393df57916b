import { describe, expect, it } from '@jest/globals';
import type { SearchEngine, StandbyIndex } from '@dossier/search';
import { isConnectionLost, outboxDepth, withIndexLock } from '@dossier/store';
import { deleteRecord } from '../edits/delete.ts';
import { findKind } from '../kinds/index.ts';
import { worlds } from '../testing/search-places.ts';
import { eachWithSearchWorld, type SearchWorld } from '../testing/search-world.ts';
import { reindex } from './reindex.ts';

class Killed extends Error {}
/** Ends the sessions that hold an advisory lock: a firewall closes idle ones too. */
const END_SESSIONS =
  "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";

describe.each(worlds)('reindex from %s to %s', (engine, search) => {
  let world: SearchWorld;
  eachWithSearchWorld(engine, search, (given) => (world = given));

  const run = (standby: StandbyIndex = world.standby) => reindex({ db: world.db, standby, open: world.open });
  const withBuilt = (change: (built: SearchEngine) => Partial<SearchEngine>): StandbyIndex => ({
    ...world.standby,
    build: async () => {
      const built = await world.standby.build();
      return { ...built, ...change(built) };
    },
  });

  it('rebuilds the index from the database', async () => {
    await world.withSearch(async (damaged) => {
      for await (const keys of damaged.keys()) await damaged.remove(keys);
    });
    expect(await world.find('acme')).toEqual([]);
    expect(await run()).toMatchObject({ put: 6, indexed: 0, waiting: 0 });
    await world.expectAlike(6);
    expect(await world.find('acme')).toEqual(['Acme', 'Acme: Annual report', 'Acme: Annual report']);
  });

  it('reports the progress of reindex', async () => {
    const seen: [number, number][] = [];
    const { db, standby, open } = world;
    await reindex({ db, standby, open, onProgress: (done, total) => seen.push([done, total]) });
    expect(seen).toEqual([
      [3, 6],
      [4, 6],
      [6, 6],
    ]);
  });

  it('indexes changes made before and after the swap', async () => {
    await world.load('company', [{ domain: 'cog.com', name: 'Cog Wheels' }]);
    const meddled: StandbyIndex = {
      ...world.standby,
      swap: async () => {
        // The entries of the filings change, though none of their times does.
        await world.load('company', [{ domain: 'acme.com', name: 'Zenith' }]);
        await deleteRecord({
          db: world.db,
          search: undefined,
          kind: findKind('company')!,
          key: ['bolt.io'],
        });
        expect(await world.find('bolt')).toEqual(['Bolt']);
        await world.standby.swap();
        await world.load('document', [
          { slug: 'bells', title: 'Bells', date: '2024-01-02', content: { markdown: 'Bronze.' } },
        ]);
      },
    };
    expect(await run(meddled)).toMatchObject({ put: 6, waiting: 0 });
    await world.expectAlike(6);
    expect(await world.find('zenith')).toHaveLength(3);
    expect([await world.find('bolt'), await world.find('bronze')]).toEqual([[], ['Bells']]);
  });

  it('keeps the current index when the new one lacks entries', async () => {
    const leaky = withBuilt((built) => ({ put: (entries) => built.put(entries.slice(1)) }));
    await expect(run(leaky)).rejects.toThrow(/contains 0 of 1 entries of the type document|contains 2 of 3 /);
    await expect(world.standby.swap()).rejects.toThrow(/index is missing/);
    await world.expectAlike(6);
  });

  it('keeps the current index when the standby index is removed before the swap', async () => {
    const removed = { ...world.standby, swap: () => world.standby.drop().then(() => world.standby.swap()) };
    await expect(run(removed)).rejects.toThrow(/index is missing/);
    await world.expectAlike(6);
  });

  it('keeps records loaded during the rebuild in the outbox, then indexes them', async () => {
    let waiting: number | undefined;
    const meddled: StandbyIndex = {
      ...world.standby,
      swap: async () => {
        await world.load('company', [{ domain: 'dyn.com', name: 'Dyn', type: 'private' }]);
        await expect(withIndexLock(world.db, async () => {}, 0)).rejects.toThrow(/another program/);
        waiting = await outboxDepth(world.db);
        await world.standby.swap();
      },
    };
    await run(meddled);
    expect(waiting).toBe(1);
    await world.expectAlike(7);
  });

  if (engine === 'postgres') {
    it('stops building when its database session ends, and keeps the current index', async () => {
      let puts = 0;
      const broken = withBuilt((built) => ({
        put: async (entries) => {
          puts += 1;
          await built.put(entries);
          await world.db.raw(END_SESSIONS);
        },
      }));
      const error = await run(broken).catch((thrown: unknown) => thrown);
      expect([isConnectionLost(error), puts]).toEqual([true, 1]);
      await world.expectAlike(6);
    });
  }

  // A program that is killed does nothing more: neither drops the standby nor indexes what waits.
  const kill = async () => {
    throw new Killed();
  };
  it.each<[string, () => StandbyIndex]>([
    ['before it builds', () => ({ ...world.standby, build: kill, drop: kill })],
    ['while it builds', () => ({ ...withBuilt(() => ({ put: kill })), drop: kill })],
    ['before the swap', () => ({ ...world.standby, swap: kill, drop: kill })],
    ['after the swap', () => ({ ...world.standby, swap: () => world.standby.swap().then(kill), drop: kill })],
  ])('loses no records when reindex is killed %s', async (_, killed) => {
    await world.load('company', [{ domain: 'acme.com', name: 'Zenith' }]);
    await expect(run(killed())).rejects.toThrow(Killed);
    await world.load('company', [{ domain: 'cog.com', name: 'Cog Wheels' }]);
    await world.index();
    await world.expectAlike(6);
    expect(await world.find('zenith')).toHaveLength(3);
    expect(await run()).toMatchObject({ put: 6, waiting: 0 });
    await world.expectAlike(6);
  });
});
