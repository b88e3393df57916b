/**
 * How our tokens are written for Meilisearch, which cuts texts into words by rules of its own. Each script has its
 * own: Arabic loses the article, Chinese, Japanese and Thai are cut with dictionaries. Letters that it leaves alone
 * are written as they are; a token with any other is written as the numbers of its characters.
 */
const LEFT_ALONE = /^[0-9a-z\u00df-\u024f\u0370-\u03ff\u0400-\u04ff]+$/;
const CODED = '0u';
/** Words of more than 250 bytes are not indexed (`MAX_WORD_LENGTH` of the server). Nobody means the rest of such a word. */
const LONGEST = 40;

export function writeToken(token: string): string {
  const characters = [...token].slice(0, LONGEST);
  if (characters.every((character) => LEFT_ALONE.test(character))) return characters.join('');
  return CODED + characters.map((character) => character.codePointAt(0)!.toString(16)).join('u');
}

export const writeTokens = (tokens: string[]): string => tokens.map(writeToken).join(' ');

/** True when the server can say which words are near. */
export const isWrittenAsIs = (token: string): boolean => writeToken(token) === token;

/**
 * Token runs that must all occur. In quotes the server takes words as they stand: no typo (`disableOnNumbers` would
 * spare `2024` but not `fy2024`), no prefix, no splitting or joining of words (`newyork` for `new york`).
 *
 * Of the places of words the server keeps how near each two come in an entry, and judges a phrase by three of its words
 * at a time (`compute_phrase_docids` of milli). So of a phrase of three words or more it knows that each word stands right
 * before the next, and at most a word before the next but one, not that it is all in one place: "amber basalt cobalt" is
 * found where there are "amber basalt", "basalt cobalt" and "amber or cobalt". To look into the texts of all that it
 * finds would take longer than any search, and without that no total would be exact.
 */
export const quoteAll = (runs: string[][]): string =>
  runs.map((tokens) => `"${writeTokens(tokens)}"`).join(' ');
