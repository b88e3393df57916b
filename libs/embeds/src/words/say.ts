import type { Numbers } from '../inputs/choices.ts';
import type { Part } from '../text/markup.ts';
import type { de } from './de.ts';

/** A text in English. `{name}` is a place for a value. */
export type Word = keyof typeof de;
/** A text in another language, or one for each plural form of `{count}`. */
type Entry = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
/** The texts of another language by the English ones. */
export type Words = Readonly<Record<Word, Entry>>;

/** A BCP 47 tag. */
const ENGLISH = 'en';
const catalogues = new Map<string, Words>();
/** How a page speaks: its language, as a BCP 47 tag, and how it writes numbers. */
export type Speech = { readonly locale?: string | undefined; readonly numbers?: Numbers | undefined };
/** The current language, which words, numbers and dates follow, and the current form of numbers. */
let current = ENGLISH;
let numbers: Numbers = 'compact';

/** Returns how numbers are written now. */
export const currentNumbers = () => numbers;

/** Makes the words of a language known. English is in the code. */
export const addWords = (locale: string, words: Words) => void catalogues.set(locale, words);

/** Sets the language and the form of numbers of everything on a page that has one language. */
export function speak(speech: Speech): void {
  current = speech.locale ?? ENGLISH;
  numbers = speech.numbers ?? 'compact';
}

/** Does synchronous work in a language and a form of numbers, by default English and compact, and returns its result. */
export function inSpeech<T>(speech: Speech, work: () => T): T {
  const before = { locale: current, numbers };
  speak(speech);
  try {
    return work();
  } finally {
    speak(before);
  }
}

/** Returns the formats of the current language, each made once: making one takes far longer than using it. */
export function perLocale<K extends string, F>(
  make: (locale: string, key: K, numbers: Numbers) => F,
): (key: K) => F {
  const made: Record<string, F> = {};
  return (key) => (made[current + numbers + key] ??= make(current, key, numbers));
}

type Values = Readonly<Record<string, Part>>;

function patternOf(word: Word, { count }: Values, one: string): string {
  const entry = catalogues.get(current)?.[word];
  if (entry === undefined) return count === 1 ? one : word;
  return typeof entry === 'string'
    ? entry
    : (entry[new Intl.PluralRules(current).select(Number(count))] ?? entry.other);
}

/**
 * Returns a text in the current language, in pieces: its words, and the values in their places.
 * @param one the English text for a count of one
 */
export const phrase = (word: Word, values: Values = {}, one: string = word): Part[] =>
  patternOf(word, values, one)
    .split(/[{}]/)
    .map((piece, i) => (i % 2 === 0 ? piece : values[piece]));

/** Returns a text in the current language. `one` is the English text for a count of one. */
export const say = (word: Word, values: Record<string, string | number> = {}, one: string = word) =>
  (phrase(word, values, one) as (string | number)[]).join('');

/** Returns a term as it is within a sentence. German nouns keep their capital. */
export const inSentence = (term: string) =>
  current === 'de' ? term : term.charAt(0).toLowerCase() + term.slice(1);

/** Returns an object whose methods run in the current language and form of numbers, whenever they are called. */
export function spoken<T extends object>(object: T): T {
  const speech = { locale: current, numbers };
  const entries = Object.entries(object).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function'
      ? (...given: unknown[]) => inSpeech(speech, () => (value as (...given: unknown[]) => unknown)(...given))
      : value,
  ]);
  return Object.fromEntries(entries) as T;
}
