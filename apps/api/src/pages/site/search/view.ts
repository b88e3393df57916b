import { html, Markup, pager, pagesAround } from '@dossier/pages';
import type { SearchPage } from '@dossier/search';
import type { SearchResult } from '@dossier/shared';
import { day } from '../../../views/words.ts';

const names: Record<SearchResult['type'], [one: string, tab: string]> = {
  company: ['Company', 'Companies'],
  document: ['Research', 'Research'],
  news: ['News', 'News'],
  filing: ['Filing', 'Filings'],
};

interface Shown {
  base: string;
  q: string;
  type: SearchResult['type'] | undefined;
  page: number;
  size: number;
}

/** Returns the body of the page: tabs with counts, and the results of one page. */
export function viewSearch(
  { base, q, type, page, size }: Shown,
  counts: SearchPage,
  shown: SearchPage,
): Markup {
  const to = (query: Record<string, string>) => `${base}/search?${new URLSearchParams({ q, ...query })}`;
  const tab = (name: string, count: number, of: SearchResult['type'] | undefined) =>
    html`<li>
      <a href="${to(of ? { type: of } : {})}" ${of === type && html`aria-current="page"`}>
        ${name} (${count.toLocaleString('en')})
      </a>
    </li>`;
  const types = Object.entries(names) as [SearchResult['type'], [string, string]][];
  const toPage = (number: number) => to({ ...(type && { type }), page: String(number) });
  return html`<h1>Search</h1>
    <nav aria-label="Types of results">
      <ul class="tabs">
        ${tab('All', counts.total, undefined)}
        ${types.map(([name, [, title]]) => tab(title, counts.types?.[name] ?? 0, name))}
      </ul>
    </nav>
    ${shown.results.length === 0 && html`<p role="status">Nothing matches “${q}”. Try fewer or other words.</p>`}
    <ol class="list">
      ${shown.results.map((result) => html`<li>${viewResult(result, base)}</li>`)}
    </ol>
    ${pager(pagesAround(page > 1 && toPage(page - 1), page * size < shown.total && toPage(page + 1)))}`;
}

function viewResult(
  { type, url, date, highlight, section, document_id }: SearchResult,
  base: string,
): Markup {
  const href = type === 'company' ? `/companies/${encodeURIComponent(document_id)}` : url;
  const about = [names[type][0], ...(section ? [section.title] : [])].join(', ');
  // The engine escapes everything but its own <em>.
  return html`<a href="${base}${href}">${new Markup(highlight.title)}</a>
    ${highlight.content !== undefined && html`<p>${new Markup(highlight.content)}</p>`}
    <small>${about}${type !== 'company' && html`, ${day(date)}`}</small>`;
}
