import type { SearchResultType } from './search-engine.ts';

/** The indexes, in the order of their results. */
export const INDEXES = ['documents', 'explore'] as const;
export type Index = (typeof INDEXES)[number];
export const indexOf = (type: SearchResultType): Index => (type === 'document' ? 'documents' : 'explore');

export const perIndex = <T>(make: (index: Index) => T): Record<Index, T> => ({
  documents: make('documents'),
  explore: make('explore'),
});
