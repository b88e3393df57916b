import { fail } from '@dossier/shared';
import { SearchOutdated, SearchUnavailable, SearchUnfit } from '@dossier/search';

const RETRY_AFTER_SECONDS = '5';

/** Asks the search engine. @throws 503 if it is unavailable, 500 if it fails; neither exposes internal details */
export async function askSearch<T>(work: () => Promise<T>): Promise<T> {
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
  return 'the search index belongs to another database';
}
