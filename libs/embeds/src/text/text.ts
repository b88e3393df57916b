/** As long as the longest names that a load accepts: no name is truncated. Texts that may be longer give their own length. */
const MAX_TEXT = 300;

/**
 * Returns text from data as one line, without control characters, lone surrogates or bidirectional overrides, which
 * would affect the text around it, and without U+FFFE and U+FFFF, which no XML may contain. Truncates it to `longest`
 * characters.
 */
export function plainText(text: string, longest = MAX_TEXT): string {
  const line = text
    .slice(0, longest * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}

/**
 * Joins names with commas. Without room for all of them in `longest` characters, it has whole names, and `more` says how
 * many there are besides.
 */
export function namesText(names: readonly string[], longest: number, more: (rest: number) => string): string {
  const plain = names.map((name) => plainText(name));
  let length = 0;
  const over = plain.findIndex((name, i) => (length += name.length + 2) > longest && i > 0);
  return over < 0 ? plain.join(', ') : [...plain.slice(0, over), more(plain.length - over)].join(', ');
}

/** Returns the longest of texts. */
export const longestOf = (texts: readonly string[]) =>
  texts.reduce((most, text) => (text.length > most.length ? text : most), '');

/** Returns how many characters of a text are about as wide as they are high: those of broad scripts, and emoji. */
export const broadIn = (text: string) =>
  text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/gu)?.length ?? 0;

/** Escapes text for an element's content and for a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Parses an absolute URL, or returns undefined. `URL.canParse` of Node 20 cannot replace it: after a few thousand
 * calls it rejects URLs with letters such as é.
 */
export function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the address if it is safe to link to, otherwise undefined. Only http and https are, and only without a user
 * name, which can disguise the host.
 */
export function linkAddress(text: string): string | undefined {
  const url = parseAddress(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

/** Returns a picture's address if it is a path of this service, otherwise undefined. */
export function ownPath(text: string | null): string | undefined {
  return text !== null && /^\/(?![/\\])[\w\-./%~]*$/.test(text) ? text : undefined;
}
