/**
 * Parses an absolute URL; returns undefined for any other text. `URL.canParse` of Node 20 begins to reject URLs with
 * letters such as é after a few thousand calls. libs/embeds has its own copy, because publishers' pages do not load this
 * library.
 */
export function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a text is an absolute http or https URL. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && parseAddress(text) !== undefined;
