import type { Lookup } from '../query/lookup.ts';

/** Returns a phrase in FTS5 syntax (https://www.sqlite.org/fts5.html, section 3). Tokens have only letters and digits. */
export const phrase = (tokens: string[]) => `"${tokens.join(' ')}"`;

const anyOf = (lookup: Lookup) => `(${lookup.alternatives.map(phrase).join(' OR ')})`;
export const allOf = (lookups: Lookup[]) => lookups.map(anyOf).join(' AND ');
export const anyPhrase = (phrases: string[][]) => phrases.map(phrase).join(' OR ');

/** Returns the expression for at least one of the stems. A stem that the query repeats adds to the score each time. */
export const someOf = (stems: { stem: string; times: number }[]) =>
  stems.flatMap(({ stem, times }) => Array<string>(times).fill(phrase([stem]))).join(' OR ');
