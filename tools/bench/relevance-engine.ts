import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, startServer } from '@dossier/api';
import type { SearchOptions } from '@dossier/search';
import { startMeilisearch } from '@dossier/search/testing';
import type { SearchResult } from '@dossier/shared';
import { openDatabase } from '@dossier/store';
import { pino } from 'pino';
import { makeKey } from './speed-fill.ts';

export const ENGINES = ['fts5', 'meilisearch'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The settings of the API that select a search engine. */
export interface SearchSettings {
  SEARCH_URL: string;
  SEARCH_KEY?: string;
}

/** Returns the options with which a program opens the search of these settings. */
export function optionsOf(settings: SearchSettings): SearchOptions {
  const { searchKey: key, embeddings } = readConfig({ ...settings });
  return { key, embeddings };
}

/** Runs work with a new engine and the temporary folder of its index, and the process that has it. Removes all. */
export async function withEngine<T>(
  engine: EngineName,
  work: (settings: SearchSettings, folder: string, pid: number) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  const server = engine === 'meilisearch' ? await startMeilisearch({ folder }) : undefined;
  try {
    const settings = server
      ? { SEARCH_URL: server.url, SEARCH_KEY: server.key }
      : { SEARCH_URL: `sqlite:${join(folder, 'search.db')}` };
    return await work(settings, folder, server?.pid ?? process.pid);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Starts the API on a database and a search index, and passes on a function that asks it as a partner does. */
export async function withApi<T>(
  databaseUrl: string,
  settings: SearchSettings,
  work: (ask: (question: string, limit: number) => Promise<SearchResult[]>) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ...settings, PORT: '0', ADMIN_PORT: 'off', DATABASE_URL: databaseUrl });
  const server = await startServer(config, pino({ level: 'silent' }));
  try {
    const db = openDatabase(config.databaseUrl);
    const key = await makeKey(db);
    await db.destroy();
    return await work(async (query, limit) => {
      const response = await fetch(`${server.url}/api/v1/search/`, {
        method: 'POST',
        headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, include: ['sections'], limit }),
      });
      if (!response.ok) throw new Error(`The search returned ${response.status}: ${await response.text()}`);
      return ((await response.json()) as { results: SearchResult[] }).results;
    });
  } finally {
    await server.stop();
  }
}
