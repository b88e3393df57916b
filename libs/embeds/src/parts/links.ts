import type { Source } from '../data.ts';
import { html, type Markup } from '../markup.ts';
import { linkAddress, plainText } from '../text.ts';

export const NEW_TAB = 'Opens in a new tab';

/** Text that breaks after the dots and hyphens of a host rather than within its words. */
const brokenText = (text: string) =>
  text.split(/(?<=\w[.-])(?=\w)/).map((part, i) => [i === 0 ? undefined : html`<wbr />`, part]);

/** A source as a link, or as plain text if its address is not safe to link to. */
export function sourceMarkup(source: Source): Markup {
  const href = linkAddress(source.url);
  const title = plainText(source.title) || (href ? new URL(href).hostname : plainText(source.url));
  const text = html`<bdi>${brokenText(title)}</bdi>`;
  return href
    ? html`<a href=${href} target="_blank" rel="noopener noreferrer" title=${NEW_TAB}>${text}</a>`
    : text;
}

/** Returns each source once, by its title. The first address with a title wins. */
export const distinct = (sources: readonly (Source | null)[]): Source[] =>
  sources
    .filter((source) => source !== null)
    .filter((source, i, all) => all.findIndex((other) => other.title === source.title) === i);
