/**
 * Meilisearch cuts texts into words by its own rules: it removes the Arabic article, and cuts Chinese, Japanese and Thai
 * with dictionaries. Our tokens must survive that. Letters that it leaves unchanged are written as they are; a token with
 * any other letter is written as the code points of its characters.
 */
const LEFT_ALONE = /^[0-9a-z\u00df-\u024f\u0370-\u03ff\u0400-\u04ff]+$/;
const CODED = '0u';
/** The server does not index words of more than 250 bytes (its `MAX_WORD_LENGTH`). A coded character has up to six. */
const MAX_CHARACTERS = 40;

/** Writes a token so that the server indexes it as one word. */
export function writeToken(token: string): string {
  const characters = [...token].slice(0, MAX_CHARACTERS);
  if (characters.every((character) => LEFT_ALONE.test(character))) return characters.join('');
  return CODED + characters.map((character) => character.codePointAt(0)!.toString(16)).join('u');
}

/** Writes a stem with how often an entry has it. 0 matches any number. */
export const writeStem = (stem: string, times = 0): string => `s${times}${writeToken(stem)}`;

/** Writes tokens with blanks between them. */
export const writeTokens = (tokens: string[]): string => tokens.map(writeToken).join(' ');

/** Returns whether the server can find words near this token. */
export const isWrittenAsIs = (token: string): boolean => writeToken(token) === token;

/**
 * Returns a query for token runs that must all occur. In quotes the server matches words exactly: no typos
 * (`disableOnNumbers` would protect `2024` but not `fy2024`), no prefixes, no splitting or joining (`newyork` for `new
 * york`).
 *
 * The server stores how near each two words come in an entry, and checks a phrase by three words at a time
 * (`compute_phrase_docids` of milli). So it checks that each word of a phrase is somewhere directly before the next, and
 * somewhere at most one word before the next but one, not that all are in one place: "amber basalt cobalt" matches an
 * entry with "amber basalt", "basalt cobalt" and "amber or cobalt". Checking the texts of all matches would take longer
 * than the search, and without that the total would not be exact.
 */
export const quoteAll = (runs: string[][]): string =>
  runs.map((tokens) => `"${writeTokens(tokens)}"`).join(' ');

/** Returns the part of a query that excludes entries with any of the token runs. */
export const excludeAll = (runs: string[][]): string =>
  runs.map((tokens) => ` -"${writeTokens(tokens)}"`).join('');
