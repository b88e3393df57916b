import { fail } from '@dossier/shared';
import {
  SearchOutdated,
  SearchUnavailable,
  SearchUnfit,
  type SearchEngine,
  type SearchPage,
  type SearchQuery,
  type Suggestion,
} from '@dossier/search';

const RETRY_AFTER_SECONDS = '5';

/** Queries the search engine. @throws like `ask` */
export const readSearch = (search: SearchEngine, query: SearchQuery): Promise<SearchPage> =>
  ask(() => search.search(query));

/** Returns suggestions of the search engine. @throws like `ask` */
export const readSuggestions = (search: SearchEngine, typed: string, limit: number): Promise<Suggestion[]> =>
  ask(() => search.suggest(typed, limit));

/** Asks the search engine. @throws 503 if it is unavailable, 500 if it fails; neither exposes internal details */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
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

/** Returns the reason to show to callers. The remedies in an index error are for operators. */
function reasonOf(error: SearchUnavailable | SearchUnfit): string {
  if (error instanceof SearchUnavailable) return error.message;
  if (error instanceof SearchOutdated) return 'the search index is being renewed';
  return 'the search index is of another database';
}
