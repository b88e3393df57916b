import type { Hit } from 'meilisearch';
import type { SearchQuery } from '../search-engine.ts';
import type { Index } from '../indexes.ts';
import type { ParsedQuery } from '../query/query.ts';
import { TOO_FEW } from '../query/relax.ts';
import { askAll, both, first, keyFilter, type Answer, type Ask } from './meilisearch-ask.ts';
import type { StoredEntry } from './meilisearch-entry.ts';
import { filterOf } from './meilisearch-filter.ts';
import type { Server } from './meilisearch-server.ts';
import { excludeAll, quoteAll } from './meilisearch-words.ts';

/** What all requests of one query share. */
export interface Asked {
  server: Server;
  parsed: ParsedQuery;
  query: SearchQuery;
  /** The filter of the query; undefined without one. */
  filter: string | undefined;
  /** The part of a query that excludes words. */
  excluded: string;
  /** The entries that have been read, by key. */
  known: Map<string, Hit<StoredEntry>>;
}

export const asked = (server: Server, parsed: ParsedQuery, query: SearchQuery): Asked => ({
  ...{ server, parsed, query },
  filter: filterOf(query),
  excluded: excludeAll(parsed.excluded),
  known: new Map(),
});

/** Remembers the entries of answers. */
export const keep = ({ known }: Asked, answers: Answer[]): void =>
  answers.forEach(({ hits }) => hits.forEach((hit) => known.set(hit.key, hit)));

/** Returns how many entries a request reads ahead: a page, and enough to see whether an index is relaxed. */
export const readAhead = ({ query }: Asked): number => Math.max(query.limit, TOO_FEW);

/** Returns the query for the first entries with all token runs that are not excluded by a filter. */
export const allOf = (
  search: Asked,
  index: Index,
  runs: string[][],
  most: number,
  others: string | undefined,
): Ask => ({
  ...first(index, quoteAll(runs) + search.excluded, most, both(search.filter, others)),
  ...(search.query.countTypes && { facets: ['type'] }),
});

/** Returns the filter of the entries that are not listed. */
export const notListed = (keys: string[]): string | undefined =>
  keys.length === 0 ? undefined : `NOT ${keyFilter(keys)}`;

export type Round = ReturnType<typeof round>;

/** Collects queries for one request, and hands out the answers to each group of them. */
export function round({ server }: Asked) {
  const asks: Ask[] = [];
  let answers: Answer[] = [];
  return {
    /** Adds queries, and returns a function that returns their answers once they are sent. */
    add: (more: Ask[]): (() => Answer[]) => {
      const start = asks.length;
      asks.push(...more);
      return () => answers.slice(start, start + more.length);
    },
    send: async (): Promise<void> => {
      answers = await askAll(server, asks);
    },
  };
}
