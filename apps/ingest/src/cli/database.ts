import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, inDatabase, schemaState, type Db } from '@dossier/store';
import { LoadError } from '../rows/types.ts';
import { readConfig, type IngestConfig } from './config.ts';
import { exitCode } from './exit-codes.ts';
import type { Io } from './io.ts';

/** Opens the database, updates its schema, does the work and closes the database. */
export async function withDatabase<T>(
  { databaseUrl }: IngestConfig,
  work: (db: Db) => Promise<T>,
  prepare: (db: Db) => Promise<unknown> = migrate,
): Promise<T> {
  return inDatabase(databaseUrl, {}, async (db) => {
    await prepare(db);
    return await work(db);
  });
}

const UPDATE = 'npm run ingest -- migrate';

/**
 * Runs a command that changes nothing, not even the schema. An empty SQLite database in a temporary folder
 * replaces one without tables.
 * @param needed why the command cannot use an empty database
 * @throws LoadError when the schema is older than the program, or is missing and needed
 */
export async function readOnly<T>(
  config: IngestConfig,
  { err }: Io,
  work: (config: IngestConfig) => Promise<T>,
  needed?: string,
): Promise<T> {
  const state = await schemaState(config.databaseUrl);
  if (state === 'older') {
    throw new LoadError(`The database schema is older than this program. Update it with: ${UPDATE}`);
  }
  if (state === 'current') return work(config);
  const problem =
    state === 'foreign'
      ? 'The file of DATABASE_URL has tables of another program and none of Dossier'
      : 'The database of DATABASE_URL is empty';
  if (needed !== undefined) throw new LoadError(`${problem}; ${needed}. Create its tables with: ${UPDATE}`);
  err(`${problem}. The first load creates its tables.\n`);
  const folder = await mkdtemp(join(tmpdir(), 'dossier-'));
  try {
    return await work({ ...config, databaseUrl: `sqlite:${join(folder, 'empty.db')}` });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** How a command prints its result: as text, or as JSON, by default indented by 2. */
export interface Shown {
  json?: boolean | undefined;
  /** 0 for JSON on one line. */
  indent?: 0 | 2;
}

/** Reads from the database without changing it, and prints the result as JSON or as text. */
export const show = <T>(
  io: Io,
  { json, indent = 2 }: Shown,
  read: (db: Db, config: IngestConfig) => Promise<T>,
  print: (found: T) => string,
): Promise<number> =>
  readOnly(readConfig(io.env), io, (config) =>
    withDatabase(config, async (db) => {
      const found = await read(db, config);
      io.out(`${json ? JSON.stringify(found, undefined, indent) : print(found)}\n`);
      return exitCode.done;
    }),
  );
