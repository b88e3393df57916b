import { typesIn, type Index } from '../indexes.ts';
import type { KeyRank } from '../names/name-spans.ts';
import { oneTypoAway } from '../names/name-typos.ts';
import type { ParsedQuery } from './query.ts';
import type { SearchResultType } from '../search-engine.ts';

/** Entries that a query names. They come before all others of their index. */
export interface Named {
  /** An entry has one of these keys. */
  keys: string[];
  /** What the key is to the entry: at least this, see `KEY_RANK`. */
  rank: KeyRank;
  types: SearchResultType[];
  /** If given, an entry has these tokens side by side: those of a date or its beginning. */
  period?: string[];
}

/**
 * Returns what a query as a whole may name in an index, best first: the name as written, and the name without its legal
 * form; a company with that title before one with another such name, and before one with such a ticker or domain.
 */
export function namedIn(index: Index, { name, texts }: ParsedQuery): Named[] {
  if (name === undefined) return [];
  const types = typesIn(index, texts);
  const written = [...new Set([name.written, name.form])];
  const spellings = written.includes(name.bare) ? [written] : [written, [name.bare]];
  const ranks: KeyRank[] = index === 'documents' ? ['alias'] : ['title', 'name', 'alias'];
  return spellings.flatMap((keys) => ranks.map((rank): Named => ({ keys, rank, types })));
}

/**
 * Returns the filings of the wanted forms that a part of a query names, in groups: those of the longest name first, and
 * only the first group that exists counts. In a group, filings of the wanted times come first.
 */
export function filingsIn({ spans, filings }: ParsedQuery): Named[][] {
  if (filings === undefined) return [];
  const { forms, periods } = filings;
  const lengths = [...new Set(spans.map(({ first, last }) => last - first))];
  return lengths.map((length) => {
    const own = spans.filter(({ first, last }) => last - first === length);
    const keys = [
      ...new Set(own.flatMap((span) => span.keys.flatMap((key) => forms.map((form) => key + form)))),
    ];
    const wanted: Named = { keys, rank: 'alias', types: ['filing'] };
    return [...periods.map((period) => ({ ...wanted, period })), wanted];
  });
}

/** Returns what the first group with entries finds. */
export function firstFound<T>(groups: Named[][], find: (group: Named[]) => T[]): T[] {
  for (const group of groups) {
    const found = find(group);
    if (found.length > 0) return found;
  }
  return [];
}

/** The most names that a beginning or a typo finds. */
export const MAX_NEAR = 10;
/** Shorter beginnings have too many completions. */
const SHORTEST_BEGINNING = 3;

/** Names that are nearly the query. */
export interface NearNames {
  /** A name begins with one of these keys. */
  beginnings: string[];
  /** A name is one of these keys, which are one typo away from the query. */
  typos: string[];
}

/** The longest key that is read with typos: each letter adds 50 keys. */
const MAX_TYPO = 40;

/** Returns the keys by which engines find names that are nearly the query. */
export function nearNames({ name }: ParsedQuery): NearNames {
  if (name === undefined) return { beginnings: [], typos: [] };
  const beginnings = [...new Set([name.written, name.form, name.bare])].filter(
    (key) => key.length >= SHORTEST_BEGINNING && !/^\d+$/.test(key),
  );
  return { beginnings, typos: name.form.length > MAX_TYPO ? [] : oneTypoAway(name.form) };
}

/** Returns the types of entries that a name may be near. */
export const nearTypes = (index: Index, { texts }: ParsedQuery): SearchResultType[] =>
  index === 'explore' ? ['company'] : typesIn(index, texts);

export const NO_NAMES: NearNames = { beginnings: [], typos: [] };
