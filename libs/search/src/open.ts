import { ConfigError } from '@dossier/shared';
import type { SearchEngine } from './engine.ts';
import { fts5Engine } from './fts5.ts';
import { openFile } from './fts5-file.ts';

/**
 * Opens the search engine that the URL names; the only place that names an engine. `sqlite:<path>` is a file, made
 * when it is missing; `sqlite::memory:` is one that nobody else sees. The caller ends it with `close()`.
 *
 * @param options.key the key of a search server.
 * @throws ConfigError when the engine is not known, or the index is of another version.
 * @throws SearchUnavailable when the index cannot be opened.
 */
export async function openSearch(url: string, _options: { key?: string } = {}): Promise<SearchEngine> {
  if (url.startsWith('sqlite:')) return fts5Engine(openFile(url.slice('sqlite:'.length)));
  throw new ConfigError('SEARCH_URL names a search server, which is not yet supported. Use sqlite:<path>.');
}
