/** All terms of a question must match up to this many. */
const SHORT_QUESTION = 3;
/** A long question that finds fewer results than this, a default page, is run again with fewer words. */
const TOO_FEW = 10;
/** A question with more terms than this is never matched as a whole. */
const MOST_STRICT_TERMS = 10;
/** The most results of a relaxed question in each index: two of the largest pages. */
export const MOST_RELAXED = 100;
/** Words in more than this share of the entries do not distinguish them, unless there are few entries. */
const COMMON = 0.3;
const FEW_ENTRIES = 100;

/**
 * Returns whether a question is relaxed: it has more than ten terms, or more than three and finds fewer than ten results.
 * This depends on the question and its date bounds, never on limit and offset, so total and pages agree.
 *
 * A relaxed question finds the best 100 entries of each index, by BM25, that contain all its phrases and numbers and at
 * least one of its distinctive words.
 */
export const mayRelax = (terms: number, found: number): boolean =>
  terms > MOST_STRICT_TERMS || (terms > SHORT_QUESTION && found < TOO_FEW);

/**
 * Returns the words that answer a relaxed question: the ones that occur in at most 30 in 100 entries, or in at most 100. If
 * there are none, all words that occur.
 *
 * The figure was measured on half of the questions of the NPL collection (11,429 texts, 93 questions of 3 to 22 words):
 * nDCG at 10 is 0.369 with all words, 0.374 without those of more than 30 in 100 texts, 0.369 without those of more
 * than 20; on the other half 0.389, 0.394, 0.393. With 10 in 100 it falls.
 *
 * @param entries the number of entries in both indexes
 */
export function tellingWords<T extends { count: number }>(words: T[], entries: number): T[] {
  const occurring = words.filter((word) => word.count > 0);
  const most = Math.max(FEW_ENTRIES, entries * COMMON);
  const telling = occurring.filter((word) => word.count <= most);
  return telling.length > 0 ? telling : occurring;
}
