import { html, nothing } from 'lit';
import type { Company, Source } from '../data.ts';
import { linkAddress, ownPath, plainText } from '../text.ts';
import { dayText, timeOf } from '../chart/format.ts';

/** A name from data: isolated, so that its writing direction does not reach the words around it. */
export const nameView = (name: string, longest?: number) => html`<bdi>${plainText(name, longest)}</bdi>`;

/** The company's logo and domain above the title. */
export const eyebrowView = ({ domain, logoUrl }: Company) => {
  const logo = ownPath(logoUrl);
  return html`<p class="eyebrow">
    ${logo ? html`<img src=${logo} alt="" height="20" />` : nothing}${nameView(domain, 80)}
  </p>`;
};

/** A day; text that is none stands as it is. */
export const dayView = (date: string) =>
  Number.isNaN(timeOf(date)) ? nameView(date) : html`<time datetime=${date}>${dayText(date)}</time>`;

/** A source as a link, or as plain text when its address must not be one. */
export function sourceView(source: Source) {
  const href = linkAddress(source.url);
  const title = plainText(source.title) || (href ? new URL(href).hostname : plainText(source.url));
  return href
    ? html`<a href=${href} target="_blank" rel="noopener noreferrer"><bdi>${title}</bdi></a>`
    : html`<bdi>${title}</bdi>`;
}

/** Each source once by its name; of several addresses with one name the first stands for all. */
const distinct = (sources: readonly (Source | null)[]): Source[] =>
  sources
    .filter((source) => source !== null)
    .filter((source, i, all) => all.findIndex((other) => other.title === source.title) === i);

/** The notes: the sources, `most` of them where the table has them all, and the day of the data. */
export function notesView(sources: readonly (Source | null)[], asOf: string | null, most = Infinity) {
  const all = distinct(sources);
  if (all.length === 0 && asOf === null) return nothing;
  const named = all.slice(0, most);
  const rest = all.length - named.length;
  return html`<footer>
    ${
      all.length === 0
        ? nothing
        : html`<p class="sources">
            ${all.length === 1 ? 'Source: ' : 'Sources: '}${named.map(
              (source, i) => html`${i === 0 ? '' : '; '}${sourceView(source)}`,
            )}${rest > 0 ? `; and ${rest} more in the table` : ''}.
          </p>`
    }
    ${asOf === null ? nothing : html`<p>Data as of ${dayView(asOf)}.</p>`}
  </footer>`;
}
