import type { EntryType, SearchResultType } from './search-engine.ts';

/** The lists of results of a search, in their order. */
export const INDEXES = ['documents', 'explore'] as const;
export type Index = (typeof INDEXES)[number];

/** The stored indexes. */
export const STORED = [...INDEXES, 'news'] as const;
export type StoredIndex = (typeof STORED)[number];

/** The index that a search reads as its documents. A search for news is one for documents in another index. */
export type Texts = Exclude<StoredIndex, 'explore'>;

/** Returns the index that each list of a search reads. */
export const storedFor = (texts: Texts): Record<Index, StoredIndex> => ({
  documents: texts,
  explore: 'explore',
});

/** Returns the index that stores entries of a type. */
export const indexOf = (type: EntryType): StoredIndex =>
  type === 'document' ? 'documents' : type === 'news' ? 'news' : 'explore';

/** Returns the types of the results in a list of a search. */
export function typesIn(index: Index, texts: Texts): SearchResultType[] {
  if (index === 'explore') return ['company', 'filing'];
  return texts === 'news' ? ['news'] : ['document'];
}

/** Returns whether queries find entries of the type. Others are only suggested. */
export const isFound = (type: EntryType): boolean => type !== 'category';

export const perIndex = <T>(make: (index: Index) => T): Record<Index, T> => ({
  documents: make('documents'),
  explore: make('explore'),
});

export const perStored = <T>(make: (index: StoredIndex) => T): Record<StoredIndex, T> => ({
  ...perIndex(make),
  news: make('news'),
});
