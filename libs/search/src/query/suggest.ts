import { nameWords } from '@dossier/shared';
import { nameKeys } from '../names/name-keys.ts';
import { oneTypoAway } from '../names/name-typos.ts';
import type { SearchDocument } from '../search-engine.ts';
import { cut } from '../words/cut.ts';
import { simplifiedAll } from '../words/simplified.ts';

/** Beginnings are cut at this length, which is longer than what anybody types to get a suggestion. */
const MAX_BEGINNING = 60;
/** How many words of a text can begin a suggestion. */
const WORDS = 8;

/** The order of suggestions: whole texts by the type of their entries, then words inside texts and domains. */
export const CLASSES = { company: 0, category: 1, document: 2, filing: 2, news: 2, inside: 3 } as const;
export const CLASS_ORDER = [0, 1, 2, 3] as const;

/** A place in a text of an entry where a suggestion can begin. */
interface Beginning {
  class: number;
  /** A key in one word, see `companyNameKey`. */
  start: string;
  /** The text, as its place in `suggest`. */
  place: number;
}

const DOMAIN = /^[^\s.]+(?:\.[^\s.]+)+$/u;
const URL_START = /^\s*(?:https?:\/\/)?(?:www\.)?(?=[^\s.]+\.)/i;
const URL_PATH = /(?<=\.[^\s./]+)\/\S*/u;

/** Returns whether a text is a domain. The words inside it suggest nothing: every other company has a `com`. */
const isDomain = (text: string): boolean => DOMAIN.test(text);

const joined = (words: string[]) => cut(words.slice(0, WORDS).join(''), MAX_BEGINNING);

/** Returns the places where suggestions of an entry can begin: its texts, and the words in them. */
export function beginnings({ type, suggest = [] }: Pick<SearchDocument, 'type' | 'suggest'>): Beginning[] {
  const found = new Map<string, Beginning>();
  suggest.forEach((text, place) => {
    const words = nameWords(simplifiedAll(text)).slice(0, WORDS);
    words.forEach((word, index) => {
      const start = joined(words.slice(index));
      // A word such as "of" or "the" begins too many texts.
      if (index > 0 && (word.length < 3 || isDomain(text))) return;
      const isWhole = index === 0 && (place === 0 || !isDomain(text));
      const each = { class: isWhole ? CLASSES[type] : CLASSES.inside, start, place };
      const key = `${each.class} ${start}`;
      if (!found.has(key)) found.set(key, each);
    });
  });
  return [...found.values()];
}

/**
 * Returns the beginnings that a typed text means, in steps: a later step counts only if nothing has a beginning of an
 * earlier one. First as typed, then without its legal form, then with one typo, but not in short texts.
 */
export function typedBeginnings(typed: string): string[][] {
  const text = typed.replace(URL_START, '').replace(URL_PATH, '');
  const written = joined(nameWords(simplifiedAll(text)));
  const bare = cut(nameKeys(text)?.bare ?? written, MAX_BEGINNING);
  if (written === '') return [];
  return [[written], bare === written ? [] : [bare], oneTypoAway(written, SHORTEST_TYPO)].filter(
    (step) => step.length > 0,
  );
}
/** Three letters are near too many words. */
const SHORTEST_TYPO = 4;

/** Returns the range of texts that begin with a key: from it, up to and without the second. */
export const rangeOf = (key: string): { from: string; to: string } => ({
  from: key,
  to: `${key}\u{10ffff}`,
});
