/** Up to this many terms, all must match. */
const SHORT_QUESTION = 3;
/** A long question that finds fewer results than this, one page by default, is asked again with fewer words. */
const TOO_FEW = 10;
/** Nobody types more words than this to have every one of them matched. */
const MOST_STRICT_TERMS = 10;
/** How many results a relaxed question has at most in each index: two of the largest pages. */
export const MOST_RELAXED = 100;
/** Words in more than this share of the entries say nothing, unless they are few entries. */
const COMMON = 0.3;
const FEW_ENTRIES = 100;

/**
 * True when a question need not match with all its words: it has more than ten terms, or more than three and finds
 * fewer than ten results. It depends on the question and its date bounds, never on limit and offset, so that total
 * and pages agree.
 *
 * What is found then are the best 100 of each index, by BM25, that have all the phrases and numbers of the question
 * and at least one of its telling words.
 */
export const mayRelax = (terms: number, found: number): boolean =>
  terms > MOST_STRICT_TERMS || (terms > SHORT_QUESTION && found < TOO_FEW);

/**
 * The words by which a relaxed question is answered: those that occur, without the ones that more than 30 in 100
 * entries have (and more than 100 entries), unless there are no others.
 *
 * The figure comes from half of the questions of the NPL collection (11,429 texts, 93 questions of 3 to 22 words):
 * nDCG at 10 is 0.369 with all words, 0.374 without those of more than 30 in 100 texts, 0.369 without those of more
 * than 20; on the other half 0.389, 0.394, 0.393. With 10 in 100 it falls.
 *
 * @param entries how many there are, in both indexes.
 */
export function tellingWords<T extends { count: number }>(words: T[], entries: number): T[] {
  const occurring = words.filter((word) => word.count > 0);
  const most = Math.max(FEW_ENTRIES, entries * COMMON);
  const telling = occurring.filter((word) => word.count <= most);
  return telling.length > 0 ? telling : occurring;
}
