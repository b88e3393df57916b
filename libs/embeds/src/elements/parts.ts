import { html, nothing } from 'lit';
import type { Company, DatasetChartData, Source } from '../data.ts';
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

const NEW_TAB = 'Opens in a new tab';

/** A text that breaks after the dots and hyphens of a host, rather than within its words. */
const brokenView = (text: string) =>
  text.split(/(?<=\w[.-])(?=\w)/).map((part, i) => html`${i === 0 ? nothing : html`<wbr />`}${part}`);

/** A source as a link, or as plain text when its address must not be one. */
export function sourceView(source: Source) {
  const href = linkAddress(source.url);
  const title = plainText(source.title) || (href ? new URL(href).hostname : plainText(source.url));
  return href
    ? html`<a href=${href} target="_blank" rel="noopener noreferrer" title=${NEW_TAB}
        ><bdi>${brokenView(title)}</bdi></a
      >`
    : html`<bdi>${title}</bdi>`;
}

/** Each source once by its name; of several addresses with one name the first stands for all. */
export const distinct = (sources: readonly (Source | null)[]): Source[] =>
  sources
    .filter((source) => source !== null)
    .filter((source, i, all) => all.findIndex((other) => other.title === source.title) === i);

/** The sources of datasets, the newest of each first: a point's own where it has one, else its dataset's. */
export const datasetSources = ({ series }: DatasetChartData) =>
  series.flatMap(({ points, source }) =>
    points.length === 0 ? [source] : points.map((point) => point.source ?? source).reverse(),
  );

/** What stands below a widget: its sources, the days of its data, and where to get them. */
export type Notes = {
  sources?: readonly (Source | null)[];
  /** How many sources are named where a table has them all. */
  most?: number;
  asOf: string | null;
  until?: string | null;
  /** The address of the widget's page, and the forms in which the data can be had from there. */
  address?: string | null;
  forms?: readonly string[];
};

export function notesView({ sources = [], most = Infinity, asOf, until, address, forms = [] }: Notes) {
  const all = distinct(sources);
  const links = address ? forms.flatMap((form) => downloadView(address, form)) : [];
  if (all.length === 0 && asOf === null && links.length === 0) return nothing;
  const rest = all.length - most;
  return html`<footer>
    ${
      all.length === 0
        ? nothing
        : html`<p class="sources">
            ${all.length === 1 ? 'Source: ' : 'Sources: '}${listed(all.slice(0, most).map(sourceView), '; ')}${
              rest > 0 ? `; and ${rest} more in the table` : ''
            }.
          </p>`
    }
    ${
      asOf === null
        ? nothing
        : html`<p>Data as of ${dayView(asOf)}${until ? '; later values are left out' : ''}.</p>`
    }
    ${links.length === 0 ? nothing : html`<p class="forms">Get the data: ${listed(links, ', ')}</p>`}
  </footer>`;
}

const listed = (items: readonly unknown[], between: string) =>
  items.map((item, i) => html`${i === 0 ? '' : between}${item}`);

const downloadView = (address: string, form: string) => {
  const href = linkAddress(`${address}.${form}`);
  return href
    ? [
        html`<a href=${href} target="_blank" rel="noopener noreferrer" title=${NEW_TAB}
          >${form.toUpperCase()}</a
        >`,
      ]
    : [];
};
