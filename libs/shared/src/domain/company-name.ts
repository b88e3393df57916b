import { foldLetters } from './fold.ts';
import { shortForms, withoutBracketedForms, withoutForms, withoutUnseparatedForms } from './legal-forms.ts';

/**
 * The keys of a name, each in one word: without case, accents, blanks, punctuation, `&` and `and`. Two names are the same
 * when they share a key.
 */
export interface NameKeys {
  /** As written. */
  written: string;
  /** With legal forms in their short spelling. */
  form: string;
  /** Without legal forms and a leading "The". */
  bare: string;
}

/** The state of incorporation at the end of a name in EDGAR: `ACME CORP /DE/`. */
const STATE = /\s+\/[A-Z]{2,3}\/?\s*$/;
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;
/** Signs that belong to no name, although Unicode decomposes two of them into letters. */
const TRADEMARKS = /[™℠®©]/gu;
/** A first word in capitals before one that is not. */
const CAPITAL_FIRST = /^\P{L}*\p{Lu}[\p{Lu}\p{M}]*(?=[^\p{L}\p{M}]).*\p{Ll}/u;
const APOSTROPHES = /['’‘＇ʼ]/gu;

/**
 * Returns the folded words of a name. `+` and `#` after a letter, and a point before the name, are words of their own: C,
 * C++ and C# differ, and .NET is no NET.
 */
export function nameWords(name: string): string[] {
  const plain = name
    .replace(TRADEMARKS, '')
    .replace(STATE, '')
    .replace(ACRONYM, (dotted) => dotted.replaceAll('.', ''))
    .replace(APOSTROPHES, '')
    .replace(/^\s*\.(?=\p{L})/u, 'dot ')
    .replace(/(?<=[\p{L}\p{N}+])\+/gu, ' plus ')
    .replace(/(?<=[\p{L}\p{N}])#(?![\p{L}\p{N}])/gu, ' sharp ');
  const words = foldLetters(plain).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const telling = words.filter((word) => word !== 'and');
  return telling.length > 0 ? telling : words;
}

/** Returns the keys of a name; undefined when it has no letter or digit. */
export function nameKeys(name: string): NameKeys | undefined {
  const words = nameWords(name);
  if (words.length === 0) return undefined;
  const plain = withoutBracketedForms(name);
  const unbracketed = plain === name ? words : nameWords(plain);
  const telling = unbracketed.length > 0 ? unbracketed : words;
  const named = telling.length > 1 && telling[0] === 'the' ? telling.slice(1) : telling;
  return {
    written: words.join(''),
    form: shortForms(words).join(''),
    bare: withoutUnseparatedForms(withoutForms(named, CAPITAL_FIRST.test(name)).join('')),
  };
}

/**
 * Returns the key that company names are compared by, in search, in suggestions and when records are matched. The key of
 * `The Home Depot, Inc.` is `homedepot`; a name without letters and digits has none, so its key is empty. Keys are stored,
 * so a change here needs a migration.
 */
export const companyNameKey = (name: string): string => nameKeys(name)?.bare ?? '';
