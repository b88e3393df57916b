import type { SearchEngine, SearchPage, SearchQuery, Suggestion } from '@dossier/search';
import { askSearch } from '../../query/ask-search.ts';

/** Queries the search engine. @throws like `askSearch` */
export const readSearch = (search: SearchEngine, query: SearchQuery): Promise<SearchPage> =>
  askSearch(() => search.search(query));

/** Returns suggestions of the search engine. @throws like `askSearch` */
export const readSuggestions = (search: SearchEngine, typed: string, limit: number): Promise<Suggestion[]> =>
  askSearch(() => search.suggest(typed, limit));
