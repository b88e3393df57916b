/** Returns a text, or its beginning and a mark that it goes on. @param most in UTF-16 code units */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;
