import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openSearch,
  SearchDamaged,
  SearchUnavailable,
  SearchUnfit,
  type SearchEngine,
  type SearchOptions,
} from '@dossier/search';
import { databaseId, migrate, openDatabase, schemaState, type Db } from '@dossier/store';
import type { IngestConfig } from './config.ts';
import { LoadError } from '../rows/types.ts';
import { filesOfUrl } from './written.ts';

/** What a command may touch of the world outside. */
export interface World {
  env: Record<string, string | undefined>;
  stdin: AsyncIterable<Uint8Array>;
  /** Standard output and standard error; the text brings its own line ends. */
  out: (text: string) => void;
  err: (text: string) => void;
  /** Where a progress bar is drawn; absent when nobody looks. */
  terminal: NodeJS.WritableStream | undefined;
  /** Asks the command to end. */
  stop?: AbortSignal;
}

/**
 * `companies-2026-01-13T21-01-20-5f0c2e7a.ndjson`: a name that every file system takes, and that no load which begins
 * in the same second has.
 */
export function defaultRejects(kind: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return join('data', 'rejects', `${kind}-${time}-${randomBytes(4).toString('hex')}.ndjson`);
}

/** The files that a load reads or keeps beside its sources, by what they are; see `checkWritten`. */
export const keptFiles = (
  { databaseUrl, searchUrl }: IngestConfig,
  { mapping, domains }: { mapping?: string; domains?: string },
): Record<string, string | undefined> => ({
  'the mapping': mapping,
  'the domains file': domains,
  ...filesOfUrl(databaseUrl, 'the database'),
  ...filesOfUrl(searchUrl, 'the search index'),
});

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

const UPDATE = 'npm run ingest -- migrate';

/**
 * For commands that change nothing: not the schema either, and they make no database. One that is not there yet is
 * stood in for by an empty one of SQLite, which is gone afterwards.
 * @param needed why another database cannot stand in
 * @throws LoadError when the schema is older than the program, or is missing and needed
 */
export async function unchanged<T>(
  config: IngestConfig,
  { err }: World,
  work: (config: IngestConfig) => Promise<T>,
  needed?: string,
): Promise<T> {
  const state = await schemaState(config.databaseUrl);
  if (state === 'older') {
    throw new LoadError(
      `The database is of an older version of the program. Bring it up to date with: ${UPDATE}`,
    );
  }
  if (state === 'current') return work(config);
  const nothing =
    state === 'foreign'
      ? 'The file of DATABASE_URL holds tables of another program and none of ours'
      : 'There is nothing yet in the database of DATABASE_URL';
  if (needed !== undefined) throw new LoadError(`${nothing}; ${needed}. Make its tables with: ${UPDATE}`);
  err(`${nothing}; the first load makes its tables.\n`);
  const folder = await mkdtemp(join(tmpdir(), 'dossier-'));
  try {
    return await work({ ...config, databaseUrl: `sqlite:${join(folder, 'empty.db')}` });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the search of a database is opened with. */
export async function searchOptions({ searchKey }: IngestConfig, db: Db): Promise<SearchOptions> {
  return { key: searchKey, database: await databaseId(db) };
}

/** What to do about a search file that cannot be read any more. */
export const MEND_SEARCH =
  'Remove the file of SEARCH_URL, and those of its name with -wal and -shm, with the API stopped; then: ' +
  'npm run ingest -- reindex';

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
    if (error instanceof SearchDamaged) err(`${MEND_SEARCH}\n`);
  }
  try {
    return await work(search);
  } finally {
    await search?.close();
  }
}
