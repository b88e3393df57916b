import type { Lookup } from '../lookup.ts';

/** Returns a phrase in FTS5 syntax (https://www.sqlite.org/fts5.html, section 3). Tokens have only letters and digits. */
export const phrase = (tokens: string[]) => `"${tokens.join(' ')}"`;

export const anyOf = (lookup: Lookup) => `(${lookup.alternatives.map(phrase).join(' OR ')})`;
export const allOf = (lookups: Lookup[]) => lookups.map(anyOf).join(' AND ');

/** Returns the expression for all exact terms and at least one of the words. The other words only rank. */
export function exactAndSome(exact: Lookup[], words: Lookup[]): string {
  const some = words.length > 0 ? [`(${words.map(anyOf).join(' OR ')})`] : [];
  return [...exact.map(anyOf), ...some].join(' AND ');
}
