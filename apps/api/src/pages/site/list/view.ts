import {
  filters,
  html,
  input,
  isWide,
  otherProblems,
  pager,
  pagesAround,
  select,
  table,
  type Markup,
} from '@dossier/pages';
import { dayInWords } from '@dossier/shared';
import { PLACE } from '../../../rows/places.ts';
import type { ListPage, Seen } from './declare.ts';
import type { Asked, Found, Window } from './read.ts';

/** The contents of a page. */
export interface Shown<Row> extends Pick<Asked, 'sent' | 'window'> {
  problems: Record<string, string>;
  seen: Seen;
  /** Undefined if the request is wrong. */
  found: Pick<Found<Row>, 'rows' | 'isSorted' | 'total' | 'next' | 'previous'> | undefined;
  earlier: Window | undefined;
  later: Window | undefined;
}

/** Returns the body of a page. */
export function viewList<Row>(page: ListPage<Row>, shown: Shown<Row>): Markup {
  const { path, title, nouns, window, intro } = page;
  const { seen, found, problems, earlier, later } = shown;
  const to = (changes: Record<string, string | number | undefined>, suffix = '') =>
    addressOf(`${seen.base}${path}${suffix}`, withoutPlace(shown.sent), changes);
  const toWindow = (other: Window | undefined) =>
    window && other && to({ [window.from]: other.from, [window.to]: other.to });
  const count = found?.total ?? 0;
  const columns = page.columns(seen);
  const form = filters({
    action: `${seen.base}${path}`,
    title: 'Filters',
    button: `Show ${nouns[1]}`,
    isOpen: Object.keys(problems).length > 0,
    fields: viewControls(page, shown),
  });
  return html`<h1>${title}</h1>
    ${intro?.(found?.isSorted ?? true)} ${otherProblems(problems, form)} ${form}
    ${
      found &&
      html`<p role="status">
          ${sentenceOf(page, shown)} ${count.toLocaleString('en')} ${nouns[count === 1 ? 0 : 1]}.
        </p>
        <p class="actions screen">
          <a href="${to({}, '.csv')}" rel="nofollow" download>All rows as CSV</a>
          <a
            href="${to(window ? { [window.from]: undefined, [window.to]: undefined } : {}, '/feed.atom')}"
            rel="nofollow"
            >Feed</a
          >
        </p>
        ${table(title, found.rows, columns, { scrolls: isWide(columns) })}
        ${pager([
          ...pagesAround(found.previous && to(found.previous), found.next && to(found.next)),
          { href: toWindow(earlier), text: earlier ? `Earlier: to ${dayInWords(earlier.to)}` : '' },
          { href: toWindow(later), text: later ? `Later: from ${dayInWords(later.from)}` : '' },
        ])}`
    }`;
}

/** Returns an address with these fields; undefined removes one. */
export function addressOf(
  path: string,
  sent: Record<string, string>,
  changes: Record<string, string | number | undefined>,
): string {
  const query = new URLSearchParams(
    Object.entries({ ...sent, ...changes }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns fields without the place in the list. */
export const withoutPlace = (sent: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !PLACE.includes(name)));

/** Returns the day of a time. A field for days takes no other text. */
const dayOf = (time: string | undefined) =>
  time === undefined ? undefined : /^\d{4}-\d{2}-\d{2}/.exec(time)?.[0];

function viewControls<Row>({ controls, window }: ListPage<Row>, { sent, problems }: Shown<Row>): Markup[] {
  const all = controls.map(({ choices, ...control }) => {
    const field = { ...control, value: sent[control.name], problem: problems[control.name] };
    return choices ? select({ ...field, choices }) : input(field);
  });
  const day = (name: string, label: string) =>
    input({ name, label, type: 'date', value: dayOf(sent[name]), problem: problems[name] });
  return window ? [...all, day(window.from, 'From'), day(window.to, 'To')] : all;
}

/** Returns what a page shows, in words. */
function sentenceOf<Row>({ title, controls }: ListPage<Row>, { sent, window }: Shown<Row>): string {
  const chosen = controls.flatMap(({ name, label, choices }) => {
    const value = sent[name];
    if (value === undefined) return [];
    const text = choices?.find((choice) => choice.value === value)?.text ?? value;
    return [`${label.toLowerCase()}: ${text}`];
  });
  const days = window && `from ${dayInWords(window.from)} to ${dayInWords(window.to)}`;
  return `${[days ? `${title} ${days}` : title, ...chosen].join(', ')}.`;
}
