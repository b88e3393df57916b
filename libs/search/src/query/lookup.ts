import type { Term } from './query.ts';
import { stemOf } from '../words/stems.ts';
import { isGeneric, isStopWord } from '../words/stop-words.ts';
import { typosAllowed } from '../words/typos.ts';

/** A term to look up: the typed one if it occurs somewhere, otherwise the nearest ones. */
export interface Lookup {
  /** The token runs that match it. */
  alternatives: string[][];
  /** A phrase or a number, which has no typos. */
  exact: boolean;
  quoted: boolean;
  /** How often the query has it. */
  times: number;
  /** The words that the alternatives are near, because they occur nowhere themselves. */
  replaces: string[];
}

/** What the index knows about words. */
export interface Vocabulary {
  /**
   * Returns how many entries contain these tokens side by side; of one token, in any form of the word. An engine that
   * looks for all alternatives may return 1 for any number.
   */
  count(tokens: string[]): number;
  /** Returns the words nearest to one that does not occur. Called only for words that may have a typo. */
  nearest(word: string): string[];
}

/**
 * Resolves the terms of a query. A word that occurs nowhere becomes the nearest words that do. A chunk whose tokens are
 * adjacent nowhere (`e-comerce`, `stripe,plaid`) becomes separate words. Numbers and phrases stay unchanged.
 */
export function resolve(terms: Term[], vocabulary: Vocabulary): Lookup[] {
  const lookups = terms.flatMap((term): Lookup[] => {
    const { tokens, exact, quoted, times, joined } = term;
    const typed = { exact, quoted, times, replaces: [] };
    if (exact) return [{ ...typed, alternatives: [tokens] }];
    const written = [tokens, ...(joined === undefined ? [] : [[joined]])]
      .map((run) => ({ run, count: vocabulary.count(run) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .map(({ run }) => run);
    if (written.length > 0) return [{ ...typed, alternatives: written }];
    return tokens.map((word) => ({ ...typed, ...resolveWord(word, vocabulary) }));
  });
  const distinct = new Map<string, Lookup>();
  for (const lookup of lookups) {
    const key = JSON.stringify(lookup.alternatives);
    const known = distinct.get(key);
    if (known) {
      known.times += lookup.times;
      known.replaces = [...known.replaces, ...lookup.replaces];
    } else distinct.set(key, lookup);
  }
  return [...distinct.values()];
}

function resolveWord(word: string, vocabulary: Vocabulary): Pick<Lookup, 'alternatives' | 'replaces'> {
  const near = typosAllowed(word) === 0 || vocabulary.count([word]) > 0 ? [] : vocabulary.nearest(word);
  return near.length > 0
    ? { alternatives: near.map((text) => [text]), replaces: [word] }
    : { alternatives: [[word]], replaces: [] };
}

/** A query counts a stem at most so often. Each time is read again, and a pasted text may have a word hundreds of times. */
const MAX_TIMES = 8;

/**
 * Returns the stems that rank a relaxed query, with how often it has each, up to `MAX_TIMES`: the stems of its words and of
 * their spellings in one word, without those that say nothing about an entry, unless it has no others.
 * @param replaced the words that occur nowhere, with the nearest words that do
 */
export function rankingStems(
  terms: Term[],
  replaced: ReadonlyMap<string, string[]> = new Map(),
): Map<string, number> {
  const words = terms.map(({ tokens, quoted, joined }) => ({
    all: joined === undefined ? tokens : [...tokens, joined],
    distinctive: [
      ...tokens.filter((token) => quoted || !isGeneric(token)),
      ...(joined === undefined ? [] : [joined]),
    ],
  }));
  const isDistinctive = words.some(({ distinctive }) => distinctive.length > 0);
  const stems = new Map<string, number>();
  terms.forEach(({ times }, place) => {
    const { all, distinctive } = words[place]!;
    const written = (isDistinctive ? distinctive : all).flatMap((word) => replaced.get(word) ?? [word]);
    for (const stem of new Set(written.map(stemOf)))
      stems.set(stem, Math.min(MAX_TIMES, (stems.get(stem) ?? 0) + times));
  });
  return stems;
}

/** Returns the words that occur nowhere, with the nearest words that the lookups have instead. */
export const replacedIn = (lookups: Lookup[]): Map<string, string[]> =>
  new Map(
    lookups.flatMap(({ replaces, alternatives }) => replaces.map((word) => [word, alternatives.flat()])),
  );

/** Returns the lookups that are not stop words, or all if there are no others. */
export function withoutStopWords(lookups: Lookup[]): Lookup[] {
  const distinctive = lookups.filter(
    ({ alternatives, quoted }) =>
      quoted || !alternatives.every((tokens) => tokens.length === 1 && isStopWord(tokens[0]!)),
  );
  return distinctive.length > 0 ? distinctive : lookups;
}
