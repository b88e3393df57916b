import knex, { type Knex } from 'knex';
import Dialect from 'knex/lib/dialects/better-sqlite3/index.js';
import { loadSqlite } from '@dossier/sqlite';
import type { SqliteConnection } from './prepared.ts';

/** Knex's client, which would otherwise require better-sqlite3 itself. */
class SqliteClient extends Dialect {
  _driver() {
    return loadSqlite();
  }
}

/**
 * Opens a SQLite file with Knex, on one connection: the driver is synchronous. Other processes can read meanwhile (WAL).
 * @param setUp sets up the new connection
 */
export const sqliteKnex = (
  connection: { filename: string; options?: { readonly: boolean } },
  setUp: (connection: SqliteConnection) => void,
  settings: Knex.Config = {},
): Knex =>
  knex({
    client: SqliteClient,
    ...settings,
    connection,
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (created: SqliteConnection, done: (error: unknown) => void) => {
        setUp(created);
        done(null);
      },
    },
  });
