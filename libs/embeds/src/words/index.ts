import type { Locale } from '../inputs/choices.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { addWords, inSpeech, say, type Word, type Words } from './say.ts';
import type { Look } from '../inputs/options.ts';

/** The words of every language but English, which is part of each script. */
const catalogues: Record<Exclude<Locale, 'en'>, Words> = { de, fr, es, ja, ar };

/** Makes every language known, for the package. The page of an embed has the words of its own only. */
export function addAllWords(): void {
  for (const [locale, words] of Object.entries(catalogues)) addWords(locale, words);
}

/** Does synchronous work in the language and form of numbers of a look on the server, and returns its result. */
export function translated<T>(look: Pick<Look, 'locale' | 'numbers'>, work: () => T): T {
  const words = wordsOf(look.locale);
  if (look.locale && words) addWords(look.locale, words);
  return inSpeech(look, work);
}

/** Returns a text in a language on the server. */
export const sayIn = (locale: Locale | undefined, word: Word, values: Record<string, string> = {}) =>
  translated({ locale }, () => say(word, values));

/** Returns the words of a language that its page needs beside its script; undefined for English. */
export const wordsOf = (locale: Locale = 'en'): Words | undefined =>
  locale === 'en' ? undefined : catalogues[locale];

/** Returns the writing direction of a language. */
export const directionOf = (locale: Locale = 'en') => (locale === 'ar' ? 'rtl' : 'ltr');
