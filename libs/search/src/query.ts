import { hasDigit, tokenize } from './tokens.ts';

/** One thing that must be found: a word (one token), or words that stand together. */
export interface Term {
  tokens: string[];
  /** Taken to the letter and never dropped: a quoted phrase, or anything with a number. */
  exact: boolean;
}

/** More distinct words than this are not read: each costs a look-up, and no question needs them. */
export const MAX_TERMS = 32;

const CHUNK = /"([^"]*)"|[^\s"]+/gu;
const CURLED_QUOTES = /[“”„‟«»＂]/gu;

/**
 * Reads what a user typed. Blanks part the terms; a chunk such as `e-commerce`, `3.5` or a run of Chinese is a
 * phrase of its tokens; a quote without its partner means nothing. There is no other syntax: AND, NOT, `*`, `:`,
 * `^` and the like are words or separators. Repeated terms count once.
 */
export function parseQuery(text: string): Term[] {
  const terms = new Map<string, Term>();
  for (const [chunk, phrase] of text.replace(CURLED_QUOTES, '"').matchAll(CHUNK)) {
    const tokens = tokenize(phrase ?? chunk).map((token) => token.text);
    if (tokens.length === 0) continue;
    const exact = phrase !== undefined || tokens.some(hasDigit);
    const key = tokens.join(' ');
    const known = terms.get(key);
    if (known) known.exact ||= exact;
    else if (terms.size < MAX_TERMS) terms.set(key, { tokens, exact });
  }
  return [...terms.values()];
}
