import type { Query } from './open.ts';

/** Keeps the rows whose time is between the bounds, both inclusive. An absent bound does not limit. */
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
 * Keeps the rows with one of these texts, without using an index for it. The expression hides the column from SQLite,
 * which would otherwise prefer the index of a type that most rows have to the index of a company.
 */
export function whereAlso<Q extends Query>(query: Q, column: string, texts: string[]): Q {
  void query.whereRaw(`(?? || '') in (${texts.map(() => '?').join(', ')})`, [column, ...texts]);
  return query;
}
