import { searchResultType, type SearchResult } from '@dossier/shared';
import type { SearchDocument, SearchPage, SearchQuery, TypeCounts } from '../search-engine.ts';
import { highlight, type Alternatives } from './highlight.ts';

/** Returns an entry as a result of the API. It links to the section that its snippet comes from. */
export function toResult(entry: SearchDocument, terms: Alternatives[]): SearchResult {
  const { passage, ...marked } = highlight(entry.title, entry.passages, terms);
  const section = passage?.id === undefined ? undefined : { id: passage.id, title: passage.title };
  return {
    document_id: entry.slug ?? entry.id,
    // No query finds an entry of another type.
    type: searchResultType.parse(entry.type),
    title: entry.title,
    excerpt: entry.excerpt,
    url: section === undefined ? entry.url : `${entry.url}#${section.id}`,
    date: entry.date.replace(/\.\d{3}Z$/, '+00:00'),
    highlight: marked,
    ...(section && { section }),
  };
}

export const NO_TYPES: Readonly<TypeCounts> = { document: 0, company: 0, filing: 0 };

/** Returns the page of a query without words. */
export const nothing = ({ countTypes }: SearchQuery): SearchPage => ({
  total: 0,
  results: [],
  ...(countTypes && { types: NO_TYPES, partial: NO_TYPES }),
});
