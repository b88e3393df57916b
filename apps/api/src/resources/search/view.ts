import type { SearchResult } from '@dossier/shared';

/** Returns a result with the members of the specification, whose URL leads to the whole document. */
export function withoutSection({ section, url, ...result }: SearchResult): SearchResult {
  return { ...result, url: section ? url.slice(0, url.lastIndexOf('#')) : url };
}
