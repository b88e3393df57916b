import { fail } from '@dossier/shared';
import {
  SearchOutdated,
  SearchUnavailable,
  type SearchEngine,
  type SearchPage,
  type SearchQuery,
} from '@dossier/search';

const RETRY_AFTER_SECONDS = '5';

/** Asks the engine. @throws 503 when it cannot be used now or is of another version, 500 when it failed; neither tells more than that */
export async function readSearch(search: SearchEngine, query: SearchQuery): Promise<SearchPage> {
  try {
    return await search.search(query);
  } catch (error) {
    if (error instanceof SearchUnavailable || error instanceof SearchOutdated) {
      // What an outdated index says is for those who run the service.
      const reason = error instanceof SearchUnavailable ? error.message : 'the search index is being renewed';
      const unavailable = fail('search_unavailable', reason);
      unavailable.headers['Retry-After'] = RETRY_AFTER_SECONDS;
      unavailable.cause = error;
      throw unavailable;
    }
    const failed = fail('search_failed', 'the search engine failed');
    failed.cause = error;
    throw failed;
  }
}
