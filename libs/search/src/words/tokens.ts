import { foldLetters } from '@dossier/shared';
import { simplified } from './simplified.ts';

/** A word of a text: its folded form, and its place in the text in UTF-16 code units. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

/**
 * Scripts without blanks between words, or whose words merge with their endings. Each character is a token, so that any
 * part of a run is found as a phrase. These are scripts, not script extensions, which assign Latin accents to Thai.
 */
const RUNNING =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\u30fc\\uff70';
/** Invisible characters inside words: soft hyphen and joiners. */
const INVISIBLE = '\\u00ad|[\\u200c-\\u200d]|\\u2060';
/** A decomposed Korean syllable, as in file names of some systems. */
const JAMO = '[\\u1100-\\u115f][\\u1160-\\u11a7]+[\\u11a8-\\u11ff]*';
const LETTER = '\\p{L}\\p{Nd}\\p{Nl}';

/** The English ending, when no letter follows: `Stripe's` is a form of `Stripe`. */
const POSSESSIVE = `(?:['’‘＇][sS](?![${LETTER}\\p{M}]))?`;
/** A superscript or fraction is a token of its own: the footnote mark of `2024¹` must not change the year. */
const TOKEN = new RegExp(
  `(${JAMO}|(?=[${LETTER}])[${RUNNING}]\\p{M}*|fy(?:20)?\\d\\d(?![${LETTER}])|\\p{Nd}(?:[\\p{Nd}\\p{M}]|${INVISIBLE})*|(?![${RUNNING}])[\\p{L}\\p{Nl}](?:(?![${RUNNING}])[\\p{L}\\p{Nl}\\p{M}]|${INVISIBLE})*|\\p{No})${POSSESSIVE}`,
  'giu',
);
const ASCII = /^[\0-\x7f]*$/;
const ASCII_TOKEN = /(fy(?:20)?\d\d(?![0-9a-z])|[0-9]+|[a-z]+)(?:'s(?![0-9a-z]))?/gi;

/** What follows a letter in the name of a programming language: `C++`, `C#`. */
const LANGUAGE = /^(\+\+|#)(?![a-z])/i;
const FISCAL_YEAR = /^fy(?:20)?(\d\d)$/;
const ASCII_LETTERS = /^[a-z]+$/;
const SHORTEST_PLURAL = 5;
const ONLY_TOKEN_CHARACTERS = /^[\p{L}\p{N}\p{M}]+$/u;

/**
 * Cuts a text into tokens, which everything but letters and digits separates. Letters and digits are separate tokens, so
 * that `GPT-4`, `GPT 4` and `gpt4` are alike. A possessive ending belongs to the written word, not to the folded one.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(ASCII.test(text) ? ASCII_TOKEN : TOKEN)) {
    const end = match.index + match[0].length;
    const language = /^[a-z]$/i.test(match[0]) && LANGUAGE.exec(text.slice(end, end + 3))?.[1];
    if (language) {
      const word = `${match[0].toLowerCase()}${language === '#' ? 'sharp' : 'plusplus'}`;
      tokens.push({ text: word, start: match.index, end: end + language.length });
    } else {
      tokens.push({ text: singular(yearOf(fold(match[1]!))), start: match.index, end });
    }
  }
  return tokens;
}

/** Returns whether a token contains a number. */
export const hasDigit = (token: string): boolean => /\p{N}/u.test(token);

/** Returns the year of a fiscal year, so that `FY2022`, `FY22` and `2022` are the same token. */
const yearOf = (word: string): string => word.replace(FISCAL_YEAR, (_, year: string) => `20${year}`);

function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const folded = foldLetters(word);
  // Some characters decompose into punctuation, such as `½` into `1⁄2`.
  return ONLY_TOKEN_CHARACTERS.test(folded) ? simplified(folded) : word.toLowerCase();
}

/**
 * Removes the plural ending of an English word, so that `company` finds `companies`. The rules are from the S-stemmer
 * (D. Harman, "How effective is suffixing?", JASIS 42, 1991) and the endings of `taxes`, `batches` and `movies`. The result
 * need not be a word. Short words stay unchanged: `Ares`, `news` and `gas` are no plurals.
 */
function singular(word: string): string {
  if (word.length < SHORTEST_PLURAL || !ASCII_LETTERS.test(word)) return word;
  if (/(?:us|ss|is|[aeo]es)$/.test(word)) return word;
  if (/(?:ss|x|sh)es$/.test(word)) return word.slice(0, -2);
  return word
    .replace(/(?<=ch)es?$/, '')
    .replace(/ies?$/, 'y')
    .replace(/s$/, '');
}
