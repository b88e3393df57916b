import type { Alternatives } from './highlight.ts';
import type { Term } from './query.ts';
import { typosAllowed } from './typos.ts';

/** A term to look up: the typed one if it occurs somewhere, otherwise the nearest ones. */
export interface Lookup {
  alternatives: Alternatives;
  /** A phrase or a number, which is never dropped. */
  exact: boolean;
}

/** What the index knows about words. */
export interface Vocabulary {
  /** Returns whether an entry of either index contains these tokens side by side. */
  occurs(tokens: string[]): boolean;
  /** Returns the words nearest to one that does not occur. Called only for words that may have a typo. */
  nearest(word: string): string[];
}

/**
 * Resolves the terms of a question. A word that occurs nowhere becomes the nearest words that do. A chunk whose tokens are
 * adjacent nowhere (`e-comerce`, `stripe,plaid`) becomes separate words. Numbers and phrases stay unchanged.
 */
export function resolve(terms: Term[], vocabulary: Vocabulary): Lookup[] {
  const lookups = terms.flatMap((term) => {
    const { tokens, exact } = term;
    if (exact || vocabulary.occurs(tokens)) return [{ alternatives: [tokens], exact }];
    return tokens.map((word) => resolveWord(word, vocabulary));
  });
  const distinct = new Map(lookups.map((lookup) => [JSON.stringify(lookup.alternatives), lookup]));
  return [...distinct.values()];
}

function resolveWord(word: string, vocabulary: Vocabulary): Lookup {
  const asTyped = { alternatives: [[word]], exact: false };
  if (typosAllowed(word) === 0 || vocabulary.occurs([word])) return asTyped;
  const near = vocabulary.nearest(word);
  return near.length > 0 ? { alternatives: near.map((text) => [text]), exact: false } : asTyped;
}
