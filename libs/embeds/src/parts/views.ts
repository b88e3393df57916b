import { html, type Part } from '../text/markup.ts';
import type { Company, Dated, Source } from '../inputs/data.ts';
import { longest } from '../inputs/choices.ts';
import { linkAddress, ownPath, plainText } from '../text/text.ts';
import { dayText, timeOf } from '../chart/format.ts';
import { phrase, say } from '../words/say.ts';
import { distinct, ownSource, sourceMarkup } from './links.ts';

/** A name from data, isolated so that its writing direction does not affect the words around it. */
export const nameView = (name: string, longest?: number) => wholeView(plainText(name, longest));

/** A text that is made of plain texts, isolated as a name is, whatever its length. */
export const wholeView = (text: string) => html`<bdi>${text}</bdi>`;

/**
 * The company's logo and domain above the title.
 * @param home the address that the logo's path belongs to, of an element on another site
 */
export const eyebrowView = ({ domain, logoUrl }: Company, home: string | null = null) => {
  const path = ownPath(logoUrl);
  const isElsewhere = path !== undefined && home !== null && URL.canParse(path, home);
  const logo = isElsewhere ? new URL(path, home).href : path;
  return html`<p class="eyebrow">
    ${logo ? html`<img src=${logo} alt="" height="20" />` : undefined}${nameView(domain)}
  </p>`;
};

/**
 * The heading of a widget: the publisher's headline and subtitle, and what the widget itself would be called, or that alone.
 */
export const titleView = ({ editorial: { title, subtitle } = {} }: Dated, own: Part) =>
  html`<h1 id="title">${title === undefined ? own : nameView(title)}</h1>
    ${subtitle === undefined ? undefined : html`<p class="deck">${nameView(subtitle, longest.subtitle)}</p>`}
    ${title === undefined ? undefined : html`<p class="subtitle own">${own}</p>`}`;

/** A day. Text that is not a day is shown unchanged. */
export const dayView = (date: string) =>
  Number.isNaN(timeOf(date)) ? nameView(date) : html`<time datetime=${date}>${dayText(date)}</time>`;

export { distinct, ownSource };

/** The notes below a widget: its sources, the days of its data, and links to the data. */
export type Notes = Dated & {
  sources?: readonly (Source | null)[];
  /** How many sources to name. */
  most?: number;
  /** True if a table names all of them. */
  table?: boolean;
  /** How many values its table has. A printed frame may end before the last. */
  count?: number | undefined;
  /** The address of the widget's page, and the endings under which it offers the data. */
  address?: string | null;
  forms?: readonly string[];
};

/** States the first day of a chart that leaves out earlier values. */
export const FROM = 'Values from {day}; earlier ones are left out.';

export function notesView(notes: Notes) {
  const {
    sources = [],
    most = Infinity,
    table = false,
    count,
    asOf,
    until,
    from,
    editorial: { note, byline, source } = {},
    address,
    forms = [],
  } = notes;
  const all = distinct([ownSource(source), ...sources]);
  const links =
    address && forms.length > 0 ? [...forms, 'cite'].flatMap((form) => downloadView(address, form)) : [];
  const isEmpty = note === undefined && byline === undefined && asOf === null && from == null;
  if (all.length === 0 && isEmpty && links.length === 0) return undefined;
  const rest = all.length - most;
  const named: Part[] = all.slice(0, most).map(sourceMarkup);
  const shown =
    rest > 0 ? [...named, say(table ? 'and {rest} more in the table' : 'and {rest} more', { rest })] : named;
  return html`<footer>
    ${note === undefined ? undefined : html`<p class="note">${nameView(note, longest.note)}</p>`}
    ${byline === undefined ? undefined : html`<p>${phrase('By {name}', { name: nameView(byline) })}.</p>`}
    ${
      all.length === 0
        ? undefined
        : html`<p class="sources">
            ${phrase('Sources: {sources}.', { count: all.length, sources: joined(shown, '; ') }, 'Source: {sources}.')}
          </p>`
    }
    ${
      asOf === null
        ? undefined
        : html`<p>
            ${phrase(until ? 'Data as of {day}; later values are left out.' : 'Data as of {day}.', { day: dayView(asOf) })}
          </p>`
    }
    ${from == null ? undefined : html`<p>${phrase(FROM, { day: dayView(from) })}</p>`}
    ${count === undefined ? undefined : html`<p class="printed">${say('{count} values in all', { count }, '{count} value in all')}${address ? `: ${address}` : ''}</p>`}
    ${links.length === 0 ? undefined : html`<p class="forms">${joined(links, ', ')}</p>`}
  </footer>`;
}

const joined = (items: readonly Part[], between: string) =>
  items.map((item, i) => [i === 0 ? '' : between, item]);

const downloadView = (address: string, form: string) => {
  const href = linkAddress(`${address}.${form}`);
  return href
    ? [
        html`<a href=${href} target="_blank" rel="noopener noreferrer" title=${say('Opens in a new tab')}
          >${form.toUpperCase()}</a
        >`,
      ]
    : [];
};
