import { reindex } from '@dossier/ingest';
import { openSearch, openStandby, SearchOutdated, SearchUnavailable } from '@dossier/search';
import { databaseId, migrate, inDatabase } from '@dossier/store';
import type { Settings } from './sample/fill.ts';

/**
 * Rebuilds the search index if this program needs another version of it, and prints that it does.
 * @throws SearchTaken if the index belongs to another database, which may still use it
 */
export async function renewIndex(settings: Settings, print: (line: string) => void): Promise<void> {
  return inDatabase(settings.databaseUrl, {}, async (db) => {
    await migrate(db);
    const { searchKey: key, embeddings } = settings;
    const options = { key, database: await databaseId(db), embeddings };
    const open = () => openSearch(settings.searchUrl, options);
    try {
      const search = await open();
      // A search server reports the version of its index only in reply to a request.
      await search.hashes([]).finally(() => search.close());
    } catch (error) {
      // The API starts without a search engine.
      if (error instanceof SearchUnavailable) return;
      if (!(error instanceof SearchOutdated)) throw error;
      print('The search index has another version: rebuilding it.');
      const { put } = await reindex({ db, standby: await openStandby(settings.searchUrl, options), open });
      print(`  ${put} entries`);
    }
  });
}
