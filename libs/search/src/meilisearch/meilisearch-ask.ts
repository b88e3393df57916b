import type { Hit, MultiSearchQuery } from 'meilisearch';
import { refuseTaken, type SearchQuery } from '../search-engine.ts';
import { ABOUT } from './meilisearch-about.ts';
import type { Index } from '../indexes.ts';
import { SHOWN, type StoredEntry } from './meilisearch-entry.ts';
import type { Server } from './meilisearch-server.ts';
import type { Slice } from '../paging.ts';

/** A question to one index. Without a text it is about all entries. */
export type Ask = Omit<MultiSearchQuery, 'indexUid'> & { index: Index };
export interface Answer {
  hits: Hit<StoredEntry>[];
  totalHits: number;
  /** Those of the facet that was asked for, of all results. */
  values: string[];
}

/**
 * Asks all at once. The answers come in the order of the questions.
 * @throws SearchTaken when the indexes are another database's
 */
export async function askAll(server: Server, asks: Ask[]): Promise<Answer[]> {
  if (asks.length === 0) return [];
  const queries = asks.map(({ index, ...ask }) => ({
    indexUid: server.uids[index],
    matchingStrategy: 'all' as const,
    ...ask,
  }));
  const about = { indexUid: server.uids.documents, ...ABOUT };
  const { results } = await server.reader.multiSearch<
    { queries: MultiSearchQuery[] },
    StoredEntry & { database?: string }
  >({ queries: [...queries, about] });
  refuseTaken(results.pop()!.hits[0]?.database, server.database);
  return results.map(({ hits, totalHits, facetDistribution }) => ({
    hits,
    totalHits: totalHits ?? 0,
    values: Object.values(facetDistribution ?? {}).flatMap((counts) => Object.keys(counts)),
  }));
}

/** How many there are. Page 0 has no hits and an exact count; `estimatedTotalHits` is only what it says. */
export const count = (index: Index, q: string, filter?: string): Ask => ({
  index,
  q,
  filter,
  page: 0,
  hitsPerPage: 1,
});

/** Entries of a slice, as they are shown. */
export const slice = (index: Index, q: string, { offset, limit }: Slice, filter?: string): Ask => ({
  index,
  q,
  filter,
  offset,
  limit,
  attributesToRetrieve: [...SHOWN],
});

export function dateFilter({ dateFrom, dateTo }: SearchQuery): string | undefined {
  const bounds = [
    ...(dateFrom === undefined ? [] : [`at >= ${Date.parse(dateFrom)}`]),
    ...(dateTo === undefined ? [] : [`at <= ${Date.parse(dateTo)}`]),
  ];
  return bounds.length > 0 ? bounds.join(' AND ') : undefined;
}

export const keyFilter = (keys: string[]): string => `key IN [${keys.map((key) => `"${key}"`).join(',')}]`;
