import { createHash } from 'node:crypto';
import { inParts, type MaybePromise } from '@dossier/shared';
import type { Knex } from 'knex';
import { isPast, isPostgres, type Db, type Query } from './open.ts';
import type { PgConnection } from './pg-connection.ts';
import { runPrepared, Statement } from './pg-statement.ts';
import { readerOf, type ReadingStatement } from './sqlite-connection.ts';

/** A value of a parameter. A list is for `isIn`. */
export type Value = string | number | boolean | null | readonly (string | number)[];
/** Returns the place of a parameter in the SQL of a query. */
export type Param<Params> = (name: keyof Params & string) => Knex.Raw;

/** A query of the store whose SQL is written once for each database, and then run with other values. */
export interface PreparedQuery<Params extends object, Row extends object> {
  write: (db: Db, param: Param<Params>) => Query;
  isQuick: boolean;
  kept: WeakMap<Db, Kept>;
  /** Only for types. */
  row?: Row;
}

/** A list is one value for SQLite: the text of JSON. The driver of Postgres has lists. */
function bindable(value: Value): Value {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

/** The SQL of a query, its name, and the parameter of each place. A place without a parameter has its value. */
interface Kept {
  sql: string;
  /** Undefined on SQLite, and for queries that are too many to name. */
  name: string | undefined;
  places: (Value | Marker)[];
  statement: ReadingStatement | undefined;
  /** The columns of the statement, on SQLite. */
  names: string[];
  isQuick: boolean;
}

/** Stands for a parameter in the values of a query. */
class Marker {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export interface QueryOptions {
  /**
   * Whether the statement finds few rows by their keys, so that its time does not depend on the size of a table. On Postgres,
   * it shares a connection with others of the same turn of the event loop, and each waits for those before it.
   */
  isQuick?: boolean;
}

/** Declares a query. Knex writes its SQL on first use. */
export const preparedQuery = <Params extends object, Row extends object>(
  write: PreparedQuery<Params, Row>['write'],
  { isQuick = false }: QueryOptions = {},
): PreparedQuery<Params, Row> => ({ write, isQuick, kept: new WeakMap() });

/** How many forms of a query are kept. The least recently used form is dropped, and written again on its next use. */
const MAX_FORMS = 300;

/** Declares a query whose SQL depends on the form of a request. Returns the query of a form, which is plain data. */
export function preparedQueries<Form, Params extends object, Row extends object>(
  write: (db: Db, param: Param<Params>, form: Form) => Query,
  optionsOf: (form: Form) => QueryOptions = () => ({}),
): (form: Form) => PreparedQuery<Params, Row> {
  const kept = new Map<string, PreparedQuery<Params, Row>>();
  return (form) => {
    const key = JSON.stringify(form);
    const found =
      kept.get(key) ?? preparedQuery<Params, Row>((db, param) => write(db, param, form), optionsOf(form));
    // A map keeps insertion order, so the first entry is the least recently used.
    kept.delete(key);
    kept.set(key, found);
    if (kept.size > MAX_FORMS) kept.delete(kept.keys().next().value!);
    return found;
  };
}

/**
 * Runs a query as a prepared statement and returns its rows. On SQLite it runs at once on a connection that only
 * reads, and the result is not a promise; on Postgres it is a named statement of a connection of the pool.
 */
export function ask<Params extends object, Row extends object>(
  db: Db,
  asked: PreparedQuery<Params, Row>,
  params: Params,
): MaybePromise<Row[]> {
  if (isPast(db)) return askOnce(db, asked, params);
  if (db.isTransaction) throw new TypeError('Ask a query of the database, not of a transaction.');
  let kept = asked.kept.get(db);
  if (!kept) asked.kept.set(db, (kept = keep(db, asked)));
  const { places, statement } = kept;
  const values = places.map((place) => {
    const value = place instanceof Marker ? (params as Record<string, Value>)[place.name]! : place;
    return statement ? bindable(value) : value;
  });
  // Observers of the database see every statement, whoever sends it.
  if (db.listenerCount('query') === 0) return run<Row>(db, kept, values);
  return askSeen<Row>(db, kept, values);
}

/** Runs a query, and notifies the observers of the database. */
async function askSeen<Row>(db: Db, kept: Kept, values: Value[]): Promise<Row[]> {
  const seen = { sql: kept.sql, bindings: values, __knexQueryUid: `asked ${(asks += 1)}` };
  db.emit('query', seen);
  try {
    const rows = await run<Row>(db, kept, values);
    db.emit('query-response', rows, seen);
    return rows;
  } catch (error) {
    db.emit('query-error', error, seen);
    throw error;
  }
}

/** Runs a query as of a moment. Its statements are not kept. */
async function askOnce<Params extends object, Row extends object>(
  db: Db,
  { write }: PreparedQuery<Params, Row>,
  params: Params,
): Promise<Row[]> {
  const valueOf = (name: string): Value => {
    const value = (params as Record<string, Value>)[name]!;
    return isPostgres(db) ? value : bindable(value);
  };
  return (await write(db, (name) => db.raw('?', [valueOf(name) as string]))) as Row[];
}

let asks = 0;

const run = <Row>(db: Db, kept: Kept, values: Value[]): MaybePromise<Row[]> =>
  kept.statement ? rowsOf<Row>(kept.statement, kept, values) : send<Row>(db, kept, values);

/** Runs a statement of SQLite. It makes the objects of the rows itself, because the driver takes longer. */
function rowsOf<Row>(statement: ReadingStatement, kept: Kept, given: Value[]): Row[] {
  const rows = statement.all(given) as unknown[][];
  // A migration by another process may add columns.
  if (rows[0] && rows[0].length !== kept.names.length)
    kept.names = statement.columns().map(({ name }) => name);
  const { names } = kept;
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let place = 0; place < names.length; place++) row[names[place]!] = values[place];
    return row as Row;
  });
}

async function send<Row>(db: Db, { sql, name, isQuick }: Kept, values: Value[]): Promise<Row[]> {
  const query = (named: { name?: string }) =>
    withConnection(db, async (connection) => {
      const sent = connection.query({ ...named, text: sql, values }) as Promise<{ rows: Row[] }>;
      return (await sent).rows;
    });
  try {
    if (name === undefined) return await query({});
    if (!values.every(isPlain)) return await query({ name });
    const prepared = new Statement(name, sql, values);
    if (isQuick) sendTogether(db, prepared);
    else void runAll(db, [prepared]);
    return (await prepared.result) as Row[];
  } catch (error) {
    // Another process may have migrated the schema, so that the result has other types. Without a name, Postgres prepares
    // the statement again.
    if (name !== undefined && isOutdated(error)) return query({});
    // The stack of an error of `pg` leads to its socket, not to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** The quick statements of this turn of the event loop. */
const together = new WeakMap<Db, Statement[]>();
/** How many statements share a connection at once. */
const MAX_TOGETHER = 8;

/** Runs a statement at the end of this turn, together with others. */
function sendTogether(db: Db, statement: Statement): void {
  const waiting = together.get(db);
  if (waiting) {
    waiting.push(statement);
    return;
  }
  const all = [statement];
  together.set(db, all);
  setImmediate(() => {
    together.delete(db);
    for (const part of inParts(all, MAX_TOGETHER)) void runAll(db, part);
  });
}

/** Runs statements on one connection, and settles their results. Never rejects. */
async function runAll(db: Db, statements: Statement[]): Promise<void> {
  try {
    const ignored = await withConnection(db, (connection) => runPrepared(connection, statements));
    for (const each of ignored) void runAll(db, [each]);
  } catch (error) {
    for (const { reject } of statements) reject(error);
  }
}

async function withConnection<T>(db: Db, work: (connection: PgConnection) => Promise<T>): Promise<T> {
  const client = db.client as PoolClient;
  const connection = await client.acquireConnection();
  try {
    return await work(connection);
  } finally {
    // The connection is free at once, so nothing waits for this.
    void client.releaseConnection(connection);
  }
}

/** Returns whether `pg` need not convert a value. Lists must be converted. */
const isPlain = (value: Value): value is Exclude<Value, readonly unknown[]> => !Array.isArray(value);

/** Returns whether Postgres rejects a prepared statement because its result has new types, or because it is unknown. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '26000');

interface PoolClient {
  acquireConnection(): Promise<PgConnection>;
  releaseConnection(connection: unknown): Promise<void>;
}

function keep<Params extends object, Row extends object>(db: Db, asked: PreparedQuery<Params, Row>): Kept {
  const query = asked.write(db, (name) => db.raw('?', [new Marker(name) as unknown as string]));
  const { sql, bindings } = query.toSQL().toNative();
  const places = bindings as Kept['places'];
  const { isQuick } = asked;
  if (isPostgres(db)) return { sql, name: nameOf(db, sql), places, statement: undefined, names: [], isQuick };
  const statement = readerOf(db).prepare(sql).raw();
  return { sql, name: undefined, places, statement, names: [], isQuick };
}

/** How many statements Postgres prepares for each connection, and keeps until it closes. */
const MAX_NAMES = 1000;
const names = new WeakMap<Db, Set<string>>();

/** The names of statements belong to a connection, so that different SQL must have different names. */
function nameOf(db: Db, sql: string): string | undefined {
  const known = names.get(db) ?? new Set();
  names.set(db, known);
  const name = `q${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`;
  if (known.size >= MAX_NAMES && !known.has(name)) return undefined;
  known.add(name);
  return name;
}
