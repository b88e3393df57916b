import { ConfigError } from '@dossier/shared';
import type { SearchEngine } from './engine.ts';
import { fts5Engine } from './fts5.ts';
import { openFile } from './fts5-file.ts';
import { rebuildFile } from './fts5-rebuild.ts';
import { meilisearchEngine } from './meilisearch.ts';
import { rebuildOnServer } from './meilisearch-rebuild.ts';
import { searchServer } from './meilisearch-server.ts';

export interface SearchOptions {
  /** The key of a search server; a file has none. */
  key?: string;
}

/**
 * Opens the search engine that the URL names; this file is the only one that names engines. `sqlite:<path>` is a
 * file, made when it is missing; `sqlite::memory:` is one that nobody else sees. `http(s)://host:port` is a
 * Meilisearch server, which need not be there yet: its indexes are made at the first use; `?index=<name>` tells
 * several apart. The caller ends it with `close()`.
 * @throws ConfigError when the engine is not known, or the index is of another version (that of a server is seen at
 *   the first use).
 * @throws SearchUnavailable when the file cannot be opened.
 */
export async function openSearch(url: string, options: SearchOptions = {}): Promise<SearchEngine> {
  return isServer(url)
    ? meilisearchEngine(searchServer(url, options.key))
    : fts5Engine(openFile(pathOf(url)));
}

/**
 * Builds the index anew beside the old, of whatever version that is, and swaps once `fill` has ended: until then
 * everybody finds what is in the old one, afterwards what `fill` put. What others put meanwhile is lost. When `fill`
 * fails, the old one stays. `fill` does not close its engine.
 * @throws ConfigError when the engine is not known, or the URL names something that is no search index.
 * @throws SearchUnavailable when the index cannot be written.
 */
export async function rebuildSearch(
  url: string,
  fill: (engine: SearchEngine) => Promise<void>,
  options: SearchOptions = {},
): Promise<void> {
  if (isServer(url)) await rebuildOnServer(searchServer(url, options.key), fill);
  else await rebuildFile(pathOf(url), fill);
}

const isServer = (url: string) => /^https?:/i.test(url);

function pathOf(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  throw new ConfigError('SEARCH_URL names no search engine. Use sqlite:<path>, or http(s)://<host>:<port>.');
}
