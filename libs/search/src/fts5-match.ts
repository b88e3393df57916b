import type { Alternatives } from './highlight.ts';
import type { Term } from './query.ts';
import { nearestWords, typosAllowed } from './typos.ts';

/** A term as it is looked up: what was typed if it occurs somewhere, else what is nearest to it. */
export interface Lookup {
  alternatives: Alternatives;
  /** A phrase or a number: never dropped. */
  exact: boolean;
}

/** What must be known of the index to resolve a term. */
export interface Vocabulary {
  /** True when some entry, of either index, matches. */
  occurs(expression: string): boolean;
  /** Words that begin with this letter and have this many letters at least and at most. */
  words(firstLetter: string, shortest: number, longest: number): string[];
}

/**
 * Resolves the terms of a question. A word that occurs nowhere is read as the nearest words that do; a chunk whose
 * tokens stand together nowhere (`e-comerce`, `stripe,plaid`) as its separate words. Numbers and phrases stay as
 * they are.
 */
export function resolve(terms: Term[], vocabulary: Vocabulary): Lookup[] {
  const lookups = terms.flatMap((term) => {
    const { tokens, exact } = term;
    if (exact || vocabulary.occurs(phrase(tokens))) return [{ alternatives: [tokens], exact }];
    return tokens.map((word) => resolveWord(word, vocabulary));
  });
  const distinct = new Map(lookups.map((lookup) => [anyOf(lookup), lookup]));
  return [...distinct.values()];
}

function resolveWord(word: string, vocabulary: Vocabulary): Lookup {
  const asTyped = { alternatives: [[word]], exact: false };
  const typos = typosAllowed(word);
  if (typos === 0 || vocabulary.occurs(phrase([word]))) return asTyped;
  // The list of words keeps those whose entries are gone.
  const candidates = vocabulary.words(word[0]!, word.length - typos, word.length + typos);
  const near = nearestWords(word, candidates, (candidate) => vocabulary.occurs(phrase([candidate])));
  return near.length > 0 ? { alternatives: near.map((text) => [text]), exact: false } : asTyped;
}

/** FTS5 syntax (https://www.sqlite.org/fts5.html, section 3): tokens hold only letters and digits, and are quoted. */
const phrase = (tokens: string[]) => `"${tokens.join(' ')}"`;

export const anyOf = (lookup: Lookup) => `(${lookup.alternatives.map(phrase).join(' OR ')})`;
export const allOf = (lookups: Lookup[]) => lookups.map(anyOf).join(' AND ');
export const someOf = (lookups: Lookup[]) => lookups.map(anyOf).join(' OR ');
