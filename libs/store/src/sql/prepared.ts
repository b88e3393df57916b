/** The part of a better-sqlite3 connection that the store uses. */
export interface SqliteConnection {
  prepare(sql: string): SqliteStatement;
  pragma(text: string): unknown;
  function(name: string, options: { deterministic: boolean }, call: (value: unknown) => unknown): unknown;
  close(): void;
}
export interface SqliteStatement {
  run(values: unknown[]): unknown;
  all(values: unknown[]): unknown[];
}

/** Enough for every statement of the API in its usual forms. A list of values makes one statement for each length. */
const MAX_STATEMENTS = 200;
/** In characters; `mode=sync` needs less. A list of thousands of values makes a statement that hardly ever repeats. */
const MAX_SQL = 5000;

/**
 * Hides parameters from SQLite's planner. It reads the value of `limit ?`, and since 3.54 that of `= ?`, and then prepares the
 * statement again each time a value is bound, which takes as long as reading a page. The sign changes no value.
 */
const hideParameters = (sql: string) =>
  sql.replaceAll(/\b(limit|offset) \?/g, '$1 (? + 0)').replaceAll(/([<=>]) \?/g, '$1 +?');

/**
 * Makes a connection reuse prepared statements. Preparing one takes as long as running it, and Knex prepares the same few
 * for every request. SQLite prepares a kept statement again by itself when the schema changes.
 */
export function keepPrepared(connection: SqliteConnection): void {
  const prepare = connection.prepare.bind(connection);
  const kept = new Map<string, SqliteStatement>();
  connection.prepare = (sql) => {
    const statement = kept.get(sql) ?? prepare(hideParameters(sql));
    if (sql.length > MAX_SQL) return statement;
    // A map keeps insertion order, so the first entry is the least recently used.
    kept.delete(sql);
    kept.set(sql, statement);
    if (kept.size > MAX_STATEMENTS) kept.delete(kept.keys().next().value!);
    return statement;
  };
}
