import type { Hit, MultiSearchQuery } from 'meilisearch';
import { refuseTaken, type TypeCounts } from '../search-engine.ts';
import { ABOUT } from './meilisearch-about.ts';
import type { Index } from '../indexes.ts';
import { SHOWN, type StoredEntry } from './meilisearch-entry.ts';
import type { Server } from './meilisearch-server.ts';
import type { Slice } from '../paging.ts';

/** A query to one index. Without a text it matches all entries. */
export type Ask = Omit<MultiSearchQuery, 'indexUid'> & { index: Index | 'suggestions' };
export interface Answer<Stored extends object = StoredEntry> {
  hits: Hit<Stored>[];
  totalHits: number;
  /** The values of the requested facet in all results. */
  values: string[];
  /** How many results have each type, if the facet `type` is requested. */
  types: Partial<TypeCounts>;
}

/**
 * Sends all queries in one request. The answers are in the order of the queries.
 * @throws SearchTaken when the indexes belong to another database
 */
export async function askAll<Stored extends object = StoredEntry>(
  server: Server,
  asks: Ask[],
): Promise<Answer<Stored>[]> {
  if (asks.length === 0) return [];
  const queries = asks.map(({ index, ...ask }) => ({
    indexUid: server.uids[index],
    matchingStrategy: 'all' as const,
    ...ask,
  }));
  const about = { indexUid: server.uids.documents, ...ABOUT };
  const { results } = await server.reader.multiSearch<
    { queries: MultiSearchQuery[] },
    Stored & { database?: string }
  >({ queries: [...queries, about] });
  refuseTaken(results.pop()!.hits[0]?.database, server.database);
  return results.map(({ hits, totalHits, facetDistribution }) => ({
    hits,
    totalHits: totalHits ?? 0,
    values: Object.values(facetDistribution ?? {}).flatMap((counts) => Object.keys(counts)),
    types: facetDistribution?.['type'] ?? {},
  }));
}

/** Returns a query for the exact count. Page 0 has no hits and an exact `totalHits`; `estimatedTotalHits` is an estimate. */
export const count = (index: Index, q: string, filter?: string): Ask => ({
  index,
  q,
  filter,
  page: 0,
  hitsPerPage: 1,
});

/** Returns a query for the shown fields of a slice. */
export const slice = (index: Index, q: string, { offset, limit }: Slice, filter?: string): Ask => ({
  index,
  q,
  filter,
  offset,
  limit,
  attributesToRetrieve: [...SHOWN],
});

export const keyFilter = (keys: string[]): string => `key IN [${keys.map((key) => `"${key}"`).join(',')}]`;
