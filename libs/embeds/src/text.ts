const LONGEST = 160;

/**
 * Text from data as one line that can stand anywhere: no control characters, no bidirectional overrides (they
 * would turn the words around it), no lone surrogates; cut after `longest` characters.
 */
export function plainText(text: string, longest = LONGEST): string {
  const line = text
    .slice(0, longest * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}

/** Escapes text for an element's content and for a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * The parts of an absolute address, or undefined. Not by `URL.canParse`: that of Node 20 comes to refuse addresses
 * with Latin letters such as é after a few thousand calls.
 */
export function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * The address of a link, or undefined when it must not be one: only http and https, and none with a user name,
 * which would show one host and lead to another.
 */
export function linkAddress(text: string): string | undefined {
  const url = parseAddress(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

/** A picture's address when it is a path of the service itself, else undefined. */
export function ownPath(text: string | null): string | undefined {
  return text !== null && /^\/(?![/\\])[\w\-./%~]*$/.test(text) ? text : undefined;
}
