import type { Lookup } from '../lookup.ts';

/** FTS5 syntax (https://www.sqlite.org/fts5.html, section 3): tokens hold only letters and digits, and are quoted. */
export const phrase = (tokens: string[]) => `"${tokens.join(' ')}"`;

export const anyOf = (lookup: Lookup) => `(${lookup.alternatives.map(phrase).join(' OR ')})`;
export const allOf = (lookups: Lookup[]) => lookups.map(anyOf).join(' AND ');

/** All that is exact, and one of the words at least; the other words only rank. */
export function exactAndSome(exact: Lookup[], words: Lookup[]): string {
  const some = words.length > 0 ? [`(${words.map(anyOf).join(' OR ')})`] : [];
  return [...exact.map(anyOf), ...some].join(' AND ');
}
