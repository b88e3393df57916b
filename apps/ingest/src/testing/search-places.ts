import { join } from 'node:path';
import { openSearch, openStandby, type SearchEngine, type StandbyIndex } from '@dossier/search';
import { skipMeilisearch, startMeilisearch } from '@dossier/search/testing';
import type { Engine } from '@dossier/store/testing';

export type SearchName = 'embedded' | 'meilisearch';

/**
 * Databases and search engines for `describe.each`: each engine with one database. A database and an engine know nothing of
 * each other, and the suites of the outbox run on both databases.
 */
export const worlds: [database: Engine, search: SearchName][] = [
  ['sqlite', 'embedded'],
  skipMeilisearch ? ['postgres', 'embedded'] : ['postgres', 'meilisearch'],
];

/** Indexes of an engine by name, new ones empty. A mark names the database of an index. */
export interface SearchPlaces {
  env(name: string): Record<string, string>;
  open(name: string, mark: string): Promise<SearchEngine>;
  standby(name: string, mark: string): Promise<StandbyIndex>;
  close(): Promise<void>;
}

/** Starts a server if the engine needs one. Files are in the folder. */
export async function openPlaces(search: SearchName, folder: string): Promise<SearchPlaces> {
  const server =
    search === 'meilisearch' ? await startMeilisearch({ folder: join(folder, 'server') }) : undefined;
  const url = (name: string) =>
    server ? `${server.url}?index=${name}` : `sqlite:${join(folder, name, 'search.db')}`;
  const options = server ? { key: server.key } : {};
  return {
    env: (name) => ({ SEARCH_URL: url(name), ...(server ? { SEARCH_KEY: server.key } : {}) }),
    open: (name, database) => openSearch(url(name), { ...options, database }),
    standby: (name, database) => openStandby(url(name), { ...options, database }),
    close: async () => server?.stop(),
  };
}
