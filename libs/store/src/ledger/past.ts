import { historyOf, isPartOf, timed, untimed } from './history.ts';
import { isPostgres, markPast, type Db } from '../sql/open.ts';

/** The part of a Knex client that the store uses. */
interface Client {
  query(connection: unknown, query: { sql: string; bindings?: unknown[] }): Promise<unknown>;
  queryBuilder(): { table(table: unknown): unknown };
  raw(...args: unknown[]): unknown;
  ref(...args: unknown[]): unknown;
}

/**
 * Returns a handle whose queries read the tables with a history as of a moment. The handle adds common table expressions
 * for the tables that a query names. They contain the rows that have not changed since, and the former rows.
 * @param moment fixed-width UTC text, not before `historyBegins`
 */
export async function databaseAt(db: Db, moment: string): Promise<Db> {
  const columns = await columnsOf(db);
  const definitions = definitionsOf(columns, isPostgres(db) ? '' : 'main.');
  const base = db.client as Client;
  const client = Object.create(base) as Client;
  client.query = (connection, query) => {
    const named = definitions.filter(({ name }) => name.test(query.sql)).map(({ sql }) => sql);
    if (named.length === 0) return base.query(connection, query);
    const before = `with ${named.join(', ')} `;
    const moments = [...before.matchAll(/\?/g)].map(() => moment);
    return base.query(connection, {
      ...query,
      sql: before + query.sql,
      bindings: [...moments, ...(query.bindings ?? [])],
    });
  };
  const own: Record<string, unknown> = {
    client,
    raw: client.raw.bind(client),
    ref: client.ref.bind(client),
    isTransaction: false,
    // `await` reads this property.
    then: undefined,
  };
  const past = new Proxy(db, {
    apply: (_db, _this, [table]: unknown[]) => client.queryBuilder().table(table),
    get: (_db, name) => {
      if (typeof name === 'symbol' || name in own) return own[name as string];
      throw new TypeError(`The past has no ${name}: begin with a table.`);
    },
  });
  return markPast(past);
}

/** The columns of each table with a history. */
type Columns = Map<string, string>;

const known = new WeakMap<Db, Promise<Columns>>();

/** Returns the columns of the tables. They are read once. */
function columnsOf(db: Db): Promise<Columns> {
  let columns = known.get(db);
  if (!columns) {
    columns = readColumns(db);
    known.set(db, columns);
    columns.catch(() => known.delete(db));
  }
  return columns;
}

async function readColumns(db: Db): Promise<Columns> {
  const tables = Object.values(historyOf).flatMap(({ table, parts }) => [table, ...Object.keys(parts)]);
  const columns: Columns = new Map();
  for (const table of [...tables, ...Object.keys(untimed), ...Object.keys(timed)]) {
    const names = Object.keys(await db(table).columnInfo());
    columns.set(table, names.map((name) => `t.${name}`).join(', '));
  }
  return columns;
}

interface Definition {
  /** Matches queries that name the table. */
  name: RegExp;
  sql: string;
}

/**
 * Returns the definitions of the tables as of a moment, with question marks for the moment. On Postgres, a definition reads
 * earlier definitions instead of the tables of the same names, so definitions of tables that others read come last. On
 * SQLite, it reads all definitions, so the tables are named with their schema.
 */
function definitionsOf(columns: Columns, schema: string): Definition[] {
  const define = (table: string, present: string, past: string): Definition => ({
    name: new RegExp(String.raw`\b${table}\b`),
    sql: `${table} as not materialized (${present} union all ${past})`,
  });
  const former = (table: string) =>
    `select ${columns.get(table)} from ${table}_history as t where t.valid_from <= ? and t.valid_to > ?`;
  const kinds = Object.values(historyOf);
  return [
    define(
      'ranked',
      `select t.company_id, t.name, t.type, t.value from ${schema}ranked as t where exists ` +
        `(select 1 from ${schema}companies as r where r.id = t.company_id and r.updated_at <= ?)`,
      'select f.company_id, f.name, c.type, f.value from companies_history as c join company_financials_history as f ' +
        'on f.company_id = c.id and f.valid_to = c.valid_to ' +
        'where c.valid_from <= ? and c.valid_to > ? and c.is_active and f.value is not null',
    ),
    ...kinds.flatMap(({ table: record, parts }) =>
      Object.entries(parts).map(([table, key]) =>
        define(
          table,
          `select ${columns.get(table)} from ${schema}${table} as t where exists ` +
            `(select 1 from ${schema}${record} as r where ${isPartOf(record, key, 't')} and r.updated_at <= ?)`,
          former(table),
        ),
      ),
    ),
    ...Object.entries(untimed).map(([table, key]) => {
      const later = (others: string) =>
        `not exists (select 1 from ${table}_history as h where h.${key} = t.${key} and h.valid_to > ?${others})`;
      return define(
        table,
        `select ${columns.get(table)} from ${schema}${table} as t where ${later('')}`,
        `select ${columns.get(table)} from ${table}_history as t where t.valid_to > ? and ${later(' and h.valid_to < t.valid_to')}`,
      );
    }),
    ...[...Object.entries(timed), ...kinds.map(({ table }) => [table, 'updated_at'] as const)].map(
      ([table, since]) =>
        define(
          table,
          `select ${columns.get(table)} from ${schema}${table} as t where t.${since} <= ?`,
          former(table),
        ),
    ),
  ];
}
