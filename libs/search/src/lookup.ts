import type { Term } from './query.ts';
import { stemOf } from './stems.ts';
import { isStopWord } from './stop-words.ts';
import { typosAllowed } from './typos.ts';

/** A term to look up: the typed one if it occurs somewhere, otherwise the nearest ones. */
export interface Lookup {
  /** The token runs that match it. */
  alternatives: string[][];
  /** A phrase or a number, which has no typos. */
  exact: boolean;
  quoted: boolean;
  /** How often the question has it. */
  times: number;
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
  const lookups = terms.flatMap((term): Lookup[] => {
    const { tokens, exact, quoted, times, joined } = term;
    if (exact) return [{ alternatives: [tokens], exact, quoted, times }];
    const written = [tokens, ...(joined === undefined ? [] : [[joined]])].filter((run) =>
      vocabulary.occurs(run),
    );
    if (written.length > 0) return [{ alternatives: written, exact, quoted, times }];
    return tokens.map((word) => ({ alternatives: resolveWord(word, vocabulary), exact, quoted, times }));
  });
  const distinct = new Map<string, Lookup>();
  for (const lookup of lookups) {
    const key = JSON.stringify(lookup.alternatives);
    const known = distinct.get(key);
    if (known) known.times += lookup.times;
    else distinct.set(key, lookup);
  }
  return [...distinct.values()];
}

function resolveWord(word: string, vocabulary: Vocabulary): string[][] {
  if (typosAllowed(word) === 0 || vocabulary.occurs([word])) return [[word]];
  const near = vocabulary.nearest(word);
  return near.length > 0 ? near.map((text) => [text]) : [[word]];
}

/** A question counts a stem at most so often. Each time is read again, and a pasted text may have a word hundreds of times. */
const MOST_TIMES = 8;

/** Returns the stems of the lookups, with how often the question has each, up to `MOST_TIMES`. */
export function stemsOf(lookups: Lookup[]): Map<string, number> {
  const stems = new Map<string, number>();
  for (const { alternatives, times } of lookups) {
    for (const stem of new Set(alternatives.flat().map(stemOf)))
      stems.set(stem, Math.min(MOST_TIMES, (stems.get(stem) ?? 0) + times));
  }
  return stems;
}

/** Returns the lookups that are not stop words, or all if there are no others. */
export function tellingLookups(lookups: Lookup[]): Lookup[] {
  const telling = lookups.filter(
    ({ alternatives, quoted }) =>
      quoted || !alternatives.every((tokens) => tokens.length === 1 && isStopWord(tokens[0]!)),
  );
  return telling.length > 0 ? telling : lookups;
}
