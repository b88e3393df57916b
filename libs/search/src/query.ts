import { hasDigit, tokenize } from './tokens.ts';

/** A word (one token), or adjacent words, that must be found. */
export interface Term {
  tokens: string[];
  /** A quoted phrase, or anything with a number, which is matched literally and never dropped. */
  exact: boolean;
}

/** The most distinct terms that are read. Each costs a lookup, and no question needs more. */
export const MAX_TERMS = 32;

const CHUNK = /"([^"]*)"|[^\s"]+/gu;
const CURLED_QUOTES = /[“”„‟«»＂]/gu;

/**
 * Parses what a user typed. Blanks separate terms; a chunk such as `e-commerce`, `3.5` or a run of Chinese is a phrase of
 * its tokens; an unpaired quote is ignored. There is no other syntax: AND, NOT, `*`, `:` and `^` are words or separators.
 * Repeated terms count once.
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
