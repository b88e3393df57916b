import { isPostgres, type Db, type Query, type Trx } from './open.ts';
import type { Value } from './prepared-query.ts';

/** What any file may say of a filter. */
interface Written {
  /** SQL with a `?` for each value. It is part of the statement that is kept, so that it never contains values. */
  sql: string;
  /** The same filter, written so that no index can find its rows. */
  unindexed?: string | undefined;
  /** The query for the ids that the filter keeps. Rows are looked up one by one, as `unindexed` does, if it finds many. */
  list?: string | undefined;
  values: Value[];
  /** Set if the rows that match may be far apart in the order of the list. */
  isScattered?: boolean | undefined;
}

interface Fields extends Written {
  /** Set if the lists of other filters contain only rows that this filter keeps. */
  isImplied?: boolean;
  /** Set for the filter of an order. It has a `list` too, but most rows may match it. */
  isOfOrder?: boolean;
  /** The column of the filter, without its table. */
  column?: string;
  /** The column as the filter names it, perhaps with its table. */
  named?: string;
  /** The values of the column that rows may have, if the filter is no more than that. Counters of the column have its total. */
  allowed?: readonly (string | number)[];
  /** Set for one end of a window. */
  bound?: 'from' | 'to';
}

/** A copy of a condition lacks this private field, so that it is no condition. */
declare class Made {
  private readonly isMade: true;
}

/** A filter of a list. Only this file makes and changes conditions, so that no other can name the wrong counters. */
export type Condition = Readonly<Fields> & Made;
const made = (fields: Fields) => fields as Condition;

/** Keeps the rows that match SQL. No counter has their number. */
export const written = ({ sql, unindexed, list, values, isScattered }: Written): Condition =>
  // Without parentheses, an `or` would let rows pass that other filters leave out.
  made({ sql: `(${sql})`, unindexed: unindexed && `(${unindexed})`, list, values, isScattered });

/** Returns the same filter with marks, which decide how its rows are found. */
export const marked = (
  condition: Condition,
  {
    isScattered = condition.isScattered,
    isImplied = condition.isImplied,
  }: Pick<Fields, 'isScattered' | 'isImplied'>,
): Condition => made({ ...condition, isScattered, isImplied });

/** Returns a column without its table, as counts name it. */
export const bare = (column: string): string => column.slice(column.indexOf('.') + 1);
const byColumn = (column: string): Pick<Fields, 'column' | 'named'> => ({
  column: bare(column),
  named: column,
});
const quoted = (column: string) => `"${column.replaceAll('.', '"."')}"`;

/** Returns SQL that compares a column with a list, which is one value. */
export const inList = (db: Db, column: string): string =>
  isPostgres(db) ? `${column} = any(?)` : `${column} in (select value from json_each(?))`;

/**
 * Sends SQL of our own with one value for each `?`, and returns the rows. A list is one value, as `inList` needs it, so that
 * the SQL is the same for every length.
 */
export async function rawRows<Row>(
  db: Db | Trx,
  sql: string,
  values: (string | number | null | unknown[])[],
): Promise<Row[]> {
  const bound = values.map((value) =>
    Array.isArray(value) && !isPostgres(db) ? JSON.stringify(value) : value,
  );
  const result = (await db.raw(sql, bound as string[])) as Row[] | { rows: Row[] };
  return Array.isArray(result) ? result : result.rows;
}

/** Hides a column of texts from indexes. */
const hidden = (column: string) => `(${quoted(column)} || '')`;

/** Keeps the rows with this value. Filters without a value keep all rows. */
export const equals = (column: string, value: string | number | undefined): Condition[] =>
  value === undefined
    ? []
    : [
        made({
          sql: `${quoted(column)} = ?`,
          ...(typeof value === 'string' && { unindexed: `${hidden(column)} = ?` }),
          values: [value],
          ...byColumn(column),
          allowed: [value],
        }),
      ];

/** Keeps the rows with one of these values. */
export function isIn(db: Db, column: string, values: (string | number)[] | undefined): Condition[] {
  if (values === undefined || values.length === 1) return equals(column, values?.[0]);
  return [
    made({
      sql: inList(db, quoted(column)),
      ...(typeof values[0] === 'string' && { unindexed: inList(db, hidden(column)) }),
      values: [values],
      ...byColumn(column),
      allowed: values,
      isScattered: true,
    }),
  ];
}

/**
 * Keeps the rows with one of these texts, without using an index for it. SQLite would otherwise prefer the index of a type
 * that most rows have to the index of a company.
 */
export const isInUnindexed = (db: Db, column: string, texts: string[] | undefined): Condition[] =>
  texts
    ? [made({ sql: inList(db, hidden(column)), values: [texts], ...byColumn(column), allowed: texts })]
    : [];

/** Keeps the rows whose number is at least, or at most, a value. */
export const compared = (column: string, operator: '>=' | '<=', value: number): Condition =>
  made({
    sql: `${quoted(column)} ${operator} ?`,
    unindexed: `(${quoted(column)} + 0) ${operator} ?`,
    values: [value],
    ...byColumn(column),
  });

/** Keeps the rows of a table that have a value in the column of an order. */
export const hasValue = (table: string, column: string): Condition =>
  made({
    sql: `${quoted(column)} is not null`,
    unindexed: `${hidden(column)} is not null`,
    list: `select id from ${table} where ${quoted(column)} is not null`,
    isOfOrder: true,
    values: [],
  });

/** Returns the SQL of conditions. Indexes can find rows by these columns, and by filters that cannot be hidden. */
export const toSql = (where: Condition[], isFound: (condition: Condition) => boolean): string[] =>
  where.map((condition) => (isFound(condition) ? condition.sql : (condition.unindexed ?? condition.sql)));

/** Keeps the rows whose time is between the bounds, both inclusive. An absent bound does not limit. */
export const between = (column: string, from: string | undefined, to: string | undefined): Condition[] => [
  ...bounded(column, 'from', from),
  ...bounded(column, 'to', to),
];

function bounded(column: string, bound: 'from' | 'to', value: string | undefined): Condition[] {
  if (value === undefined) return [];
  const operator = bound === 'from' ? '>=' : '<=';
  return [
    made({
      sql: `${quoted(column)} ${operator} ?`,
      unindexed: `${hidden(column)} ${operator} ?`,
      values: [value],
      ...byColumn(column),
      bound,
      isScattered: true,
    }),
  ];
}

/** Keeps the events of a query that have one of these types, as `isInUnindexed`. */
export function whereTypeIn<Q extends Query>(query: Q, types: string[]): Q {
  void query.whereRaw(`(type || '') in (${types.map(() => '?').join(', ')})`, types);
  return query;
}
