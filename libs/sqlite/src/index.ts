import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';
import type { Database, Options } from 'better-sqlite3';

export type { Database, Options, Statement } from 'better-sqlite3';

const require = createRequire(import.meta.url);

/**
 * Loads better-sqlite3, the driver of SQLite. Version 13 is compiled for Node-API 10, and crashes a Node without it.
 * Version 12 crashes Node 24 when it collects garbage. So a Node before 22.14 loads version 12, from a folder of its own.
 * @throws when `npm run prepare` has not filled that folder
 */
export const loadSqlite = (): typeof Sqlite =>
  require(Number(process.versions.napi) < 10 ? '@dossier/sqlite/node20' : 'better-sqlite3') as typeof Sqlite;

/** Opens a file with the driver itself. */
export const openSqlite = (path: string, options?: Options): Database => new (loadSqlite())(path, options);
