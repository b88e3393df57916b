import type { Alternatives } from './highlight.ts';
import type { Term } from './query.ts';
import { typosAllowed } from './typos.ts';

/** A term as it is looked up: what was typed if it occurs somewhere, else what is nearest to it. */
export interface Lookup {
  alternatives: Alternatives;
  /** A phrase or a number: never dropped. */
  exact: boolean;
}

/** What must be known of the index to resolve a term. */
export interface Vocabulary {
  /** True when some entry, of either index, has these tokens side by side. */
  occurs(tokens: string[]): boolean;
  /** Words of the index that are nearest to one that does not occur; asked only when it may have a typo. */
  nearest(word: string): string[];
}

/**
 * Resolves the terms of a question. A word that occurs nowhere is read as the nearest words that do; a chunk whose
 * tokens stand together nowhere (`e-comerce`, `stripe,plaid`) as its separate words. Numbers and phrases stay as
 * they are.
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
