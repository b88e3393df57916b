import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Silence } from '@dossier/shared';
import knex, { type Knex } from 'knex';
import { dropSilent, rejectSilent, type PgConnection } from './pg-connection.ts';
import { postgresConnection } from './postgres-connection.ts';
import { sqliteKnex } from './sqlite-client.ts';
import { setUpConnection } from './sqlite-connection.ts';

/** A database handle. Slices write their SQL with it and do not import Knex. */
export type Db = Knex;
/** A handle inside a transaction of `write`. */
export type Trx = Knex.Transaction;
export type Query = Knex.QueryBuilder;

const pasts = new WeakSet<object>();

/** Returns whether a handle reads the database as of a moment. Counters contain only current totals. */
export const isPast = (db: Db): boolean => pasts.has(db);

/** Marks a handle that reads the database as of a moment. */
export function markPast(db: Db): Db {
  pasts.add(db);
  return db;
}

export interface DatabaseOptions {
  /**
   * How long a statement waits on SQLite for another program that writes, in milliseconds; a minute by default. The whole
   * process waits, so a server needs less.
   */
  lockWait?: number;
  /**
   * Whether a commit waits until SQLite has written it to the disk; true by default. The whole process waits with it. If
   * false, a power failure may lose the last commits.
   */
  isDurable?: boolean;
  /** The number of connections to Postgres; 10 by default. SQLite has one. */
  pool?: number;
  /** The number of connections to Postgres that stay open while nothing uses them; none by default. */
  least?: number;
  /** How long a statement waits for a free connection, in milliseconds; ten seconds by default. */
  acquireMs?: number;
  /** How long a statement may run on Postgres, in milliseconds. By default as long as it needs. */
  statementMs?: number;
  /** Ends the statements on Postgres when its server is silent, and those that follow until it answers. */
  silence?: Silence | undefined;
  /** Checks a new connection to Postgres. The pool uses the connection unless this rejects. */
  accept?: (connection: PgConnection) => Promise<void>;
}

const toStderr = (message: unknown) => void process.stderr.write(`${String(message)}\n`);
const nothing = () => {};
/** What all Knex handles share. */
export const knexSettings = {
  // Knex logs to standard output, where reports belong. Errors are thrown as well.
  log: { warn: nothing, error: nothing, deprecate: toStderr, debug: toStderr },
  // Otherwise the message of an error, which is logged, contains values: hashes of keys, filters of partners.
  compileSqlOnError: false,
};

/**
 * Opens the database that the URL names: `sqlite:<path>` or `postgres://…`. Knex loads only the driver of that database.
 * The caller ends it with `db.destroy()`.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  return url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, options);
}

/** Opens a database, does the work, and closes the database. */
export async function inDatabase<T>(
  url: string,
  options: DatabaseOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDatabase(url, options);
  return work(db).finally(() => db.destroy());
}

export const isPostgres = (db: Db | Trx): boolean =>
  (db.client as { config: { client: string } }).config.client === 'pg';

/** The names of databases without a file. */
const IN_MEMORY = [':memory:', ''];

/** Creates an empty file that only its owner can read, unless it exists. SQLite creates the files next to it alike. */
export function makePrivate(path: string): void {
  if (!IN_MEMORY.includes(path) && !existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

function openSqlite(path: string, { lockWait = 60_000, isDurable, acquireMs }: DatabaseOptions): Db {
  mkdirSync(dirname(path), { recursive: true });
  makePrivate(path);
  return sqliteKnex({ filename: path }, (connection) => setUpConnection(connection, lockWait, isDurable), {
    ...knexSettings,
    ...(acquireMs !== undefined && { acquireConnectionTimeout: acquireMs }),
  });
}

const accepted = () => Promise.resolve();

/** The program waits longer than the server, whose error is better: it names the statement that it has cancelled. */
const MARGIN_MS = 1000;
/**
 * After so long without a message, the system checks that the network still leads to the server, in milliseconds. By default,
 * that takes two hours, in which a load would wait for an answer that is lost.
 */
const KEEP_ALIVE_MS = 10_000;

function openPostgres(
  url: string,
  { pool = 10, least = 0, acquireMs = 10_000, statementMs, silence, accept = accepted }: DatabaseOptions,
): Db {
  const connectionTimeoutMillis = Math.max(acquireMs, 2 * MARGIN_MS);
  const connect = postgresConnection(url, connectionTimeoutMillis);
  const db = knex({
    client: 'pg',
    ...knexSettings,
    connection: async () => ({
      ...(await connect()),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis,
      ...(statementMs !== undefined && { query_timeout: statementMs + MARGIN_MS }),
    }),
    pool: {
      min: least,
      max: pool,
      afterCreate: (connection: PgConnection, done: (error: unknown) => void) => {
        dropSilent(connection, silence);
        limitStatements(connection, statementMs)
          .then(() => accept(connection))
          .then(
            () => done(null),
            (error: unknown) => {
              connection.end().catch(nothing);
              done(error);
            },
          );
      },
    },
    acquireConnectionTimeout: acquireMs,
  });
  if (silence) rejectSilent(db.client as Parameters<typeof rejectSilent>[0], silence);
  return db;
}

/** Limits the statements of a connection. PgBouncer rejects the limits as parameters of the connection. */
const limitStatements = async (connection: PgConnection, statementMs: number | undefined): Promise<unknown> =>
  statementMs !== undefined &&
  connection.query(
    `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs}`,
  );
