import type { Knex } from 'knex';
import { keepPrepared, type SqliteConnection, type SqliteStatement } from './prepared.ts';

/** The parts of Knex's SQLite client that a second connection needs. */
interface SqliteClient {
  driver: new (path: string) => SqliteConnection;
  connectionSettings: { filename: string };
  destroy: (...args: unknown[]) => Promise<void>;
}

/**
 * Sets up a new connection, and keeps its prepared statements.
 * @param lockWait in milliseconds
 * @param isDurable whether a commit waits for the disk
 */
export function setUpConnection(connection: SqliteConnection, lockWait: number, isDurable = true): void {
  // While the file is opened, every program waits for locks. `lockWait` applies afterwards.
  connection.pragma('busy_timeout = 10000');
  connection.pragma('journal_mode = WAL');
  // FULL, not NORMAL: a reported commit must survive a power cut.
  connection.pragma(`synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
  // In pages, 16 MB: a batch of a load writes more than the default of 1,000, and the next one writes many of them again.
  connection.pragma('wal_autocheckpoint = 4000');
  connection.pragma('foreign_keys = ON');
  connection.pragma(`busy_timeout = ${lockWait}`);
  connection.function('without_source', { deterministic: true }, withoutSource);
  keepPrepared(connection);
}

/** `,"source_url":` with its value. Inside of a JSON text a quote follows a backslash, so that no text contains this. */
const SOURCE = /,"source_url":"(?:[^"\\]|\\.)*"/g;
const withoutSource = (json: unknown) => (typeof json === 'string' ? json.replace(SOURCE, '') : json);

/** A connection that only reads. */
interface SqliteReader extends SqliteConnection {
  prepare(sql: string): ReadingStatement;
}
export interface ReadingStatement extends SqliteStatement {
  /** Makes `all` return rows as lists of values, which takes less time than objects. */
  raw(): ReadingStatement;
  /** Makes `get` return the first value of the first row. */
  pluck(): ReadingStatement;
  get(values: unknown[]): unknown;
  columns(): { name: string }[];
}

const readers = new WeakMap<Knex, SqliteReader>();

/**
 * Returns the connection of a SQLite database that only reads. It is opened on first use and closed with the database.
 * It does not wait for Knex's connection, and never sees what a transaction of this process has not committed.
 */
export function readerOf(db: Knex): SqliteReader {
  const known = readers.get(db);
  if (known) return known;
  const client = db.client as SqliteClient;
  const reader = new client.driver(client.connectionSettings.filename) as SqliteReader;
  setUpConnection(reader, 0);
  reader.pragma('query_only = ON');
  const destroy = client.destroy.bind(client);
  client.destroy = async (...args) => {
    reader.close();
    readers.delete(db);
    client.destroy = destroy;
    await destroy(...args);
  };
  readers.set(db, reader);
  return reader;
}
