/**
 * The parts of an absolute address, or undefined. Not by `URL.canParse`: that of Node 20 comes to refuse addresses
 * with Latin letters such as é after a few thousand calls. (libs/embeds has its own: a page of a publisher is not to
 * load this library.)
 */
export function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** True of an absolute http or https address. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && parseAddress(text) !== undefined;
