import type { SearchEngine, SearchPage } from '@dossier/search';
import { foldLetters, searchResultType, type SearchResult } from '@dossier/shared';
import { readSearch } from '../../../resources/search/read.ts';

/**
 * Reads a page of results of one type or of all, and how many results each type has. The page lists a company first if
 * its name was searched. Otherwise documents about it would come before it.
 */
export async function readResults(
  search: SearchEngine,
  text: string,
  { type, limit, offset }: { type: SearchResult['type'] | undefined; limit: number; offset: number },
): Promise<{ counts: SearchPage; shown: SearchPage }> {
  const all = { types: searchResultType.options };
  if (!type) {
    const shown = await readSearch(search, { text, filter: all, limit, offset, countTypes: true });
    const name = foldLetters(text);
    const isNamed = ({ type, title }: SearchResult) => type === 'company' && foldLetters(title) === name;
    const results = shown.results.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
    return { counts: shown, shown: { ...shown, results } };
  }
  const counts = await readSearch(search, { text, filter: all, limit: 1, offset: 0, countTypes: true });
  return { counts, shown: await readSearch(search, { text, filter: { types: [type] }, limit, offset }) };
}
