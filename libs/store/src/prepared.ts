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
/** Characters: more than `mode=sync` needs. A list of thousands of values makes megabytes of one that hardly comes again. */
const LONGEST = 5000;

/**
 * Has a connection keep the statements that it prepared: to prepare one takes as long as to run it, and Knex prepares
 * the same few anew for every request. SQLite renews a kept one by itself when the schema has changed.
 */
export function keepPrepared(connection: SqliteConnection): void {
  const prepare = connection.prepare.bind(connection);
  const kept = new Map<string, SqliteStatement>();
  connection.prepare = (sql) => {
    const statement = kept.get(sql) ?? prepare(sql);
    if (sql.length > LONGEST) return statement;
    // A map keeps an order: what was asked last stands last, and what stands first goes.
    kept.delete(sql);
    kept.set(sql, statement);
    if (kept.size > MOST) kept.delete(kept.keys().next().value!);
    return statement;
  };
}
