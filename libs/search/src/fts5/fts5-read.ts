import type { Database } from 'better-sqlite3';
import type { SearchResultType } from '../search-engine.ts';
import { allOf, anyOf, exactAndSome, phrase } from './fts5-match.ts';
import { INDEXES, perIndex, type Index } from '../indexes.ts';
import { NAME_WEIGHT, TITLE_WEIGHT } from '../weights.ts';
import type { Lookup, Vocabulary } from '../lookup.ts';
import type { Slice } from '../paging.ts';
import { mayRelax, MOST_RELAXED, tellingWords } from '../relax.ts';
import { nameKey } from '../tokens.ts';
import { nearestWords, typosAllowed } from '../typos.ts';

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

/** The result of a question: the count for each index, and the keys of a slice, best first. */
export interface Found {
  totals: Record<Index, number>;
  keys: (index: Index, slice: Slice) => number[];
}

export type Reader = ReturnType<typeof prepareReader>;

/** Prepares the statements that search. Run those of one question in one transaction, so that they see one state. */
export function prepareReader(db: Database) {
  const select = (index: Index, what: string, rest: string) =>
    db.prepare<[Record<string, unknown>]>(
      // CROSS JOIN makes SQLite scan the full-text table and look entries up by key.
      `SELECT ${what} FROM ${index} f CROSS JOIN entry e ON e.key = f.rowid
       WHERE f.${index} MATCH @expression AND e.date >= @from AND e.date <= @to ${rest}`,
    );
  const statements = perIndex((index) => ({
    occurs: db.prepare(`SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT 1`),
    having: db.prepare(`SELECT count(*) FROM ${index} WHERE ${index} MATCH ?`).pluck(),
    count: select(index, 'count(*)', '').pluck(),
    page: select(
      index,
      'f.rowid',
      `ORDER BY instr(e.name_keys, @name) > 0 DESC, bm25(f.${index}, ${NAME_WEIGHT}, ${TITLE_WEIGHT}, 1), e.date DESC, e.id, e.type LIMIT @limit OFFSET @offset`,
    ).pluck(),
  }));
  const wordsLike = db
    .prepare<[string, string, number, number]>(
      'SELECT word FROM word WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ?',
    )
    .pluck();
  const entries = db.prepare('SELECT count(*) FROM entry').pluck();
  const entry = db.prepare<[number], EntryRow>(
    'SELECT type, id, date, url, title, excerpt, passages FROM entry JOIN content USING (key) WHERE key = ?',
  );

  const occurs = (tokens: string[]) =>
    INDEXES.some((index) => statements[index].occurs.get(phrase(tokens)) !== undefined);
  const vocabulary: Vocabulary = {
    occurs,
    nearest(word) {
      const typos = typosAllowed(word);
      const [from, upTo] = [word[0]!, `${word[0]!}\u{10ffff}`];
      const candidates = wordsLike.all(from, upTo, word.length - typos, word.length + typos) as string[];
      // The list of words also has words whose entries were deleted.
      return nearestWords(word, candidates, (candidate) => occurs([candidate]));
    },
  };

  const keysOf = (index: Index, matching: { expression: string; name: string } & Range, slice: Slice) =>
    slice.limit === 0 ? [] : (statements[index].page.all({ ...matching, ...slice }) as number[]);
  /** The question as a name. */
  const nameIn = (lookups: Lookup[]) => nameKey(lookups.flatMap(({ alternatives }) => alternatives[0]!));

  function findAll(lookups: Lookup[], range: Range): Found {
    const matching = { expression: allOf(lookups), name: nameIn(lookups), ...range };
    return {
      totals: perIndex((index) => statements[index].count.get(matching) as number),
      keys: (index, slice) => keysOf(index, matching, slice),
    };
  }

  function findRelaxed(lookups: Lookup[], range: Range): Found {
    const words = lookups
      .filter((lookup) => !lookup.exact)
      .map((lookup) => {
        const having = INDEXES.map((index) => statements[index].having.get(anyOf(lookup)) as number);
        return { ...lookup, count: having.reduce((sum, count) => sum + count) };
      });
    const telling = tellingWords(words, entries.get() as number);
    const expression = exactAndSome(
      lookups.filter((lookup) => lookup.exact),
      telling,
    );
    const matching = { expression, name: nameIn(lookups), ...range };
    const best = perIndex((index) =>
      expression === '' ? [] : keysOf(index, matching, { offset: 0, limit: MOST_RELAXED }),
    );
    return {
      totals: perIndex((index) => best[index].length),
      keys: (index, { offset, limit }) => best[index].slice(offset, offset + limit),
    };
  }

  return {
    vocabulary,
    /** Finds the entries with all terms, or with fewer by the rule of `relax.ts`. Ties order by newest date, then id. */
    find(lookups: Lookup[], range: Range): Found {
      // A very long question is relaxed whatever it finds.
      if (mayRelax(lookups.length, Infinity)) return findRelaxed(lookups, range);
      const found = findAll(lookups, range);
      const total = found.totals.documents + found.totals.explore;
      return mayRelax(lookups.length, total) ? findRelaxed(lookups, range) : found;
    },
    entry: (key: number): EntryRow => entry.get(key)!,
  };
}
