import type { Index } from './indexes.ts';
import { nameKeys, type NameKeys } from './name-keys.ts';
import { oneTypoAway } from './name-typos.ts';
import type { Question } from './query.ts';
import type { SearchResultType } from './search-engine.ts';

/** Entries that a question names. They come before all others of their index. */
export interface Named {
  /** An entry has one of these keys. */
  keys: string[];
  types: SearchResultType[];
  /** If given, an entry has one of these years. */
  years?: string[];
}

const ofKeys = (keys: NameKeys | undefined): string[] =>
  keys ? [...new Set([keys.written, keys.form])] : [];

/**
 * Returns what a question may name in an index, best first: the name as written, and the name without its legal form; then
 * the company that the question is about, or its filings of the form in the question, filings of its years first.
 */
export function namedIn(index: Index, { name, intent }: Question): Named[] {
  if (name === undefined) return [];
  const types: SearchResultType[] = index === 'documents' ? ['document'] : ['company', 'filing'];
  const written: Named = { keys: ofKeys(name), types };
  // On Meilisearch, two queries of one request may see different indexes during a swap.
  const named = written.keys.includes(name.bare) ? [written] : [written, { keys: [name.bare], types }];
  const subject = intent === undefined ? undefined : nameKeys(intent.subject);
  if (index === 'documents' || intent === undefined || subject === undefined) return named;
  const { forms, years } = intent;
  if (forms.length === 0) return [...named, { keys: [...ofKeys(subject), subject.bare], types: ['company'] }];
  const filings: Named = { keys: forms.map((form) => subject.bare + form), types: ['filing'] };
  return [...named, ...(years.length > 0 ? [{ ...filings, years }] : []), filings];
}

/** The most names that a beginning or a typo finds. */
export const MOST_NEAR = 10;
/** Shorter beginnings have too many completions. */
const SHORTEST_BEGINNING = 3;

/** Names that are nearly the question. */
export interface NearNames {
  /** A name begins with one of these keys. */
  beginnings: string[];
  /** A name is one of these keys, which are one typo away from the question. */
  typos: string[];
}

/** The longest key that is read with typos: each letter adds 50 keys. */
const LONGEST_TYPO = 40;

/** Returns the keys by which engines find names that are nearly the question. */
export function nearNames({ name }: Question): NearNames {
  if (name === undefined) return { beginnings: [], typos: [] };
  const beginnings = [...new Set([name.written, name.form, name.bare])].filter(
    (key) => key.length >= SHORTEST_BEGINNING && !/^\d+$/.test(key),
  );
  return { beginnings, typos: name.form.length > LONGEST_TYPO ? [] : oneTypoAway(name.form) };
}

export const NO_NAMES: NearNames = { beginnings: [], typos: [] };
