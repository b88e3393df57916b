import {
  isIndexFilled,
  REBUILD_SEARCH,
  SearchDamaged,
  SearchUnavailable,
  SearchUnfit,
} from '@dossier/search';
import { databaseId, needsIndex } from '@dossier/store';
import type { ApiConfig } from '../config.ts';
import { inCurrentDatabase, failed, ok, type Finding } from './finding.ts';

const FILL_REMEDY = 'Start the API, which fills it, or run: npm run ingest -- reindex';

/** Checks the search index: whether it can be used by this database, and is filled. */
export const checkIndex = ({ databaseUrl, searchUrl, searchKey }: ApiConfig): Promise<Finding[]> =>
  inCurrentDatabase(databaseUrl, async (db) => {
    try {
      const filled = await isIndexFilled(searchUrl, { key: searchKey, database: await databaseId(db) });
      if (filled || !(await needsIndex(db))) return [ok('search', 'The search index is filled.')];
      return [
        failed('search', 'The search index is missing or incomplete, so searches return 503.', FILL_REMEDY),
      ];
    } catch (error) {
      if (!(error instanceof SearchUnavailable || error instanceof SearchUnfit)) throw error;
      return [failed('search', error.message, remedyOf(error, searchUrl, searchKey))];
    }
  });

function remedyOf(error: SearchUnavailable | SearchUnfit, url: string, key: string | undefined): string {
  if (error instanceof SearchDamaged) return REBUILD_SEARCH;
  if (error instanceof SearchUnfit) return 'Run: npm run ingest -- reindex';
  if (url.startsWith('sqlite:'))
    return 'Free disk space, make the search file readable and writable, or correct SEARCH_URL.';
  if (!/rejects the key/.test(error.message)) return 'Start the search server, or correct SEARCH_URL.';
  return key === undefined ? 'Set SEARCH_KEY to a key of the server.' : 'Correct SEARCH_KEY.';
}
