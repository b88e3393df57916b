import type { Hit, MultiSearchQuery } from 'meilisearch';
import type { SearchQuery } from './engine.ts';
import type { Index } from './indexes.ts';
import { SHOWN, type StoredEntry } from './meilisearch-entry.ts';
import type { Server } from './meilisearch-server.ts';
import type { Slice } from './paging.ts';

/** A question to one index. Without a text it is about all entries. */
export type Ask = Omit<MultiSearchQuery, 'indexUid'> & { index: Index };
/** The client's types know an older form of these details. */
interface Details {
  _rankingScoreDetails?: { attribute?: { attributeRankingOrderScore: number } };
}
export interface Answer {
  hits: (Hit<StoredEntry> & Details)[];
  totalHits: number;
}

/** Asks all at once. The answers come in the order of the questions. */
export async function askAll(server: Server, asks: Ask[]): Promise<Answer[]> {
  if (asks.length === 0) return [];
  const queries = asks.map(({ index, ...ask }) => ({
    indexUid: server.uids[index],
    matchingStrategy: 'all' as const,
    ...ask,
  }));
  const { results } = await server.reader.multiSearch<{ queries: MultiSearchQuery[] }, StoredEntry & Details>(
    {
      queries,
    },
  );
  return results.map(({ hits, totalHits }) => ({ hits, totalHits: totalHits ?? 0 }));
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

export const dateFilter = ({ dateFrom, dateTo }: SearchQuery): string | undefined =>
  both(
    dateFrom === undefined ? undefined : `at >= ${Date.parse(dateFrom)}`,
    dateTo === undefined ? undefined : `at <= ${Date.parse(dateTo)}`,
  );

export const keyFilter = (keys: string[]): string => `key IN [${keys.map((key) => `"${key}"`).join(',')}]`;

export const both = (one: string | undefined, other: string | undefined): string | undefined =>
  one !== undefined && other !== undefined ? `${one} AND ${other}` : (one ?? other);
