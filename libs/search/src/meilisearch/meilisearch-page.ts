import type { Hit } from 'meilisearch';
import type { SearchResultType, TypeCounts } from '../search-engine.ts';
import { INDEXES, perIndex, typesIn, type Index, type Texts } from '../indexes.ts';
import type { Lookup } from '../query/lookup.ts';
import { joinedPage, twoIndexPage, type Slice } from '../results/paging.ts';
import { NO_TYPES } from '../results/result.ts';
import { both, keyFilter, slice, type Answer, type Ask } from './meilisearch-ask.ts';
import { keep, round, type Asked } from './meilisearch-asked.ts';
import { typeOfKey, type StoredEntry } from './meilisearch-entry.ts';
import { quoteAll } from './meilisearch-words.ts';

/** A page of results, with exact counts. */
export interface FoundPage {
  total: number;
  types: TypeCounts;
  /** See `SearchPage`. */
  partial: TypeCounts;
  entries: StoredEntry[];
  lookups: Lookup[];
}

/** The results of an index: listed keys, then entries that match a query and are not listed. */
export interface Results {
  listed: string[];
  /** The listed entries that do not match as a whole. */
  partial: string[];
  rest: Rest | undefined;
}

interface Rest {
  q: string;
  filter: string | undefined;
  total: number;
  types: Record<string, number>;
  read: Hit<StoredEntry>[];
}

/** Returns the entries with all token runs, given the answer to `allOf`. */
export const restOf = (
  asked: Asked,
  runs: string[][],
  answer: Answer | undefined,
  others: string | undefined,
): Rest | undefined =>
  answer && {
    q: quoteAll(runs) + asked.excluded,
    filter: both(asked.filter, others),
    total: answer.totalHits,
    types: answer.facets['type'] ?? {},
    read: answer.hits,
  };

/** Returns the query for the entries with these keys. */
export const readAsks = (index: Index, keys: string[]): Ask[] =>
  keys.length === 0 ? [] : [slice(index, '', { offset: 0, limit: keys.length }, keyFilter(keys))];

/** Returns the page of the joined list. Reads the entries that are not known yet, in at most one request. */
export async function readPage(
  asked: Asked,
  results: Record<Index, Results>,
  lookups: Lookup[],
): Promise<FoundPage> {
  const { query, known } = asked;
  const sizes = perIndex((index) => results[index].listed.length + (results[index].rest?.total ?? 0));
  const slices = twoIndexPage(query, sizes.documents);
  const last = round(asked);
  const parts = perIndex((index) => {
    const { listed, rest } = results[index];
    const page = index === 'documents' ? slices.first : slices.second;
    const [head, tail] = joinedPage(page, [listed.length]) as [Slice, Slice];
    const keys = listed.slice(head.offset, head.offset + head.limit);
    const unread = keys.filter((key) => !known.has(key));
    return { keys, unread: last.add(readAsks(index, unread)), tail: tailOf(index, rest, tail) };
  });
  function tailOf(index: Index, rest: Rest | undefined, tail: Slice): () => Hit<StoredEntry>[] {
    const size = Math.min(tail.limit, Math.max(0, (rest?.total ?? 0) - tail.offset));
    if (!rest || size === 0) return () => [];
    const { read } = rest;
    if (tail.offset + size <= read.length) return () => read.slice(tail.offset, tail.offset + size);
    const answers = last.add([slice(index, rest.q, tail, rest.filter)]);
    return () => answers()[0]!.hits;
  }
  await last.send();
  for (const index of INDEXES) keep(asked, parts[index].unread());
  return {
    total: sizes.documents + sizes.explore,
    ...countTypes(results, asked.parsed.texts),
    // An entry may have been removed meanwhile.
    entries: INDEXES.flatMap((index) => [
      ...parts[index].keys.flatMap((key) => known.get(key) ?? []),
      ...parts[index].tail(),
    ]),
    lookups,
  };
}

const add = (counts: TypeCounts, type: SearchResultType, count: number): void => {
  counts[type] = (counts[type] ?? 0) + count;
};

function countTypes(results: Record<Index, Results>, texts: Texts): Pick<FoundPage, 'types' | 'partial'> {
  const [types, partial]: [TypeCounts, TypeCounts] = [{ ...NO_TYPES }, { ...NO_TYPES }];
  for (const index of INDEXES) {
    for (const key of results[index].listed) add(types, typeOfKey(key), 1);
    for (const key of results[index].partial) add(partial, typeOfKey(key), 1);
    const ofRest = results[index].rest?.types ?? {};
    for (const type of typesIn(index, texts)) add(types, type, ofRest[type] ?? 0);
  }
  return { types, partial };
}
