import type { SearchResult } from '@dossier/shared';
import type { SearchDocument } from './search-engine.ts';
import { highlight, type Alternatives } from './highlight.ts';

/** Returns an entry as a result of the API. */
export function toResult(entry: SearchDocument, terms: Alternatives[]): SearchResult {
  return {
    document_id: entry.id,
    type: entry.type,
    title: entry.title,
    excerpt: entry.excerpt,
    url: entry.url,
    date: entry.date.replace(/\.\d{3}Z$/, '+00:00'),
    highlight: highlight(entry.title, entry.passages, terms),
  };
}
