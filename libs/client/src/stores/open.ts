import { FinalError } from '../errors.ts';
import type { Store } from '../store.ts';
import { folderStore } from './folder.ts';
import { postgresStore, type PostgresClient } from './postgres.ts';
import { sqliteStore, type SqliteDatabase } from './sqlite.ts';

type Opens<T> = new (place: string) => T;
interface ConnectingClient extends PostgresClient {
  connect(): Promise<void>;
  on(event: 'error', listener: () => void): unknown;
}
/** The parts of the drivers that are used. Each is the caller's, so that this package has no dependency. */
interface Drivers {
  'node:sqlite': { DatabaseSync: Opens<SqliteDatabase> };
  'better-sqlite3': { default: Opens<SqliteDatabase> };
  pg: { default: { Client: Opens<ConnectingClient> } };
}

/**
 * Opens a store by its address: `sqlite:copy.db`, `folder:copy`, or `postgres://…`. SQLite needs Node 22.13 or the package
 * better-sqlite3, and Postgres the package pg.
 */
export async function openStore(address: string): Promise<Store> {
  const [, kind, path = ''] = /^(sqlite|folder):(.+)$/.exec(address) ?? [];
  if (kind === 'folder') return folderStore(path);
  if (kind === 'sqlite') {
    const node = await load('node:sqlite');
    if (node) return sqliteStore(new node.DatabaseSync(path));
    const Database = (await load('better-sqlite3'))?.default;
    if (Database) return sqliteStore(new Database(path));
    throw new FinalError(
      'SQLite needs Node.js 22.13, or the package better-sqlite3: npm install better-sqlite3',
    );
  }
  if (!/^postgres(ql)?:/.test(address))
    throw new FinalError(
      `"${address}" is no store. Stores are sqlite:<file>, folder:<path> and postgres://….`,
    );
  const pg = await load('pg');
  if (!pg) throw new FinalError('Postgres needs the package pg: npm install pg');
  const client = new pg.default.Client(address);
  // If the connection is lost, the next query throws. An unhandled event would end the program.
  client.on('error', () => {});
  await client.connect();
  return postgresStore(client);
}

/** Loads a driver; undefined if it is not installed. */
async function load<Name extends keyof Drivers>(name: Name): Promise<Drivers[Name] | undefined> {
  const warn = process.emitWarning.bind(process);
  // Node 22 warns that its SQLite is experimental.
  process.emitWarning = () => {};
  try {
    return (await import(name)) as Drivers[Name];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_UNKNOWN_BUILTIN_MODULE') return undefined;
    throw error;
  } finally {
    process.emitWarning = warn;
  }
}
