import { describe, expect, it } from '@jest/globals';
import type { SearchDocument } from '@dossier/search';
import { outboxDepth } from '@dossier/store';
import { verify } from './verify.ts';
import { worlds } from '../testing/search-places.ts';
import { eachWithSearchWorld, type SearchWorld } from '../testing/search-world.ts';

const strange = (given: Partial<SearchDocument>): SearchDocument => ({
  type: 'company',
  id: '999',
  title: 'Strange',
  excerpt: '',
  url: '/strange',
  date: '2024-01-01T00:00:00.000Z',
  passages: [],
  ...given,
});

describe.each(worlds)('verify of %s against %s', (engine, search) => {
  let world: SearchWorld;
  eachWithSearchWorld(engine, search, (given) => (world = given));

  const idOf = async (table: string) =>
    String((await world.db(table).orderBy('id').first<{ id: string }>('id')).id);
  async function damage(): Promise<void> {
    const [company, document] = [await idOf('companies'), await idOf('documents')];
    const filings = (await world.db('filings').pluck('id')) as string[];
    await world.withSearch(async (inUse) => {
      await inUse.remove(filings.map((id) => ({ type: 'filing', id })));
      await inUse.put([
        strange({ id: company }),
        strange({ type: 'document', id: document }),
        // No record can have such an id. One of them is a number for some databases only.
        ...['999', 'abc', '007', '99999999999'].map((id) => strange({ id })),
        strange({ type: 'filing', id: 'abc' }),
      ]);
    });
  }

  it('reports no differences when nothing differs', async () => {
    const nothing = { missing: 0, stale: 0, surplus: 0, totals: 0, first: [] };
    expect(await world.check()).toMatchObject({ alike: 6, ...nothing });
  });

  it('counts totals that differ from the tables, and makes them again', async () => {
    await world.db('counters').insert({ name: 'news 1 major', n: 7 });
    expect(await world.check()).toMatchObject({ totals: 1, tables: { counters: 1 }, surplus: 0 });
    expect(await world.check(true)).toMatchObject({ totals: 1, repaired: 1 });
    expect(await world.check()).toMatchObject({ totals: 0 });
  });

  it('counts missing, stale and surplus entries, and lists the first of each', async () => {
    await damage();
    const found = await world.check();
    expect(found).toMatchObject({ alike: 2, missing: 2, stale: 2, surplus: 5, waiting: 0 });
    expect(found.first).toHaveLength(9);
    expect(found.first).toContainEqual({ difference: 'surplus', type: 'company', id: 'abc' });
    expect(found).not.toHaveProperty('repaired');
    expect(await world.check()).toMatchObject({ missing: 2, stale: 2, surplus: 5 });
  });

  it('repairs only what differs', async () => {
    await damage();
    const written: string[] = [];
    const found = await world.withSearch((inUse) =>
      verify({
        db: world.db,
        repair: true,
        search: {
          ...inUse,
          put: (entries) => {
            written.push(...entries.map(({ type }) => `put ${type}`));
            return inUse.put(entries);
          },
          remove: (keys) => {
            written.push(...keys.map(({ type, id }) => `remove ${type} ${id}`));
            return inUse.remove(keys);
          },
        },
      }),
    );
    expect(found).toMatchObject({ missing: 2, stale: 2, surplus: 5, repaired: 9 });
    expect(written.sort()).toEqual([
      'put company',
      'put document',
      'put filing',
      'put filing',
      'remove company 007',
      'remove company 999',
      'remove company 99999999999',
      'remove company abc',
      'remove filing abc',
    ]);
    await world.expectAlike(6);
    expect(await world.find('strange')).toEqual([]);
  });

  it('counts a key once when the index lists it twice during concurrent deletions', async () => {
    await damage();
    for (const repair of [false, true]) {
      const found = await world.withSearch((inUse) =>
        verify({
          db: world.db,
          repair,
          search: {
            ...inUse,
            async *keys() {
              yield* inUse.keys();
              yield* inUse.keys();
            },
          },
        }),
      );
      expect(found).toMatchObject({ missing: 2, stale: 2, surplus: 5, waiting: 0 });
    }
    await world.expectAlike(6);
  });

  it('does not report or repair records that are still in the outbox', async () => {
    await world.load('company', [
      { domain: 'acme.com', name: 'Zenith' },
      { domain: 'dyn.com', name: 'Dyn', type: 'private' },
    ]);
    const waiting = await outboxDepth(world.db);
    expect(await world.check()).toMatchObject({ alike: 3, missing: 0, stale: 0, surplus: 0, waiting: 4 });
    expect(await world.check(true)).toMatchObject({ waiting: 4, repaired: 0 });
    expect(await outboxDepth(world.db)).toBe(waiting);
  });

  it('reports no differences for records indexed during verify', async () => {
    const found = await world.withSearch((inUse) =>
      verify({
        db: world.db,
        search: {
          ...inUse,
          // After the record was read, and before its entry is.
          hashes: async (keys) => {
            if (keys.length === 3 && (await world.db('companies').where({ name: 'Zenith' })).length === 0) {
              await world.load('company', [{ domain: 'acme.com', name: 'Zenith' }]);
              await world.index();
            }
            return inUse.hashes(keys);
          },
        },
      }),
    );
    expect(found).toMatchObject({ alike: 6, missing: 0, stale: 0, surplus: 0, waiting: 0 });
  });
});
