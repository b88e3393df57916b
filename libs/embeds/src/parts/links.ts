import type { Source } from '../inputs/data.ts';
import { html, type Markup } from '../text/markup.ts';
import { linkAddress, plainText } from '../text/text.ts';
import { say } from '../words/say.ts';

/** Text that breaks after the dots and hyphens of a host rather than within its words. */
const brokenText = (text: string) =>
  text.split(/(?<=\w[.-])(?=\w)/).map((part, i) => [i === 0 ? undefined : html`<wbr />`, part]);

/** The most characters of a headline that a load accepts. */
const MAX_TITLE = 1000;

const titleOf = ({ url, title }: Source, href: string | undefined) =>
  plainText(title, MAX_TITLE) || (href ? new URL(href).hostname : plainText(url));

/** Text that needs no isolation from the words around it. */
const PLAIN = /^[ -~]*$/;

/** A source as a link for a long list, where `openLinks` or the page states once where links open. */
export function briefMarkup(source: Source): Markup {
  const href = linkAddress(source.url);
  const title = titleOf(source, href);
  const text = html`<bdi>${brokenText(title)}</bdi>`;
  return href ? html`<a href=${href}>${PLAIN.test(title) ? brokenText(title) : text}</a>` : text;
}

/** Lets brief links open as the others do, for elements on the pages of others. */
export function openLinks(root: ParentNode): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a:not([target])'))
    Object.assign(link, { target: '_blank', rel: 'noopener noreferrer', title: say('Opens in a new tab') });
}

/** A source as a single line: its text, and its address if that is safe to link to. */
export function sourceLine(source: Source) {
  const href = linkAddress(source.url);
  return { text: titleOf(source, href), href };
}

/** A source as a link, or as plain text if its address is not safe to link to. */
export function sourceMarkup(source: Source): Markup {
  const href = linkAddress(source.url);
  const text = html`<bdi>${brokenText(titleOf(source, href))}</bdi>`;
  return href
    ? html`<a href=${href} target="_blank" rel="noopener noreferrer" title=${say('Opens in a new tab')}
        >${text}</a
      >`
    : text;
}

const MAX_QUOTE = 400;

/**
 * A source with what is known of it: its headline as the link, its publication and its quote.
 * @param linkOf draws the link
 */
export const citedMarkup = (source: Source, linkOf = sourceMarkup): Markup => {
  const { headline, publication, quote } = source;
  return html`${linkOf(headline === undefined ? source : { ...source, title: headline })}${
    publication === undefined || headline === undefined
      ? undefined
      : html`, <cite>${plainText(publication)}</cite>`
  }${quote === undefined ? undefined : html` <q dir="auto">${plainText(quote, MAX_QUOTE)}</q>`}`;
};

/** Returns the source that a publisher names, which has no address. */
export const ownSource = (title: string | undefined): Source | null =>
  title === undefined ? null : { url: '', title };

/** Returns each source once, by its title. The first address with a title wins. */
export const distinct = (sources: readonly (Source | null)[]): Source[] =>
  sources
    .filter((source) => source !== null)
    .filter((source, i, all) => all.findIndex((other) => other.title === source.title) === i);
