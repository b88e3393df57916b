import type { SearchEngine, SearchPage } from '@dossier/search';
import { searchResultType, type SearchResult } from '@dossier/shared';
import { readSearch } from '../../../resources/search/read.ts';

/** Reads a page of results of one type or of all, and how many results each type has. */
export async function readResults(
  search: SearchEngine,
  text: string,
  { type, limit, offset }: { type: SearchResult['type'] | undefined; limit: number; offset: number },
): Promise<{ counts: SearchPage; shown: SearchPage }> {
  const all = { types: searchResultType.options };
  if (!type) {
    const shown = await readSearch(search, { text, filter: all, limit, offset, countTypes: true });
    return { counts: shown, shown };
  }
  const counts = await readSearch(search, { text, filter: all, limit: 1, offset: 0, countTypes: true });
  return { counts, shown: await readSearch(search, { text, filter: { types: [type] }, limit, offset }) };
}
