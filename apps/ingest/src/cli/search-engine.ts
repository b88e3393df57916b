import {
  isIndexFilled,
  openSearch,
  REBUILD_SEARCH,
  SearchDamaged,
  SearchUnavailable,
  SearchUnfit,
  type SearchEngine,
  type SearchOptions,
} from '@dossier/search';
import { databaseId, needsIndex, type Db } from '@dossier/store';
import type { IngestConfig } from './config.ts';
import type { Io } from './io.ts';

/** The options with which the search engine of a database is opened. */
export async function searchOptions(
  { searchKey, embeddings }: Pick<IngestConfig, 'searchKey' | 'embeddings'>,
  db: Db,
): Promise<SearchOptions> {
  return { key: searchKey, database: await databaseId(db), embeddings };
}

/** The state of the index: filled, to be filled first, or not usable for the reason of `problem`. */
export interface IndexState {
  filled: boolean;
  problem?: string;
}

/** Reads the state of the index without creating it. */
export async function indexState(config: IngestConfig, db: Db): Promise<IndexState> {
  try {
    const { key, database } = await searchOptions(config, db);
    const filled = await isIndexFilled(config.searchUrl, { key, database });
    return { filled: filled || !(await needsIndex(db)) };
  } catch (error) {
    if (!(error instanceof SearchUnavailable || error instanceof SearchUnfit)) throw error;
    const remedy = error instanceof SearchDamaged ? `. ${REBUILD_SEARCH}` : '';
    return { filled: false, problem: `${error.message}${remedy}` };
  }
}

/** Opens the search engine. @throws SearchUnavailable, SearchUnfit */
export const openEngine = async (config: IngestConfig, db: Db): Promise<SearchEngine> =>
  openSearch(config.searchUrl, await searchOptions(config, db));

/** Opens the search engine and closes it after the work. @throws SearchUnavailable, SearchUnfit */
export async function withEngine<T>(
  config: IngestConfig,
  db: Db,
  work: (search: SearchEngine) => Promise<T>,
): Promise<T> {
  const search = await openEngine(config, db);
  try {
    return await work(search);
  } finally {
    await search.close();
  }
}

/**
 * Like `withEngine`, but works without the engine when it is unavailable, or its index is of another version or
 * database: the records are stored, and the outbox lists them for later.
 */
export async function withSearch<T>(
  config: IngestConfig,
  { err }: Io,
  db: Db,
  work: (search: SearchEngine | undefined) => Promise<T>,
): Promise<T> {
  let search: SearchEngine | undefined;
  try {
    search = await openEngine(config, db);
  } catch (error) {
    if (!(error instanceof SearchUnavailable || error instanceof SearchUnfit)) throw error;
    err(`The search engine is unavailable (${error.message}). Changes will be indexed later.\n`);
    if (error instanceof SearchDamaged) err(`${REBUILD_SEARCH}\n`);
  }
  try {
    return await work(search);
  } finally {
    await search?.close();
  }
}
