import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { searchResult } from '@dossier/shared';
import type {
  SearchDocument,
  SearchEngine,
  SearchKey,
  SearchPage,
  SearchQuery,
} from '../../search-engine.ts';

/** Opens the index of that name, empty when the name is new; engines of one name share it. */
export type OpenPlace = (place: string) => Promise<SearchEngine>;

/** The number of generated texts or queries of a test. */
export const QUERIES = Number(process.env['SEARCH_QUERIES'] ?? 50);

let serial = 0;

/** Returns an entry. Its default fields match no query of the suite. Each test of a bench has the same series of ids. */
export function entry(given: Partial<SearchDocument> & { text?: string }): SearchDocument {
  const { text, ...rest } = given;
  serial += 1;
  return {
    type: 'document',
    id: `entry-${String(serial).padStart(6, '0')}`,
    title: 'Untitled',
    excerpt: '',
    url: `/research/entry-${serial}`,
    date: '2024-06-01T00:00:00.000Z',
    passages: text === undefined ? [] : [{ title: '', text }],
    ...rest,
  };
}

/** A query, or its text alone; by default up to 50 results. */
type Query = string | Partial<SearchQuery>;

export type Bench = ReturnType<typeof setUpBench>;

/**
 * An engine for the tests of the describe block that this is called in; each test begins with an empty index. The
 * first `put` of a test keeps equal entries, replaces those with the same ids and removes the rest: writes take time.
 */
export function setUpBench(open: OpenPlace) {
  const place = 'contract';
  let engine: SearchEngine;
  let stored: SearchKey[] = [];
  /** The entries of the only write since the index was empty. */
  let only: SearchDocument[] | undefined;
  /** Whether the entries are those of an earlier test. */
  let isEarlier = false;

  async function put(...documents: SearchDocument[]): Promise<void> {
    const isFirst = isEarlier;
    isEarlier = false;
    if (isFirst && isDeepStrictEqual(documents, only)) return;
    const keys = documents.map(({ type, id }) => ({ type, id }));
    if (isFirst) await removeAllBut(keys);
    only = isFirst || stored.length === 0 ? documents : undefined;
    stored = isFirst ? keys : [...stored, ...keys];
    await engine.put(documents);
  }
  async function removeAllBut(kept: SearchKey[]): Promise<void> {
    const names = new Set(kept.map(({ type, id }) => `${type} ${id}`));
    const stale = stored.filter(({ type, id }) => !names.has(`${type} ${id}`));
    if (stale.length > 0) await engine.remove(stale);
  }
  async function empty(): Promise<void> {
    await engine.remove(stored);
    stored = [];
    only = undefined;
    isEarlier = false;
  }
  /** Removes the entries of an earlier test. */
  async function settle(): Promise<void> {
    if (isEarlier) await empty();
  }
  async function remove(keys: SearchKey[]): Promise<void> {
    await settle();
    only = undefined;
    await engine.remove(keys);
  }
  async function search(given: Query): Promise<SearchPage> {
    await settle();
    const query = typeof given === 'string' ? { text: given } : given;
    const page = await engine.search({ text: '', limit: 50, offset: 0, ...query });
    for (const result of page.results) searchResult.parse(result);
    return page;
  }
  const ids = async (given: Query) => (await search(given)).results.map((result) => result.document_id);

  let firstSerial: number;
  beforeAll(async () => {
    firstSerial = serial;
    engine = await open(place);
  });
  beforeEach(() => {
    serial = firstSerial;
    isEarlier = true;
  });
  afterAll(async () => {
    await empty();
    await engine.close();
  });

  return {
    put,
    empty,
    search,
    ids,
    /** Ignores the order. */
    idSet: async (given: Query) => (await ids(given)).sort(),
    remove,
    suggest: async (typed: string, limit = 10) => {
      await settle();
      return engine.suggest(typed, limit);
    },
    check: async () => {
      await settle();
      return engine.check();
    },
    hashes: async (keys: SearchKey[]) => {
      await settle();
      return engine.hashes(keys);
    },
    /** Calls `onPage` between two pages. */
    keys: async (onPage: () => Promise<void> = async () => {}) => {
      await settle();
      const all: SearchKey[] = [];
      for await (const page of engine.keys()) {
        all.push(...page);
        await onPage();
      }
      return all;
    },
    open: async (name: string) => {
      await settle();
      return open(name);
    },
    place,
  };
}
