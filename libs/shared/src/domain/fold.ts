/** Invisible characters inside words: soft hyphen and joiners. */
const INVISIBLE = '\\u00ad|[\\u200c-\\u200d]|\\u2060';
/** Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs. */
const ACCENTS = new RegExp(`[\\u0300-\\u036f]|[\\u0591-\\u05c7]|[\\u064b-\\u065f\\u0670]|${INVISIBLE}`, 'gu');
/** Letters that Unicode does not decompose, although readers see an accent or two letters. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const LETTERS_PATTERN = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const ASCII = /^[\0-\x7f]*$/;

/** Returns a text in lower case and without accents. Letters such as `ø` become those that people type for them. */
export function foldLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(LETTERS_PATTERN, (letter) => LETTERS[letter]!)
    .normalize('NFKC');
}
