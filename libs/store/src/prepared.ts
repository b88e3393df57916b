/** A connection of better-sqlite3, as far as it is used here. */
export interface SqliteConnection {
  prepare(sql: string): SqliteStatement;
  pragma(text: string): unknown;
}
export interface SqliteStatement {
  run(values: unknown[]): unknown;
}

/** All that the API asks, in its usual forms; lists of values make a statement for each of their lengths. */
const MOST = 200;

/**
 * Has a connection keep the statements that it prepared: to prepare one takes as long as to run it, and Knex prepares
 * the same few anew for every request. SQLite renews a kept one by itself when the schema has changed.
 */
export function keepPrepared(connection: SqliteConnection): void {
  const prepare = connection.prepare.bind(connection);
  const kept = new Map<string, SqliteStatement>();
  connection.prepare = (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    if (kept.size >= MOST) kept.clear();
    const statement = prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
}
