import { INDEXES, perIndex, type Index } from './indexes.ts';
import type { Term } from './query.ts';
import { hasDigit } from './tokens.ts';

/** All terms of a question must match up to this many, if any entry has all of them. */
const SHORT_QUESTION = 3;
/** A question of more terms than this is a sentence, not a name. */
const NAME_LENGTH = 4;
/** An index in which a longer question finds fewer entries than this, a default page, is relaxed. */
export const TOO_FEW = 10;
/** A question with more terms than this is not matched as a whole, unless it has only numbers and phrases. */
const MOST_STRICT_TERMS = 10;
/** The most results of a relaxed question in each index: two of the largest pages. */
export const MOST_RELAXED = 100;
/** Words in more than this share of the entries do not distinguish them, unless there are few entries. */
const COMMON = 0.3;
const FEW_ENTRIES = 100;
/** A relaxed question reads at most so many occurrences: the rarest words, and as many others as fit. */
const MOST_READ = 50_000;

/** Words that announce an identifier. */
const LABELS = new Set(['cik', 'form', 'accession', 'number', 'no', 'isin', 'lei', 'ticker']);

/**
 * Returns the terms that are neither phrases nor identifiers. A chunk with a number, such as `10-K`, or with dots, such
 * as `stripe.com`, is an identifier.
 */
const wordsOf = (terms: Term[]): Term[] =>
  terms.filter(
    ({ quoted, dotted, tokens }) =>
      !quoted && !dotted && !tokens.some(hasDigit) && !tokens.every((token) => LABELS.has(token)),
  );

/** Returns whether a question is matched as a whole at all. */
export const isStrict = (terms: Term[]): boolean =>
  terms.length <= MOST_STRICT_TERMS || wordsOf(terms).length === 0;

/**
 * Returns which indexes are relaxed, given how many entries of each have all terms. It depends on the question and its
 * filter, never on limit and offset, so total and pages agree.
 *
 * A question of numbers and phrases alone is not relaxed, and neither is one that names an entry. Otherwise an index is
 * relaxed if fewer than ten of its entries have all terms; for a question of up to three terms, if no entry of any index has.
 * Documents come first in the joined list, so a short question does not relax them while companies or filings have all
 * of its terms: the loose ones would bury these.
 *
 * @param isNamed whether the question is the name of an entry, the beginning of one, or one with a typo
 */
export function relaxed(
  terms: Term[],
  strict: Record<Index, number>,
  isNamed: boolean,
): Record<Index, boolean> {
  const words = wordsOf(terms);
  const tokens = terms.reduce((sum, term) => sum + term.tokens.length, 0);
  if (isNamed || words.length === 0 || tokens < 2) return perIndex(() => false);
  if (terms.length <= SHORT_QUESTION) return perIndex(() => strict.documents + strict.explore === 0);
  const buries = terms.length <= NAME_LENGTH && strict.explore > 0;
  return { documents: strict.documents < TOO_FEW && !buries, explore: strict.explore < TOO_FEW };
}

/**
 * Returns the words that rank a relaxed question in an index: the ones that occur in at most 30 in 100 of its entries, or in
 * at most 100, rarest first. If there are none, the rarest word that occurs.
 *
 * The figure was measured on half of the questions of the NPL collection (11,429 texts, 93 questions of 3 to 22 words):
 * nDCG at 10 is 0.369 with all words, 0.374 without words of more than 30 in 100 texts, 0.369 without words of more
 * than 20; on the other half 0.389, 0.394, 0.393. With 10 in 100 it falls.
 *
 * @param entries the number of entries in the index
 */
export function tellingWords<T extends { count: number }>(words: T[], entries: number): T[] {
  const occurring = words.filter((word) => word.count > 0).sort((a, b) => a.count - b.count);
  const most = Math.max(FEW_ENTRIES, entries * COMMON);
  let read = 0;
  const telling = occurring.filter((word, place) => {
    read += word.count;
    return word.count <= most && (place === 0 || read <= MOST_READ);
  });
  return telling.length > 0 ? telling : occurring.slice(0, 1);
}

/** What a question finds in an index that is relaxed or has few matches, each list best first. */
export interface Few<K> {
  /** The entries with all terms. */
  strict: K[];
  /** The entries whose names begin like the question, or are one typo away. */
  near: K[];
  /** The entries with some of the terms. */
  loose: K[];
}

/**
 * Joins the lists: names that also match as a whole, other whole matches, other names, the rest. If the question is the name
 * of an entry of the other index, all names come first: `open ai` means documents whose titles begin with `OpenAI`.
 * @returns the keys, best first, and the keys that match neither as a whole nor by such a name
 */
export function joinFew<K>({ strict, near, loose }: Few<K>, isName: boolean): { listed: K[]; partial: K[] } {
  const [isStrict, isNear] = [new Set(strict), new Set(near)];
  const place = new Map(loose.map((key, index) => [key, index]));
  const byRank = strict
    .map((key, index) => ({ key, rank: place.get(key) ?? loose.length + index }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ key }) => key);
  const joined = [
    ...near.filter((key) => isName || isStrict.has(key)),
    ...byRank.filter((key) => !isNear.has(key)),
    ...near,
    ...loose,
  ];
  const listed = [...new Set(joined)].slice(0, MOST_RELAXED);
  return { listed, partial: listed.filter((key) => !isStrict.has(key) && !(isName && isNear.has(key))) };
}

export const anyIndex = (of: Record<Index, boolean>): boolean => INDEXES.some((index) => of[index]);
