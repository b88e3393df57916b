import type { Db, Query } from '../sql/open.ts';
import { ask, preparedQueries, type Param } from '../sql/prepared-query.ts';

/** The parameters of `selectSum`, by name. */
type Names = Record<string, string>;

/** Returns the parameters of counters for `selectSum`. */
export const counterNames = (names: string[]): Names =>
  Object.fromEntries(names.map((name, place) => [`counter.${place}`, name]));

/**
 * Selects the sum of `count` counters as `n`. Each name is a separate parameter: with a list of names, Postgres would plan
 * the statement again each time.
 */
export function selectSum(db: Db, param: Param<Names>, count: number): Query {
  const places = Array.from({ length: count }, (_, place) => param(`counter.${place}`));
  return db('counters')
    .whereRaw(`name in (${places.map(() => '?').join(', ')})`, places)
    .sum('n as n');
}

const sumOf = preparedQueries<number, Names, { n: number | string | null }>(selectSum);

/** Returns the sum of counters. One that has never counted a row is 0. */
export async function readCounters(db: Db, names: string[]): Promise<number> {
  return Number((await ask(db, sumOf(names.length), counterNames(names)))[0]!.n ?? 0);
}
