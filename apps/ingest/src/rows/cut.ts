/** Returns the beginning of a text, without half a character at its end. @param most in UTF-16 code units */
export const beginningOf = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** Returns a text, or its beginning and a mark that it goes on. @param most in UTF-16 code units */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${beginningOf(text, most)}…` : text;
