import type { Hit, MultiSearchQuery } from 'meilisearch';
import { refuseTaken } from '../search-engine.ts';
import { ABOUT } from './meilisearch-about.ts';
import type { Index } from '../indexes.ts';
import { POSTING, readPosting, SHOWN, STEMS, type Posting, type StoredEntry } from './meilisearch-entry.ts';
import type { Server } from './meilisearch-server.ts';
import { writeStem } from './meilisearch-words.ts';
import type { Slice } from '../results/paging.ts';

/** A query to one index. Without a text it matches all entries. */
export type Ask = Omit<MultiSearchQuery, 'indexUid'> & { index: Index | 'suggestions' };
export interface Answer<Stored extends object = StoredEntry> {
  hits: Hit<Stored>[];
  totalHits: number;
  /** How many results have each value of each requested facet. */
  facets: Record<string, Record<string, number>>;
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
  const about = { indexUid: server.about, ...ABOUT };
  const { results } = await server.reader.multiSearch<
    { queries: MultiSearchQuery[] },
    Stored & { database?: string }
  >({ queries: [...queries, about] });
  refuseTaken(results.pop()!.hits[0]?.database, server.database);
  return results.map(({ hits, totalHits, facetDistribution }) => ({
    hits,
    totalHits: totalHits ?? 0,
    facets: facetDistribution ?? {},
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

/** Returns a query for the shown fields of the first entries, with the exact count. */
export const first = (index: Index, q: string, limit: number, filter?: string): Ask => ({
  index,
  q,
  filter,
  page: 1,
  hitsPerPage: limit,
  attributesToRetrieve: [...SHOWN],
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

/**
 * Returns a query for all matching entries that does not read their documents. The server would read each document whole
 * to return its key (0.1 ms for 15 kB); a facet value takes 0.001 ms.
 */
export const postings = (index: Index, q: string, filter?: string): Ask => ({
  index,
  q,
  filter,
  limit: 0,
  facets: [POSTING],
});

/** Returns the entries of an answer as the server writes them: reading one takes longer than comparing it. */
export const postingTexts = ({ facets }: Answer<object>): string[] => Object.keys(facets[POSTING] ?? {});
export const postingsIn = (answer: Answer<object>): Posting[] => postingTexts(answer).map(readPosting);

/** Returns a filter that requires both conditions. */
export const both = (...filters: (string | undefined)[]): string | undefined => {
  const given = filters.filter((filter) => filter !== undefined);
  return given.length > 0 ? given.join(' AND ') : undefined;
};

export const inList = (attribute: string, values: string[]): string =>
  `${attribute} IN [${values.map((value) => `"${value}"`).join(',')}]`;
/** Returns the filter of the entries that have a stem: so often, or at all. */
export const hasStem = (stem: string, times = 0): string => `${STEMS} = "${writeStem(stem, times)}"`;
export const keyFilter = (keys: string[]): string => `key IN [${keys.map((key) => `"${key}"`).join(',')}]`;
