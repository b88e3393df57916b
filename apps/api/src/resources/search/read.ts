import { fail } from '@dossier/shared';
import {
  SearchOutdated,
  SearchUnavailable,
  SearchUnfit,
  type SearchEngine,
  type SearchPage,
  type SearchQuery,
} from '@dossier/search';

const RETRY_AFTER_SECONDS = '5';

/** Asks the engine. @throws 503 when it cannot be used now, 500 when it failed; neither tells more than that */
export async function readSearch(search: SearchEngine, query: SearchQuery): Promise<SearchPage> {
  try {
    return await search.search(query);
  } catch (error) {
    if (error instanceof SearchUnavailable || error instanceof SearchUnfit) {
      const unavailable = fail('search_unavailable', { detail: reasonOf(error) });
      unavailable.headers['Retry-After'] = RETRY_AFTER_SECONDS;
      unavailable.cause = error;
      throw unavailable;
    }
    const failed = fail('search_failed', { detail: 'the search engine failed' });
    failed.cause = error;
    throw failed;
  }
}

/** The remedies that an unfit index names are for those who run the service. */
function reasonOf(error: SearchUnavailable | SearchUnfit): string {
  if (error instanceof SearchUnavailable) return error.message;
  if (error instanceof SearchOutdated) return 'the search index is being renewed';
  return 'the search index is of another database';
}
