import { ConfigError } from '@dossier/shared';
import type { SearchEngine } from './engine.ts';
import { fts5Engine } from './fts5.ts';
import { openFile } from './fts5-file.ts';
import { rebuildFile } from './fts5-rebuild.ts';

export interface SearchOptions {
  /** The key of a search server; a file has none. */
  key?: string;
}

/**
 * Opens the search engine that the URL names; this file is the only one that names engines. `sqlite:<path>` is a
 * file, made when it is missing; `sqlite::memory:` is one that nobody else sees. The caller ends it with `close()`.
 * @throws ConfigError when the engine is not known, or the index is of another version.
 * @throws SearchUnavailable when the index cannot be opened.
 */
export async function openSearch(url: string, _options: SearchOptions = {}): Promise<SearchEngine> {
  return fts5Engine(openFile(pathOf(url)));
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
  _options: SearchOptions = {},
): Promise<void> {
  await rebuildFile(pathOf(url), fill);
}

function pathOf(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  throw new ConfigError('SEARCH_URL names a search server, which is not yet supported. Use sqlite:<path>.');
}
