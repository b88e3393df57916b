import type { SearchDocument } from './search-engine.ts';

/** Beginnings are cut at this length, which is longer than what anybody types to get a suggestion. */
const LONGEST = 60;
/** How many words of a text can begin a suggestion. */
const WORDS = 8;
/** Shorter texts have no typos: three letters are near too many words. */
const SHORTEST_TYPO = 4;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789 ';

/** The order of suggestions: whole texts by the type of their entries, then words inside texts and domains. */
export const CLASSES = { company: 0, category: 1, document: 2, filing: 2, inside: 3 } as const;
export const CLASS_ORDER = [0, 1, 2, 3] as const;

/** A place in a text of an entry where a suggestion can begin. */
interface Beginning {
  class: number;
  start: string;
  /** The text, as its place in `suggest`. */
  place: number;
}

/**
 * Folds a text for comparison by beginnings: case, accents and punctuation do not matter. Plural endings stay, unlike in
 * `tokenize`, because a typed beginning may end in the middle of a word.
 */
export function foldBeginning(text: string): string {
  if (ASCII.test(text)) return plain(text);
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđı]/gi, (letter) => FOLDED[letter.toLowerCase()]!);
  return plain(folded).normalize('NFKC');
}
const ASCII = /^[\0-\x7f]*$/;
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const FOLDED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

const DOMAIN = /^[^\s.]+(?:\.[^\s.]+)+$/u;
const URL_START = /^\s*(?:https?:\/\/)?(?:www\.)?(?=[^\s.]+\.)/i;
const URL_PATH = /(?<=\.[^\s./]+)\/\S*/u;

/** Returns whether a text is a domain. The words inside it suggest nothing: every other company has a `com`. */
export const isDomain = (text: string): boolean => DOMAIN.test(text);

/** Returns a typed text without what surrounds a domain in a URL. */
export const withoutUrl = (typed: string): string => typed.replace(URL_START, '').replace(URL_PATH, '');

/** Returns the places where suggestions of an entry can begin: its texts, and the words in them. */
export function beginnings({ type, suggest = [] }: Pick<SearchDocument, 'type' | 'suggest'>): Beginning[] {
  const found = new Map<string, Beginning>();
  suggest.forEach((text, place) => {
    const words = foldBeginning(text).split(' ').slice(0, WORDS);
    words.forEach((word, index) => {
      const start = words.slice(index).join(' ').slice(0, LONGEST);
      // A word such as "of" or "the" begins too many texts.
      if (start === '' || (index > 0 && (word.length < 3 || isDomain(text)))) return;
      const isWhole = index === 0 && (place === 0 || !isDomain(text));
      const each = { class: isWhole ? CLASSES[type] : CLASSES.inside, start, place };
      const key = `${each.class} ${start}`;
      if (!found.has(key)) found.set(key, each);
    });
  });
  return [...found.values()];
}

/** Returns a typed text as the beginnings are stored. */
export const typedBeginning = (typed: string): string =>
  foldBeginning(withoutUrl(typed)).split(' ').slice(0, WORDS).join(' ').slice(0, LONGEST);

/** Returns the range of texts that begin with a folded text: from it, up to and without the second. */
export const rangeOf = (folded: string): { from: string; to: string } => ({
  from: folded,
  to: `${folded}\u{10ffff}`,
});

/** Returns the folded texts that one typo away from a folded text; none for short texts. */
export function oneTypoAway(folded: string): string[] {
  if (folded.length < SHORTEST_TYPO) return [];
  const near = new Set<string>();
  for (let at = 0; at <= folded.length; at++) {
    const [before, after] = [folded.slice(0, at), folded.slice(at)];
    near.add(before + after.slice(1));
    if (after.length > 1) near.add(before + after[1]! + after[0]! + after.slice(2));
    for (const letter of LETTERS) {
      near.add(before + letter + after);
      if (after !== '') near.add(before + letter + after.slice(1));
    }
  }
  near.delete(folded);
  return [...near].filter((text) => text.trimStart() === text && text !== '');
}
