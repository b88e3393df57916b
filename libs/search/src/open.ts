import { ConfigError } from '@dossier/shared';
import type { SearchEngine } from './engine.ts';
import { fts5Engine } from './fts5/engine.ts';
import { openFile } from './fts5/file.ts';
import { fileSwitch } from './fts5/switch.ts';
import { meilisearchEngine } from './meilisearch/engine.ts';
import { searchServer } from './meilisearch/server.ts';
import { serverSwitch } from './meilisearch/switch.ts';
import type { IndexSwitch } from './switch.ts';

export interface SearchOptions {
  /** The key of a search server; a file has none. */
  key?: string;
  /**
   * The mark of the database whose entries the index holds: the first write notes it in the index, and from then on no
   * other database can use that. Who says none uses any index, and leaves no mark.
   */
  database?: string;
}

/**
 * Opens the search engine that the URL names; this file is the only one that names engines. `sqlite:<path>` is a
 * file, made when it is missing; `sqlite::memory:` is one that nobody else sees. `http(s)://host:port` is a
 * Meilisearch server, which need not be there yet: its indexes are made at the first use; `?index=<name>` tells
 * several apart. The caller ends it with `close()`.
 * @throws ConfigError when the engine is not known; SearchUnfit when the index is of another version or another
 *   database (that of a server is seen at the first use).
 * @throws SearchUnavailable when the file cannot be opened.
 */
export async function openSearch(url: string, options: SearchOptions = {}): Promise<SearchEngine> {
  return isServer(url)
    ? meilisearchEngine(searchServer(url, options))
    : fts5Engine(openFile(pathOf(url), options.database), options.database);
}

/**
 * The index in use, of whatever version it is, and the one beside it.
 * @throws ConfigError when the engine is not known, or is one that nobody else sees.
 */
export function openSwitch(url: string, options: SearchOptions = {}): IndexSwitch {
  if (isServer(url)) return serverSwitch(searchServer(url, options));
  const path = pathOf(url);
  if (path === ':memory:')
    throw new ConfigError('SEARCH_URL names an index in memory: there is none beside it.');
  return fileSwitch(path, options.database);
}

const isServer = (url: string) => /^https?:/i.test(url);

function pathOf(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  throw new ConfigError('SEARCH_URL names no search engine. Use sqlite:<path>, or http(s)://<host>:<port>.');
}
