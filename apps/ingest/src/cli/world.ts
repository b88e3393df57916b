import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  openSearch,
  SearchUnavailable,
  SearchUnfit,
  type SearchEngine,
  type SearchOptions,
} from '@dossier/search';
import { databaseMark, migrate, openDatabase, type Db } from '@dossier/store';
import type { IngestConfig } from '../config.ts';

/** What a command may touch of the world outside. */
export interface World {
  env: Record<string, string | undefined>;
  stdin: AsyncIterable<Uint8Array>;
  /** Standard output and standard error; the text brings its own line ends. */
  out: (text: string) => void;
  err: (text: string) => void;
  /** Where a progress bar is drawn; absent when nobody looks. */
  terminal: NodeJS.WritableStream | undefined;
}

/**
 * `companies-2026-01-13T21-01-20-5f0c2e7a.ndjson`: a name that every file system takes, and that no load which begins
 * in the same second has.
 */
export function defaultRejects(kind: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return join('data', 'rejects', `${kind}-${time}-${randomBytes(4).toString('hex')}.ndjson`);
}

/** A handle of the database for as long as the work takes; its schema is brought up to date before. */
export async function withDatabase<T>(
  { databaseUrl }: IngestConfig,
  work: (db: Db) => Promise<T>,
  prepare: (db: Db) => Promise<unknown> = migrate,
): Promise<T> {
  const db = openDatabase(databaseUrl);
  try {
    await prepare(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** What the search of a database is opened with. */
export async function searchOptions({ searchKey }: IngestConfig, db: Db): Promise<SearchOptions> {
  return { key: searchKey, database: await databaseMark(db) };
}

/**
 * A search that cannot be used now, or is of another version or another database, keeps no record from being loaded:
 * they wait in the outbox.
 */
export async function withSearch<T>(
  config: IngestConfig,
  { err }: World,
  db: Db,
  work: (search: SearchEngine | undefined) => Promise<T>,
): Promise<T> {
  let search: SearchEngine | undefined;
  try {
    search = await openSearch(config.searchUrl, await searchOptions(config, db));
  } catch (error) {
    if (!(error instanceof SearchUnavailable || error instanceof SearchUnfit)) throw error;
    err(`The search cannot be used now (${error.message}); what is loaded will wait for it.\n`);
  }
  try {
    return await work(search);
  } finally {
    await search?.close();
  }
}
