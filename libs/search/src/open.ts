import { ConfigError } from '@dossier/shared';
import type { Embedder, EmbeddingsOptions } from './embeddings/embedder.ts';
import type { SearchEngine } from './search-engine.ts';
import type { StandbyIndex } from './standby.ts';

export interface SearchOptions {
  /** The key of a search server; a file has none. */
  key?: string;
  /**
   * The id of the database whose entries the index contains. The first write stores it in the index, and from then on no
   * other database can use that index. Without it, any index can be used and none is claimed.
   */
  database?: string;
  /** The endpoint for vectors. Without it, entries are stored without vectors and queries are answered by words. */
  embeddings?: EmbeddingsOptions | undefined;
  /**
   * Whether a query fails a second after a search server stops answering, as a caller of the service expects. Without
   * it, a query of a batch program on a busy machine may take five seconds.
   */
  endsInSilence?: boolean;
}

/**
 * Opens the search engine that the URL names, and loads only its modules. `sqlite:<path>` is a file, created when it is
 * missing; `sqlite::memory:` is a private index. `http(s)://host:port` is a Meilisearch server, which may be down: its
 * indexes are created at the first use; `?index=<name>` separates several. The caller ends it with `close()`.
 * @throws ConfigError when the engine is unknown; SearchUnfit when the index is of another version or another database
 *   (a server reports that at the first use)
 * @throws SearchUnavailable when the file cannot be opened
 */
export async function openSearch(url: string, options: SearchOptions = {}): Promise<SearchEngine> {
  if (isServer(url)) {
    const { meilisearchEngine, searchServer } = await import('./meilisearch/index.ts');
    const server = searchServer(url, { ...options, embedder: await embedderOf(options) });
    return meilisearchEngine(server, options.endsInSilence);
  }
  const path = pathOf(url);
  const { fts5Engine, loadVectors, openFile } = await import('./fts5/index.ts');
  const embedder = await embedderOf(options);
  const db = openFile(path, options.database);
  if (!embedder) return fts5Engine(db, options.database);
  try {
    await loadVectors(db);
  } catch (error) {
    db.close();
    throw error;
  }
  return fts5Engine(db, options.database, embedder);
}

/**
 * Returns whether the index exists and contains the entries of all records (`SearchEngine.isFilled`), without creating it.
 * @throws SearchUnfit when it belongs to another database or has another version
 * @throws SearchUnavailable when it cannot be read
 */
export async function isIndexFilled(url: string, { key, database }: SearchOptions = {}): Promise<boolean> {
  if (isServer(url)) {
    const { isServerFilled, searchServer } = await import('./meilisearch/index.ts');
    return isServerFilled(searchServer(url, { key, database }));
  }
  const path = pathOf(url);
  // An index in memory is private to its program.
  if (path === ':memory:') return true;
  const { isFileFilled } = await import('./fts5/index.ts');
  return isFileFilled(path, database);
}

/**
 * Returns the standby of the index that the URL names, whatever its version.
 * @throws ConfigError when the engine is unknown, or the index is in memory
 */
export async function openStandby(url: string, options: SearchOptions = {}): Promise<StandbyIndex> {
  if (isServer(url)) {
    const { meilisearchStandby, searchServer } = await import('./meilisearch/index.ts');
    return meilisearchStandby(searchServer(url, { ...options, embedder: await embedderOf(options) }));
  }
  const path = pathOf(url);
  if (path === ':memory:')
    throw new ConfigError('SEARCH_URL names an index in memory, which has no standby.');
  const { fts5Standby } = await import('./fts5/index.ts');
  return fts5Standby(path, options.database, await embedderOf(options));
}

/** Returns the version of a search server; undefined if it does not answer within a second, or not with this key. */
export async function serverVersion(
  url: string,
  { key }: Pick<SearchOptions, 'key'>,
): Promise<string | undefined> {
  const { searchServer } = await import('./meilisearch/index.ts');
  try {
    const { reader } = searchServer(url, { key }, { search: 1_000, write: 1_000 });
    return (await reader.getVersion()).pkgVersion;
  } catch {
    return undefined;
  }
}

async function embedderOf({ embeddings }: SearchOptions): Promise<Embedder | undefined> {
  if (!embeddings) return undefined;
  const { openEmbedder } = await import('./embeddings/embedder.ts');
  return openEmbedder(embeddings);
}

const isServer = (url: string) => /^https?:/i.test(url);

function pathOf(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  throw new ConfigError('SEARCH_URL names no search engine. Use sqlite:<path>, or http(s)://<host>:<port>.');
}
