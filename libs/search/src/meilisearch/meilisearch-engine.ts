import { watchSilence } from '@dossier/shared';
import type { SearchEngine, SearchPage, SearchQuery } from '../search-engine.ts';
import { claim, isFilled, markFilled, mustBeOurs } from './meilisearch-about.ts';
import { checkEntries } from './meilisearch-check.ts';
import { findPage } from './meilisearch-find.ts';
import { suggest } from './meilisearch-suggest.ts';
import { STORED } from '../indexes.ts';
import { codeOf, guardServer, isRefusal, unlessSilent } from './meilisearch-guard.ts';
import { listKeys, readHashes } from './meilisearch-list.ts';
import { readingFrom, type Server } from './meilisearch-server.ts';
import { prepareIndexes } from './meilisearch-settings.ts';
import { putEntries, removeEntries } from './meilisearch-write.ts';
import { highlighted } from '../results/highlight-terms.ts';
import { parseQuery } from '../query/query.ts';
import { nothing, toResult } from '../results/result.ts';
import { searchWithNews } from '../results/search-news.ts';

/**
 * The engine on a Meilisearch server. It sends no request until it is used, so the server may be down.
 * @param endsInSilence as in `SearchOptions`
 */
export function meilisearchEngine(server: Server, endsInSilence = false): SearchEngine {
  const silence = endsInSilence ? watchSilence(() => server.reader.health()) : undefined;
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
  /** A key that may only search cannot read the settings. A query waits no longer for them than for its answer. */
  const prepareIfAllowed = () =>
    prepareIndexes({ ...server, writer: server.reader }).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });

  // Checked each time, because another program may swap in the index of another database.
  const read = <T>(work: () => Promise<T>) =>
    guarded(prepare, async () => {
      await mustBeOurs(server);
      return work();
    });
  const ask = <T>(work: () => Promise<T>) => {
    const send = () => guarded(prepareIfAllowed, work);
    return silence ? unlessSilent(silence, send) : send();
  };
  const write = (work: () => Promise<void>) =>
    guarded(prepare, async () => {
      await claim(server);
      return work();
    });

  return {
    search: (query) => ask(() => search(server, query)),
    suggest: (typed, limit) => ask(() => suggest(server, typed, limit)),
    put: (documents) => write(() => putEntries(server, documents)),
    remove: (keys) => write(() => removeEntries(server, keys)),
    hashes: (keys) => read(() => readHashes(server, keys)),
    async *keys() {
      await read(async () => {});
      for (const index of STORED) yield* listKeys(server, index);
    },
    check: () => read(() => checkEntries(server)),
    isFilled: () => isServerFilled(server),
    markFilled: () => write(() => markFilled(server)),
    close: async () => {},
  };
}

/** Returns whether the indexes contain the entries of all records, without creating them. @throws like an engine */
export const isServerFilled = (server: Server): Promise<boolean> => guardServer(() => isFilled(server));

const search = (server: Server, asked: SearchQuery): Promise<SearchPage> =>
  searchWithNews(asked, async (query, texts) => {
    const parsed = parseQuery(query.text, texts);
    if (parsed.terms.length === 0) return nothing(query);
    const found = await findPage(readingFrom(server, texts), parsed, query);
    const { total, types, partial, entries, lookups } = found;
    const terms = highlighted(parsed, lookups);
    return {
      total,
      results: entries.map((entry) => toResult(entry, terms)),
      ...(query.countTypes && { types, partial }),
    };
  });
