import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import { keepPrepared, type SqliteConnection } from './prepared.ts';

/** A database handle. Slices write their SQL with it; nobody else imports Knex. */
export type Db = Knex;
/** A handle inside a transaction of `write`. */
export type Trx = Knex.Transaction;
export type Query = Knex.QueryBuilder;

export interface DatabaseOptions {
  /**
   * On SQLite, how long a statement waits for another program that writes, in milliseconds. A minute when absent,
   * which is for programs that have nothing else to do: the whole process waits, not the statement alone.
   */
  lockWait?: number;
}

const toStderr = (message: unknown) => void process.stderr.write(`${String(message)}\n`);
const nothing = () => {};
const common = {
  // Knex speaks on standard output by itself, where reports belong; what goes wrong is thrown as well.
  log: { warn: nothing, error: nothing, deprecate: toStderr, debug: toStderr },
  // Else the message of an error, which is logged, holds the values: hashes of keys, what partners ask.
  compileSqlOnError: false,
};

/**
 * Opens the database that the URL names: `sqlite:<path>` or `postgres://…`. The only place that names an engine.
 * The caller ends it with `db.destroy()`.
 */
export function openDatabase(url: string, { lockWait = 60_000 }: DatabaseOptions = {}): Db {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length), lockWait) : openPostgres(url);
}

export const isPostgres = (db: Db | Trx): boolean =>
  (db.client as { config: { client: string } }).config.client === 'pg';

function openSqlite(path: string, lockWait: number): Db {
  mkdirSync(dirname(path), { recursive: true });
  return knex({
    client: 'better-sqlite3',
    ...common,
    connection: { filename: path },
    useNullAsDefault: true,
    // One connection: better-sqlite3 is synchronous, and readers of other processes go on beside it (WAL).
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: SqliteConnection, done: (error: unknown) => void) => {
        // To open the file is worth a wait in every program.
        connection.pragma('busy_timeout = 10000');
        connection.pragma('journal_mode = WAL');
        // FULL, not NORMAL: a commit that was reported must survive a machine that dies.
        connection.pragma('synchronous = FULL');
        connection.pragma('foreign_keys = ON');
        connection.pragma(`busy_timeout = ${lockWait}`);
        keepPrepared(connection);
        done(null);
      },
    },
  });
}

function openPostgres(connectionString: string): Db {
  return knex({
    client: 'pg',
    ...common,
    connection: { connectionString, application_name: 'dossier' },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 10_000,
  });
}
