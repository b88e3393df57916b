import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';

/** A database handle. Slices write their SQL with it; nobody else imports Knex. */
export type Db = Knex;
/** A handle inside a transaction of `write`. */
export type Trx = Knex.Transaction;
export type Query = Knex.QueryBuilder;

/** How long a statement waits for another writer before it gives up, in milliseconds. */
const BUSY_TIMEOUT = 60_000;

/** Knex speaks on standard output by itself, where reports belong; what goes wrong is thrown as well. */
const toStderr = (message: unknown) => void process.stderr.write(`${String(message)}\n`);
const log = { warn: toStderr, error: toStderr, deprecate: toStderr, debug: toStderr };

/**
 * Opens the database that the URL names: `sqlite:<path>` or `postgres://…`. The only place that names an engine.
 * The caller ends it with `db.destroy()`.
 */
export function openDatabase(url: string): Db {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
}

export const isPostgres = (db: Db | Trx): boolean =>
  (db.client as { config: { client: string } }).config.client === 'pg';

function openSqlite(path: string): Db {
  mkdirSync(dirname(path), { recursive: true });
  return knex({
    client: 'better-sqlite3',
    log,
    connection: { filename: path },
    useNullAsDefault: true,
    // One connection: better-sqlite3 is synchronous, and readers of other processes go on beside it (WAL).
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: { pragma(text: string): unknown }, done: (error: unknown) => void) => {
        connection.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
        connection.pragma('journal_mode = WAL');
        // FULL, not NORMAL: a commit that was reported must survive a machine that dies.
        connection.pragma('synchronous = FULL');
        connection.pragma('foreign_keys = ON');
        done(null);
      },
    },
  });
}

function openPostgres(connectionString: string): Db {
  return knex({
    client: 'pg',
    log,
    connection: { connectionString, application_name: 'dossier' },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 10_000,
  });
}
