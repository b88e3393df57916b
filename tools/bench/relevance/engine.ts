import { startMeilisearch } from '@dossier/search/testing';
import type { SearchResult } from '@dossier/shared';
import { openDatabase } from '@dossier/store';
import { temporaryFolder, type Defer } from '../defer.ts';
import { ask, targetOf } from '../http.ts';
import { startApi } from '../servers.ts';
import { makeKey } from '../speed/fill.ts';

export const ENGINES = ['fts5', 'meilisearch'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A search engine: its address and key, the folder of its index, and the process that has it. */
export interface Engine {
  url: string;
  key: string | undefined;
  folder: string;
  pid: number;
}

/** Starts an engine with an empty index. */
export async function startEngine(engine: EngineName, defer: Defer): Promise<Engine> {
  const folder = temporaryFolder(defer);
  if (engine === 'fts5')
    return { url: `sqlite:${folder}/search.db`, key: undefined, folder, pid: process.pid };
  const server = await startMeilisearch({ folder });
  defer(() => server.stop());
  return { ...server, folder };
}

/** Starts the API on a database and a search index, and returns a function that asks it as a partner does. */
export async function startAsking(
  databaseUrl: string,
  { url: searchUrl, key: searchKey }: Engine,
  defer: Defer,
) {
  const { url } = await startApi(
    { DATABASE_URL: databaseUrl, SEARCH_URL: searchUrl, ...(searchKey && { SEARCH_KEY: searchKey }) },
    defer,
  );
  const db = openDatabase(databaseUrl);
  const key = await makeKey(db);
  await db.destroy();
  return async (query: string, limit: number): Promise<SearchResult[]> => {
    const answer = await ask(targetOf(url, key, 'search/', { query, include: ['sections'], limit }));
    return (JSON.parse(answer.toString()) as { results: SearchResult[] }).results;
  };
}
