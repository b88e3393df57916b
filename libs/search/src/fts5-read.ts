import type { Database } from 'better-sqlite3';
import type { SearchResultType } from './engine.ts';
import { allOf, anyOf, someOf, type Lookup, type Vocabulary } from './fts5-match.ts';
import type { Slice } from './paging.ts';
import { mayRelax, relax } from './relax.ts';

/** In the order in which results come. */
export const INDEXES = ['documents', 'explore'] as const;
export type Index = (typeof INDEXES)[number];
export const indexOf = (type: SearchResultType): Index => (type === 'document' ? 'documents' : 'explore');

/** A match in the title counts as much as this many in the body. */
const TITLE_WEIGHT = 5;

export interface Range {
  from: string;
  to: string;
}

export interface EntryRow {
  type: SearchResultType;
  id: string;
  date: string;
  url: string;
  title: string;
  excerpt: string;
  /** JSON. */
  passages: string;
}

/** What a question matches: an expression, and where that says too much, the entries that count. */
export interface Matching {
  expression: string;
  /** A JSON list of entry keys, or null for all that the expression matches. */
  keys: string | null;
}

export type Reader = ReturnType<typeof prepareReader>;

/** The statements that search; run those of one question in one transaction, so that they see one state. */
export function prepareReader(db: Database) {
  const select = (index: Index, what: string, rest: string) =>
    db.prepare<[Record<string, unknown>]>(
      // CROSS JOIN keeps the full-text table outside: entries are looked up by key.
      `SELECT ${what} FROM ${index} f CROSS JOIN entry e ON e.key = f.rowid
       WHERE f.${index} MATCH @expression AND e.date >= @from AND e.date <= @to ${rest}`,
    );
  const perIndex = <T>(make: (index: Index) => T) => ({
    documents: make('documents'),
    explore: make('explore'),
  });
  const among = 'AND (@keys IS NULL OR f.rowid IN (SELECT value FROM json_each(@keys)))';
  const statements = perIndex((index) => ({
    occurs: db.prepare(`SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT 1`),
    keys: select(index, 'f.rowid', '').pluck(),
    count: select(index, 'count(*)', among).pluck(),
    page: select(
      index,
      'f.rowid',
      `${among} ORDER BY bm25(f.${index}, ${TITLE_WEIGHT}, 1), e.date DESC, e.id, e.type LIMIT @limit OFFSET @offset`,
    ).pluck(),
  }));
  const words = db
    .prepare<[string, string, number, number]>(
      'SELECT word FROM word WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ?',
    )
    .pluck();
  const entries = db.prepare('SELECT count(*) FROM entry').pluck();
  const entry = db.prepare<[number], EntryRow>(
    'SELECT type, id, date, url, title, excerpt, passages FROM entry JOIN content USING (key) WHERE key = ?',
  );

  const vocabulary: Vocabulary = {
    occurs: (expression) => INDEXES.some((index) => statements[index].occurs.get(expression) !== undefined),
    words: (first, shortest, longest) =>
      words.all(first, `${first}\u{10ffff}`, shortest, longest) as string[],
  };

  const keysOf = (lookup: Lookup, range: Range) =>
    INDEXES.flatMap(
      (index) => statements[index].keys.all({ expression: anyOf(lookup), ...range }) as number[],
    );

  const count = (index: Index, matching: Matching, range: Range) =>
    statements[index].count.get({ ...matching, ...range }) as number;

  return {
    vocabulary,
    count,
    /** All terms must match, or fewer by the rule of `relax.ts`. */
    match(lookups: Lookup[], range: Range): Matching {
      const strict = { expression: allOf(lookups), keys: null };
      const found = count('documents', strict, range) + count('explore', strict, range);
      if (!mayRelax(lookups.length, found)) return strict;
      const terms = lookups.map((lookup) => ({ keys: keysOf(lookup, range), exact: lookup.exact }));
      return { expression: someOf(lookups), keys: JSON.stringify(relax(terms, entries.get() as number)) };
    },
    /** The entries of a slice, best first; equals by newest date, then id. */
    page(index: Index, matching: Matching, range: Range, slice: Slice): EntryRow[] {
      if (slice.limit === 0) return [];
      const keys = statements[index].page.all({ ...matching, ...range, ...slice }) as number[];
      return keys.map((key) => entry.get(key)!);
    },
  };
}
