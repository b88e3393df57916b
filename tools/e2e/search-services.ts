import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { callIngest } from '@dossier/ingest/testing';
import { startMeilisearch } from '@dossier/search/testing';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { createTestDatabase, type Engine } from '@dossier/store/testing';
import { runProgram, started, startProgram } from './program.ts';

const SAMPLE = join(import.meta.dirname, '../sample');
/** The key of the search servers. */
export const KEY = 'a-master-key-for-this-test';

/** Services and search servers of a test, in a folder of their own. */
export class SearchServices {
  readonly folder = mkdtempSync(join(tmpdir(), 'dossier-search-services-'));
  readonly #running: { stop(): unknown }[] = [];

  /** Returns the address of a new search server. */
  async startMeilisearch(port?: number): Promise<string> {
    const server = await startMeilisearch({
      folder: join(this.folder, 'server'),
      key: KEY,
      ...(port === undefined ? {} : { port }),
    });
    this.#running.push(server);
    return server.url;
  }

  /** Starts the API on a new database. `ingest` runs a command within this process, which is faster than `spawnIngest`. */
  async start(engine: Engine, searchUrl: string) {
    const database = await createTestDatabase(engine);
    this.#running.push({ stop: () => database.close() });
    const settings = { DATABASE_URL: database.url, SEARCH_URL: searchUrl, SEARCH_KEY: KEY };
    const program = await started(startProgram(['serve'], settings));
    this.#running.push(program);
    const key = generateApiKey();
    await registerApiKey(database.db, key, await ensureOrganization(database.db, 'Partner', 'Platforms'));
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
    const ingest = (...args: string[]) => callIngest(args, settings);
    return {
      ingest,
      spawnIngest: (...args: string[]) => runProgram(['ingest', ...args], settings),
      get: (path: string) => fetch(`${program.url()}${path}`, { headers }),
      search: (query: string) =>
        fetch(`${program.url()}/api/v1/search/`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ query, limit: 50 }),
        }),
      loadSample: async () => {
        for (const kind of ['companies', 'documents', 'filings']) {
          const source = join(SAMPLE, kind === 'documents' ? kind : `${kind}.ndjson`);
          expect(await ingest('load', kind, source)).toMatchObject({ code: 0 });
        }
      },
    };
  }

  /** Stops everything, the last one first, and removes the folder. */
  async stop(): Promise<void> {
    for (const each of this.#running.splice(0).reverse()) await each.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
