import type { Query } from './open.ts';

/** Keeps the rows whose time lies between the bounds, both inclusive; a bound that is absent does not limit. */
export function whereBetween(
  query: Query,
  column: string,
  from: string | undefined,
  to: string | undefined,
): Query {
  if (from !== undefined) query.where(column, '>=', from);
  if (to !== undefined) query.where(column, '<=', to);
  return query;
}

/**
 * Keeps the rows with one of these texts among those that a filter of more weight has found. An expression is in no
 * index: without it, SQLite would take the index of a type with most rows of a table for as good as that of a company.
 */
export function whereAlso<Q extends Query>(query: Q, column: string, texts: string[]): Q {
  void query.whereRaw(`(?? || '') in (${texts.map(() => '?').join(', ')})`, [column, ...texts]);
  return query;
}
