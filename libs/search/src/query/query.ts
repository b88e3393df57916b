import { writeAmounts } from '../words/amounts.ts';
import { readForms, type WantedFilings } from '../words/forms.ts';
import { joinedIn } from '../words/joined.ts';
import { nameKeys, type NameKeys } from '../names/name-keys.ts';
import { nameSpans, type NameSpan } from '../names/name-spans.ts';
import type { Texts } from '../indexes.ts';
import { isGeneric } from '../words/stop-words.ts';
import { hasDigit, tokenize } from '../words/tokens.ts';

/** A word (one token), or adjacent words, that must be found. */
export interface Term {
  tokens: string[];
  /** A quoted phrase, or anything with a number, which is matched literally. */
  exact: boolean;
  /** A quoted phrase. */
  quoted: boolean;
  /** A domain, or another chunk of words with dots between them. */
  dotted?: true;
  /** How often the query has it. */
  times: number;
  /** The same in one word: `ecommerce` for `e-commerce`. */
  joined?: string;
}

/** A query as the engines read it. */
export interface ParsedQuery {
  texts: Texts;
  /** The distinct terms that entries have as a whole, in the order of the text. */
  terms: Term[];
  /** The terms that rank: also the generic ones. */
  ranked: Term[];
  /** The first `MAX_TERMS` distinct words and phrases after a `-`, which no result may contain. */
  excluded: string[][];
  /** The query as a name; undefined when it excludes something. */
  name: NameKeys | undefined;
  /** The parts of it that may be names, longest first. */
  spans: NameSpan[];
  /** The filings that it asks for. */
  filings: WantedFilings | undefined;
}

/** The most distinct terms that are read. Each costs a lookup, and no query needs more. */
export const MAX_TERMS = 32;

const CHUNK = /(?<!\S)-"([^"]*)"|"([^"]*)"|[^\s"]+/gu;
const QUOTED_OR_NOT = /"[^"]*"|[^"]+/g;
const CURLED_QUOTES = /[“”„‟«»＂]/gu;
const EXCLUDED = /^-(?=\p{L})/u;
const DOTTED = /\p{L}\.\p{L}/u;
/** The words before a year that mark it as a fiscal year. */
const FISCAL = /(?<![\p{L}\p{N}])(?:fiscal(?: year)?|fy) (?=(?:19|20)\d\d(?!\d))/giu;

/**
 * Parses what a user typed. Blanks separate terms; a chunk such as `e-commerce`, `3.5` or a run of Chinese is a phrase of
 * its tokens; an unpaired quote is ignored. A `-` before a word or phrase excludes it. There is no other syntax: AND, NOT,
 * `*`, `:` and `^` are words or separators. Outside of quotes, amounts and fiscal years are read in one spelling. No entry
 * needs to have the words that say nothing about it, unless the text has no others.
 */
export function parseQuery(text: string, texts: Texts = 'documents'): ParsedQuery {
  const terms = new Map<string, Term>();
  const excluded = new Map<string, string[]>();
  const plain = text
    .replace(CURLED_QUOTES, '"')
    .replace(QUOTED_OR_NOT, (part) => (part.startsWith('"') ? part : writeAmounts(part).replace(FISCAL, '')));
  for (const [chunk, without, phrase] of plain.matchAll(CHUNK)) {
    const tokens = tokensOf(without ?? phrase ?? chunk);
    if (tokens.length === 0) continue;
    const key = tokens.join(' ');
    if (without !== undefined || EXCLUDED.test(chunk)) {
      excluded.set(key, tokens);
      continue;
    }
    const quoted = phrase !== undefined;
    const exact = quoted || tokens.some(hasDigit);
    const known = terms.get(key);
    if (known) {
      known.exact ||= exact;
      known.quoted ||= quoted;
      known.times += 1;
    } else if (terms.size < MAX_TERMS) {
      const joined = exact ? undefined : joinedIn(chunk)[0];
      terms.set(key, {
        tokens,
        exact,
        quoted,
        ...(DOTTED.test(chunk) && { dotted: true as const }),
        times: 1,
        ...(joined !== undefined && { joined }),
      });
    }
  }
  const all = [...terms.values()];
  const distinctive = all.filter((term) => term.quoted || !term.tokens.every(isGeneric));
  const isName = excluded.size === 0 && terms.size > 0;
  return {
    texts,
    terms: distinctive.length > 0 ? distinctive : all,
    ranked: all,
    excluded: [...excluded.values()].slice(0, MAX_TERMS),
    name: isName ? nameKeys(text) : undefined,
    spans: isName ? nameSpans(text) : [],
    filings: isName ? readForms(text) : undefined,
  };
}

const tokensOf = (text: string): string[] => tokenize(text).map((token) => token.text);
