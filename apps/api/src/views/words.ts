import { exact, linkAddress, parseAddress, plainText, short } from '@dossier/embeds';
import { html, type Markup } from '@dossier/pages';
import { dayInWords } from '@dossier/shared';

// The words and links that all parts of the page share. Text from data is on one line, without control characters.

const MAX_TEXT = 300;

/** Returns text from data, isolated so that its direction does not affect the words around it. */
export const named = (text: string, longest = MAX_TEXT): Markup =>
  html`<bdi>${plainText(text, longest)}</bdi>`;

/** Returns a name such as `latest_estimated_revenue` as words. */
export function words(name: string): string {
  const text = plainText(name.replaceAll('_', ' '), 60);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const day = (time: string): Markup =>
  html`<time datetime="${time.slice(0, 10)}">${dayInWords(time)}</time>`;

/** Returns an amount in its short form. Its tooltip is the exact amount if that has more digits. */
export function amount(value: number, unit: string): Markup {
  const [text, all] = [short(value, unit), exact(value, unit)];
  return text === all ? html`${text}` : html`<span title="${all}">${text}</span>`;
}

/** Returns an exact amount of an event, such as `6500000000.00`. */
export const exactAmount = (text: string | null | undefined, currency: string): Markup | undefined =>
  text == null ? undefined : amount(Number(text), currency);

/** Returns a link, or its words alone if the address is not safe to link to. */
export function link(url: string, text: Markup): Markup {
  const href = linkAddress(url);
  return href === undefined ? text : html`<a href="${href}" rel="noopener">${text}</a>`;
}

/** A source, as the data states it. */
export interface Cited {
  link: string;
  headline?: string;
  publication?: string;
}

/** The most sources of one value. */
const MAX_SOURCES = 6;

/** Returns the sources of a value as links: each by its publication, or else by its host. */
export function sources(cited: readonly Cited[]): Markup {
  if (cited.length === 0) return html`<span class="none">Not given</span>`;
  const once = [...new Map(cited.map((each) => [each.link, each])).values()];
  return html`${once.slice(0, MAX_SOURCES).map((each, i) => html`${i > 0 && ', '}${source(each)}`)}`;
}

function source({ link: url, headline, publication }: Cited): Markup {
  const host = parseAddress(url)?.hostname.replace(/^www\./, '');
  const text = named(publication || host || url, 80);
  const href = linkAddress(url);
  if (href === undefined) return text;
  const title = headline !== undefined && html`title="${plainText(headline)}"`;
  return html`<a class="source" href="${href}" rel="noopener" ${title}>${text}</a>`;
}
