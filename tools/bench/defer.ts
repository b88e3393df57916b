import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option } from 'commander';
import { createTestDatabase, startPostgres, type Engine, type TestPostgres } from '@dossier/store/testing';

/** Registers a function that stops what has been started, once the work is over. */
export type Defer = (end: () => unknown) => void;

/** Does work, and then calls the deferred functions, the last one first. */
export async function withDefer<T>(work: (defer: Defer) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = [];
  try {
    return await work((end) => void ends.push(end));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Returns the path of a new folder. */
export function temporaryFolder(defer: Defer): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty database with the schema. */
export async function temporaryDatabase(
  engine: Engine,
  defer: Defer,
  options?: Parameters<typeof createTestDatabase>[1],
) {
  const database = await createTestDatabase(engine, options);
  defer(() => database.close());
  return database;
}

/** Returns the option for the database of a bench. */
export const databaseOption = () =>
  new Option('--database <name>', 'database to fill').choices(['sqlite', 'postgres']).default('sqlite');

/** Starts a server for databases of Postgres; for SQLite, none. */
export async function choosePostgres(engine: Engine, defer: Defer): Promise<TestPostgres | undefined> {
  if (engine === 'sqlite') return undefined;
  const server = await startPostgres();
  defer(() => server.stop());
  process.env['TEST_POSTGRES_URL'] = server.url;
  return server;
}
