import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { isPostgres, type Db, type Query } from './open.ts';
import type { SqliteStatement } from './prepared.ts';
import { readerOf } from './sqlite-connection.ts';

type Value = string | number | null;
/** Returns the place of a parameter in the SQL of a question. */
export type Param<Params> = (name: keyof Params & string) => Knex.Raw;

/** A query of the store whose SQL is written once for each database, and then run with other values. */
export interface Question<Params extends object, Row extends object> {
  write: (db: Db, param: Param<Params>) => Query;
  kept: WeakMap<Db, Kept>;
  /** Only for types. */
  row?: Row;
}

/** The SQL of a question, its name, and the parameter of each place. A place without a parameter has its value. */
interface Kept {
  sql: string;
  name: string;
  places: (Value | Marker)[];
  statement: SqliteStatement | undefined;
}

/** Stands for a parameter in the values of a query. */
class Marker {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Declares a question. Knex writes its SQL on first use. */
export const question = <Params extends object, Row extends object>(
  write: Question<Params, Row>['write'],
): Question<Params, Row> => ({ write, kept: new WeakMap() });

/**
 * Asks a question as a prepared statement and returns its rows. On SQLite it runs at once on a connection that only
 * reads; on Postgres it is a named statement of a connection of the pool.
 */
export async function ask<Params extends object, Row extends object>(
  db: Db,
  asked: Question<Params, Row>,
  params: Params,
): Promise<Row[]> {
  if (db.isTransaction) throw new TypeError('Ask a question of the database, not of a transaction.');
  let kept = asked.kept.get(db);
  if (!kept) asked.kept.set(db, (kept = keep(db, asked)));
  const { sql, name, places, statement } = kept;
  const values = places.map((place) =>
    place instanceof Marker ? (params as Record<string, Value>)[place.name]! : place,
  );
  // Observers of the database see every statement, whoever sends it.
  if (db.listenerCount('query') > 0) db.emit('query', { sql, bindings: values });
  if (statement) return statement.all(values) as Row[];
  const client = db.client as PoolClient;
  const connection = await client.acquireConnection();
  try {
    const sent = connection.query({ name, text: sql, values });
    // Another process may have migrated the schema, so that the result has other types. Without a name, Postgres prepares
    // the statement again.
    const result = await sent.catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      return connection.query({ text: sql, values });
    });
    return result.rows as Row[];
  } finally {
    await client.releaseConnection(connection);
  }
}

/** Returns whether Postgres rejects a prepared statement because its result has new types, or because it is unknown. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '26000');

interface PoolClient {
  acquireConnection(): Promise<{
    query(statement: { name?: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
  }>;
  releaseConnection(connection: unknown): Promise<void>;
}

function keep<Params extends object, Row extends object>(db: Db, asked: Question<Params, Row>): Kept {
  const query = asked.write(db, (name) => db.raw('?', [new Marker(name) as unknown as string]));
  const { sql, bindings } = query.toSQL().toNative();
  // The names of statements belong to a connection, so that different SQL must have different names.
  const name = `q${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`;
  const statement = isPostgres(db) ? undefined : readerOf(db).prepare(sql);
  return { sql, name, places: bindings as Kept['places'], statement };
}
