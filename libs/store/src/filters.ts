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
