/** What to do about a search file that cannot be read. */
export const REBUILD_SEARCH =
  'Stop the API, delete the file of SEARCH_URL and its -wal and -shm files, then run: npm run ingest -- reindex';
