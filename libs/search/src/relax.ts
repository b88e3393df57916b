/** Up to this many terms, all must match. */
const SHORT_QUESTION = 3;
/** A long question that finds fewer results than this, one page by default, is asked again with fewer words. */
const TOO_FEW = 10;
/** It is relaxed until it finds this many: two of the largest pages. */
const ENOUGH = 100;
/** Words in more than this share of the entries say nothing; neither do those that alone find more than enough. */
const COMMON = 0.1;

/** A term and the entries that have it. */
export interface TermKeys {
  keys: number[];
  /** A phrase or a number: never dropped. */
  exact: boolean;
}

/**
 * True when a question that asks for all its terms may be relaxed: it is long (more than three terms) and finds
 * fewer than ten results. It depends on the question and its date bounds, never on limit and offset, so that total
 * and pages agree.
 */
export const mayRelax = (terms: number, found: number): boolean => terms > SHORT_QUESTION && found < TOO_FEW;

/**
 * The entries that match a long question well enough: they have all its phrases and numbers, and at least so many
 * of its words. That number is the largest with which 100 entries are found, or else one. Words that are in more
 * than a tenth of all entries (and in more than 100) are not counted, unless there are no others.
 *
 * The figures were chosen with the NPL collection (11,429 texts, 93 questions of 3 to 22 words): recall at 50 is
 * 0.00 when all words must match, 0.38 when any may, and 0.36 so, with a twentieth of the results.
 */
export function relax(terms: TermKeys[], entries: number): number[] {
  const exact = terms.filter((term) => term.exact).map((term) => new Set(term.keys));
  const [first, ...others] = exact;
  const required = first && new Set([...first].filter((key) => others.every((keys) => keys.has(key))));

  const words = terms.filter((term) => !term.exact && term.keys.length > 0);
  const most = Math.max(ENOUGH, entries * COMMON);
  const telling = words.filter((word) => word.keys.length <= most);
  const counted = telling.length > 0 ? telling : words;
  if (counted.length === 0) return [...(required ?? [])];

  const counts = new Map<number, number>();
  for (const { keys } of counted) {
    for (const key of keys) if (!required || required.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (let atLeast = counted.length; ; atLeast--) {
    const found = [...counts].filter(([, matched]) => matched >= atLeast).map(([key]) => key);
    if (found.length >= ENOUGH || atLeast === 1) return found;
  }
}
