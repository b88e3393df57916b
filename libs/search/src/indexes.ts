import type { SearchResultType } from './engine.ts';

/** In the order in which results come. */
export const INDEXES = ['documents', 'explore'] as const;
export type Index = (typeof INDEXES)[number];
export const indexOf = (type: SearchResultType): Index => (type === 'document' ? 'documents' : 'explore');

export const perIndex = <T>(make: (index: Index) => T): Record<Index, T> => ({
  documents: make('documents'),
  explore: make('explore'),
});

/** A match in the title counts as much as this many in the body. */
export const TITLE_WEIGHT = 5;
/** One in a name counts more than any text repeats it. */
export const NAME_WEIGHT = 1_000;
