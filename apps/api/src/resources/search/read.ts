import { fail } from '@dossier/shared';
import { SearchUnavailable, type SearchEngine, type SearchPage, type SearchQuery } from '@dossier/search';

const RETRY_AFTER_SECONDS = '5';

/** Asks the engine. @throws 503 when it cannot be used now, 500 when it failed; neither tells more than that */
export async function readSearch(search: SearchEngine, query: SearchQuery): Promise<SearchPage> {
  try {
    return await search.search(query);
  } catch (error) {
    if (error instanceof SearchUnavailable) {
      const unavailable = fail('search_unavailable', error.message);
      unavailable.headers['Retry-After'] = RETRY_AFTER_SECONDS;
      unavailable.cause = error;
      throw unavailable;
    }
    const failed = fail('search_failed', 'the search engine failed');
    failed.cause = error;
    throw failed;
  }
}
