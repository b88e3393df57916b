import type { SearchEngine, SearchPage, SearchQuery } from '../search-engine.ts';
import { findAll, type FoundPage, type LastCounts } from './meilisearch-all.ts';
import { claim, mustBeOurs } from './meilisearch-about.ts';
import { checkEntries } from './meilisearch-check.ts';
import { filterOf } from './meilisearch-filter.ts';
import { suggest } from './meilisearch-suggest.ts';
import { INDEXES } from '../indexes.ts';
import { codeOf, guardServer, isRefusal } from './meilisearch-guard.ts';
import { listKeys, readHashes } from './meilisearch-list.ts';
import { findRelaxed } from './meilisearch-relax.ts';
import type { Server } from './meilisearch-server.ts';
import { prepareIndexes } from './meilisearch-settings.ts';
import { resolveTerms } from './meilisearch-vocabulary.ts';
import { quoteAll } from './meilisearch-words.ts';
import { putEntries, removeEntries } from './meilisearch-write.ts';
import { parseQuery, type Term } from '../query.ts';
import { mayRelax } from '../relax.ts';
import { nothing, toResult } from '../result.ts';

/** The engine on a Meilisearch server. It sends no request until it is used, so the server may be down. */
export function meilisearchEngine(server: Server): SearchEngine {
  const last: LastCounts = new Map();
  let prepared: Promise<void> | undefined;

  /** Prepares the indexes before the first use, and again after a failure, because they may have been deleted. */
  async function withIndexes<T>(prepare: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    try {
      await (prepared ??= prepare());
      return await work();
    } catch (error) {
      prepared = undefined;
      throw error;
    }
  }
  const guarded = <T>(prepare: () => Promise<void>, work: () => Promise<T>) =>
    guardServer(async () => {
      try {
        return await withIndexes(prepare, work);
      } catch (error) {
        if (codeOf(error) !== 'index_not_found') throw error;
        return await withIndexes(prepare, work);
      }
    });
  const prepare = () => prepareIndexes(server);
  /** A key that may only search cannot read the settings. */
  const prepareIfAllowed = () =>
    prepare().catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });

  // Checked each time, because another program may swap in the index of another database.
  const read = <T>(work: () => Promise<T>) =>
    guarded(prepare, async () => {
      await mustBeOurs(server);
      return work();
    });
  const write = (work: () => Promise<void>) =>
    guarded(prepare, async () => {
      await claim(server);
      return work();
    });

  return {
    search: (query) => guarded(prepareIfAllowed, () => search(server, query, last)),
    suggest: (typed, limit) => guarded(prepareIfAllowed, () => suggest(server, typed, limit)),
    put: (documents) => write(() => putEntries(server, documents)),
    remove: (keys) => write(() => removeEntries(server, keys)),
    hashes: (keys) => read(() => readHashes(server, keys)),
    async *keys() {
      await read(async () => {});
      for (const index of INDEXES) yield* listKeys(server, index);
    },
    check: () => read(() => checkEntries(server)),
    close: async () => {},
  };
}

async function search(server: Server, query: SearchQuery, last: LastCounts): Promise<SearchPage> {
  const terms = parseQuery(query.text);
  if (terms.length === 0) return nothing(query);
  const { page, runs } = await find(server, terms, query, last);
  return {
    total: page.total,
    results: page.entries.map((entry) =>
      toResult(
        entry,
        runs.map((run) => [run]),
      ),
    ),
    ...(query.countTypes && { types: page.types }),
  };
}

interface Found {
  page: FoundPage;
  /** The token runs that the terms became. */
  runs: string[][];
}

/** Searches as typed first. Only if that finds too little, it looks each term up for typos, and then relaxes. */
async function find(server: Server, terms: Term[], query: SearchQuery, last: LastCounts): Promise<Found> {
  const filter = filterOf(query);
  // A very long question is relaxed whatever it finds, and the server could not read all of it.
  const all = async (runs: string[][]): Promise<FoundPage | undefined> =>
    mayRelax(runs.length, Infinity) ? undefined : findAll(server, quoteAll(runs), filter, query, last);
  const isEnough = (page: FoundPage | undefined, runs: string[][]) =>
    page !== undefined && !mayRelax(runs.length, page.total);

  const typed = terms.map((term) => term.tokens);
  const asTyped = await all(typed);
  if (asTyped && asTyped.total > 0 && isEnough(asTyped, typed)) return { page: asTyped, runs: typed };

  const resolved = await resolveTerms(server, terms);
  const runs = resolved.lookups.map((lookup) => lookup.tokens);
  const page = JSON.stringify(runs) === JSON.stringify(typed) ? asTyped : await all(runs);
  if (page && isEnough(page, runs)) return { page, runs };
  return { page: await findRelaxed(server, resolved, filter, query), runs };
}
