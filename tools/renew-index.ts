import { reindex } from '@dossier/ingest';
import { openSearch, openStandby, SearchOutdated, SearchUnavailable } from '@dossier/search';
import { databaseId, migrate, openDatabase } from '@dossier/store';

/**
 * Builds the search index anew when it is of another version than this program needs, and tells so.
 * @throws SearchTaken when it is of another database: that is not renewed unasked
 */
export async function renewIndex(
  settings: { databaseUrl: string; searchUrl: string; searchKey: string | undefined },
  tell: (line: string) => void,
): Promise<void> {
  const db = openDatabase(settings.databaseUrl);
  try {
    await migrate(db);
    const options = { key: settings.searchKey, database: await databaseId(db) };
    const open = () => openSearch(settings.searchUrl, options);
    try {
      const search = await open();
      // A server says of what version its index is when it is asked something.
      await search.hashes([]).finally(() => search.close());
    } catch (error) {
      // The program starts without a search too.
      if (error instanceof SearchUnavailable) return;
      if (!(error instanceof SearchOutdated)) throw error;
      tell('The search index has another version: rebuilding it.');
      const { put } = await reindex({ db, standby: await openStandby(settings.searchUrl, options), open });
      tell(`  ${put} entries`);
    }
  } finally {
    await db.destroy();
  }
}
