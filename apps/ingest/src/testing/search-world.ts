import type { SearchEngine, StandbyIndex } from '@dossier/search';
import { databaseId } from '@dossier/store';
import { createTestDatabase, type Engine, type TestDatabase } from '@dossier/store/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { findKind } from '../kinds/index.ts';
import { indexOutbox, type Indexed } from '../index/outbox.ts';
import { verify, type Verified } from '../index/verify.ts';
import { loadRecords } from './load.ts';
import { temporaryFolder, type Folder } from './files.ts';
import { openPlaces, type SearchName, type SearchPlaces } from './search-places.ts';

let serial = 0;

/** Creates a database with records of every searched kind, and an up-to-date index. */
export async function searchWorld(engine: Engine, places: SearchPlaces) {
  const database: TestDatabase = await createTestDatabase(engine);
  const { db } = database;
  const name = `world-${(serial += 1)}`;
  const mark = await databaseId(db);
  const open = () => places.open(name, mark);
  const standby: StandbyIndex = await places.standby(name, mark);
  const load = async (kind: string, records: object[]) => {
    const outcomes = await loadRecords(db, findKind(kind)!, records);
    expect(outcomes.filter(({ outcome }) => outcome === 'rejected')).toEqual([]);
  };
  const withSearch = async <T>(work: (search: SearchEngine) => Promise<T>): Promise<T> => {
    const search = await open();
    try {
      return await work(search);
    } finally {
      await search.close();
    }
  };
  const index = (): Promise<Indexed> => withSearch((search) => indexOutbox({ db, search }));
  const find = (text: string): Promise<string[]> =>
    withSearch(async (search) =>
      (await search.search({ text, limit: 50, offset: 0 })).results.map(({ title }) => title).sort(),
    );
  const check = (repair = false): Promise<Verified> => withSearch((search) => verify({ db, search, repair }));

  await load('company', [
    { domain: 'acme.com', name: 'Acme', type: 'private' },
    { domain: 'bolt.io', name: 'Bolt', type: 'private' },
    { domain: 'cog.com', name: 'Cog', type: 'private' },
  ]);
  await load(
    'filing',
    ['1', '2'].map((accession_number) => ({
      company: 'acme.com',
      accession_number,
      name: 'Annual report',
      type: '10-K',
      filed_at: '2024-02-01',
      url: 'https://www.sec.gov/a.htm',
    })),
  );
  await load('document', [
    { slug: 'anvils', title: 'Anvils', date: '2024-01-02', content: { markdown: 'Zeppelins carry them.' } },
  ]);
  await index();

  return {
    db,
    mark,
    env: { DATABASE_URL: database.url, ...places.env(name) },
    standby,
    open,
    load,
    index,
    find,
    withSearch,
    check,
    /** Expects every entry of the index to match the database, and this many of them. */
    expectAlike: async (alike: number) =>
      expect(await check()).toMatchObject({ alike, missing: 0, stale: 0, surplus: 0, waiting: 0 }),
    close: () => database.close(),
  };
}

export type SearchWorld = Awaited<ReturnType<typeof searchWorld>>;

/** Creates a database and an index for each test of a suite. */
export function eachWithSearchWorld(
  engine: Engine,
  search: SearchName,
  take: (world: SearchWorld, places: SearchPlaces) => void,
): void {
  let folder: Folder;
  let places: SearchPlaces;
  let world: SearchWorld;
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
    take(world, places);
  });
  afterEach(() => world.close());
}
