import { INDEXES, perIndex, type Index } from '../indexes.ts';
import type { Term } from './query.ts';
import { hasDigit } from '../words/tokens.ts';

/** A query of up to this many terms is relaxed if both indexes together have few entries with all terms. */
const SHORT_QUERY = 3;
/** A query of more terms than this is a sentence, not a name. */
const NAME_LENGTH = 4;
/** A longer query is relaxed in an index in which fewer entries than this have all terms. A default page has as many. */
export const TOO_FEW = 10;
/** A query with more terms than this is not matched as a whole, unless it has only numbers and phrases. */
const MAX_STRICT_TERMS = 10;
/**
 * How many partly matching documents may come before the company that the query names. A longer query wants a text more than a
 * company, which stays on the first page.
 */
const BEFORE_COMPANY = { short: 5, long: 9 };
/** The most results of a relaxed query in each index: two of the largest pages. */
export const MAX_RELAXED = 100;
/** Words in more than this share of the entries do not distinguish them, unless there are few entries. */
const COMMON = 0.3;
const FEW_ENTRIES = 100;
/** The most occurrences that a relaxed query reads, those of the rarest words first. Only the first word may have more. */
const MAX_READ = 50_000;
/** The most words that rank. The more common words of a longer query change little. */
const MAX_RANKING = 12;

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

/** Returns whether a query is matched as a whole at all. */
export const isStrict = (terms: Term[]): boolean =>
  terms.length <= MAX_STRICT_TERMS || wordsOf(terms).length === 0;

/**
 * Returns in which indexes a query is relaxed: there, entries with only some of its terms match, too. The result depends
 * on the query and its filter, never on limit and offset, so total and pages agree.
 *
 * A query of numbers and phrases alone is not relaxed, and neither is one that names an entry. A query of up to three
 * terms is relaxed if fewer than ten entries have all terms. If one of them is an identifier or a phrase, or if it is one
 * chunk such as `e-commerce`, it is relaxed if no entry has all. A longer query is relaxed in each index in which fewer
 * than ten entries have all.
 *
 * A query of up to four terms does not relax documents while companies or filings have all of its terms. Documents come
 * first in the joined list, and those with only some of the terms would bury the companies and filings.
 *
 * @param strict how many entries of each index have all terms
 * @param isNamed whether the query is the name of an entry, the beginning of one, or one with a typo
 * @param ranked the terms with those that say nothing about an entry: one word of several is relaxed too
 */
export function relaxed(
  terms: Term[],
  strict: Record<Index, number>,
  isNamed: boolean,
  ranked = terms,
): Record<Index, boolean> {
  const words = wordsOf(terms);
  const tokens = ranked.reduce((sum, term) => sum + term.tokens.length, 0);
  const total = strict.documents + strict.explore;
  const hasIdentifier = words.length < terms.length;
  const isShort = terms.length <= SHORT_QUERY;
  const enough = ranked.length === 1 || (isShort && hasIdentifier) ? 1 : isShort ? TOO_FEW : Infinity;
  if (isNamed || words.length === 0 || tokens < 2 || total >= enough) return perIndex(() => false);
  const buries = terms.length <= NAME_LENGTH && strict.explore > 0;
  return { documents: strict.documents < TOO_FEW && !buries, explore: strict.explore < TOO_FEW };
}

/**
 * Returns the words that rank a relaxed query in an index: those that occur in at most 30% of its entries, or in at
 * most 100 entries, at most 12 of them, rarest first. If there are none, returns the rarest word that occurs.
 *
 * The share was chosen with one half of the 93 queries of the NPL collection (11,429 texts, queries of 3 to 22 words).
 * On this half, nDCG at 10 is 0.369 with all words, 0.374 with a share of 30%, and 0.369 with 20%. On the other half it is
 * 0.389, 0.394 and 0.393. With 10% it is lower.
 *
 * @param entries the number of entries in the index
 */
export function rankingWords<T extends { count: number }>(words: T[], entries: number): T[] {
  const occurring = words.filter((word) => word.count > 0).sort((a, b) => a.count - b.count);
  const most = Math.max(FEW_ENTRIES, entries * COMMON);
  let read = 0;
  const distinctive = occurring.filter((word, place) => {
    read += word.count;
    return word.count <= most && (place === 0 || read <= MAX_READ);
  });
  return distinctive.length > 0 ? distinctive.slice(0, MAX_RANKING) : occurring.slice(0, 1);
}

/** What a query finds in an index that is relaxed or has few matches, each list best first. */
export interface Few<K> {
  /** The entries with all terms. */
  strict: K[];
  /** The entries whose names begin like the query, or are one typo away. */
  near: K[];
  /** The companies that a part of the query names. */
  about: K[];
  /** The entries with some of the terms. */
  loose: K[];
  /**
   * Whether all of `near` comes first: because the query is the name of an entry of the other index (`open ai` means
   * documents whose titles begin with `OpenAI`), is about a company, or has no entry with its words as typed.
   */
  isNearFirst: boolean;
}

/**
 * Joins the lists in this order: entries of `near` that are also in `strict`, `about`, the rest of `strict`, the rest of
 * `near`, the rest of `loose`.
 * @returns the keys, best first, and those of them that match only in part
 */
export function joinFew<K>({ strict, near, about, loose, isNearFirst }: Few<K>): {
  listed: K[];
  partial: K[];
} {
  const [isStrict, isNear] = [new Set(strict), new Set(near)];
  const place = new Map(loose.map((key, index) => [key, index]));
  const byRank = strict
    .map((key, index) => ({ key, rank: place.get(key) ?? loose.length + index }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ key }) => key);
  const joined = [
    ...near.filter((key) => isNearFirst || isStrict.has(key)),
    ...about,
    ...byRank.filter((key) => !isNear.has(key)),
    ...near,
    ...loose,
  ];
  const listed = [...new Set(joined)].slice(0, MAX_RELAXED);
  const whole = new Set([...strict, ...about, ...(isNearFirst ? near : [])]);
  return { listed, partial: listed.filter((key) => !whole.has(key)) };
}

/** Returns how many documents may match in part if the query is about a company, which comes after them. */
export const roomBeforeCompany = (strict: number, terms: Term[]): number =>
  Math.max(0, BEFORE_COMPANY[terms.length <= NAME_LENGTH ? 'short' : 'long'] - strict);

export const anyIndex = (of: Record<Index, boolean>): boolean => INDEXES.some((index) => of[index]);
