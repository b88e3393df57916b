import type { EntryType } from './search-engine.ts';

/** The indexes, in the order of their results. */
export const INDEXES = ['documents', 'explore'] as const;
export type Index = (typeof INDEXES)[number];
export const indexOf = (type: EntryType): Index => (type === 'document' ? 'documents' : 'explore');
/** Returns whether questions find entries of the type. Others are only suggested. */
export const isFound = (type: EntryType): boolean => type !== 'category';

export const perIndex = <T>(make: (index: Index) => T): Record<Index, T> => ({
  documents: make('documents'),
  explore: make('explore'),
});
