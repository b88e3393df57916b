import type { Database } from 'better-sqlite3';
import type { EntryType, TypeCounts } from '../search-engine.ts';
import type { Condition } from './fts5-filter.ts';
import { allOf, anyOf, exactAndSome, phrase } from './fts5-match.ts';
import { INDEXES, perIndex, type Index } from '../indexes.ts';
import { NAME_WEIGHT, TITLE_WEIGHT } from '../weights.ts';
import type { Lookup, Vocabulary } from '../lookup.ts';
import type { Slice } from '../paging.ts';
import { mayRelax, MOST_RELAXED, tellingWords } from '../relax.ts';
import { NO_TYPES } from '../result.ts';
import { nameKey } from '../tokens.ts';
import { nearestWords, typosAllowed } from '../typos.ts';

/** A row of `content`. The lists are JSON. */
export interface ContentRow {
  slug: string;
  url: string;
  companies: string;
  suggest: string;
  names: string;
  title: string;
  excerpt: string;
  passages: string;
  hash: string;
}

/** What a result shows. */
export interface EntryRow extends Pick<ContentRow, 'slug' | 'url' | 'title' | 'excerpt' | 'passages'> {
  type: EntryType;
  id: string;
  date: string;
}

/** The result of a question: the count for each index, and the keys of a slice, best first. */
export interface Found {
  totals: Record<Index, number>;
  types: () => TypeCounts;
  keys: (index: Index, slice: Slice) => number[];
}

export type Reader = ReturnType<typeof prepareReader>;

const typeCounts = (counts: unknown[]): TypeCounts => ({
  ...NO_TYPES,
  ...(Object.fromEntries(counts as [string, number][]) as Partial<TypeCounts>),
});

/** Prepares the statements that search. Run those of one question in one transaction, so that they see one state. */
export function prepareReader(db: Database) {
  const statements = perIndex((index) => ({
    occurs: db.prepare(`SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT 1`),
    having: db.prepare(`SELECT count(*) FROM ${index} WHERE ${index} MATCH ?`).pluck(),
  }));
  /** The statements that depend on the filter, by its SQL. */
  const filtered = new Map<string, ReturnType<typeof prepareFiltered>>();
  const prepareFiltered = (condition: string) => {
    const select = (index: Index, what: string, rest: string) =>
      db.prepare<[Record<string, unknown>]>(
        // CROSS JOIN makes SQLite scan the full-text table and look entries up by key.
        `SELECT ${what} FROM ${index} f CROSS JOIN entry e ON e.key = f.rowid
         WHERE f.${index} MATCH @expression AND ${condition} ${rest}`,
      );
    return {
      types: select('explore', 'e.type, count(*)', 'GROUP BY e.type').raw(),
      ...perIndex((index) => ({
        count: select(index, 'count(*)', '').pluck(),
        page: select(
          index,
          'f.rowid',
          `ORDER BY instr(e.name_keys, @name) > 0 DESC, bm25(f.${index}, ${NAME_WEIGHT}, ${TITLE_WEIGHT}, 1), e.date DESC, e.id, e.type LIMIT @limit OFFSET @offset`,
        ).pluck(),
      })),
    };
  };
  const withCondition = (condition: string) => {
    const known = filtered.get(condition) ?? prepareFiltered(condition);
    filtered.set(condition, known);
    return known;
  };
  const typesOfKeys = db
    .prepare<[string]>(
      'SELECT type, count(*) FROM entry WHERE key IN (SELECT value FROM json_each(?)) GROUP BY type',
    )
    .raw();
  const wordsLike = db
    .prepare<[string, string, number, number]>(
      'SELECT word FROM word WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ?',
    )
    .pluck();
  const entries = db.prepare('SELECT count(*) FROM entry').pluck();
  const entry = db.prepare<[number], EntryRow>(
    'SELECT type, id, date, slug, url, title, excerpt, passages FROM entry JOIN content USING (key) WHERE key = ?',
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

  const keysOf = (
    index: Index,
    matching: { expression: string; name: string },
    { sql, values }: Condition,
    slice: Slice,
  ) =>
    slice.limit === 0
      ? []
      : (withCondition(sql)[index].page.all({ ...matching, ...values, ...slice }) as number[]);
  /** The question as a name. */
  const nameIn = (lookups: Lookup[]) => nameKey(lookups.flatMap(({ alternatives }) => alternatives[0]!));

  function findAll(lookups: Lookup[], condition: Condition): Found {
    const { sql, values } = condition;
    const matching = { expression: allOf(lookups), name: nameIn(lookups) };
    const found = { expression: matching.expression, ...values };
    const totals = perIndex((index) => withCondition(sql)[index].count.get(found) as number);
    return {
      totals,
      types: () => typeCounts([['document', totals.documents], ...withCondition(sql).types.all(found)]),
      keys: (index, slice) => keysOf(index, matching, condition, slice),
    };
  }

  function findRelaxed(lookups: Lookup[], condition: Condition): Found {
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
    const matching = { expression, name: nameIn(lookups) };
    const best = perIndex((index) =>
      expression === '' ? [] : keysOf(index, matching, condition, { offset: 0, limit: MOST_RELAXED }),
    );
    return {
      totals: perIndex((index) => best[index].length),
      types: () => typeCounts(typesOfKeys.all(JSON.stringify(INDEXES.flatMap((index) => best[index])))),
      keys: (index, { offset, limit }) => best[index].slice(offset, offset + limit),
    };
  }

  return {
    vocabulary,
    /** Finds the entries with all terms, or with fewer by the rule of `relax.ts`. Ties order by newest date, then id. */
    find(lookups: Lookup[], condition: Condition): Found {
      // A very long question is relaxed whatever it finds.
      if (mayRelax(lookups.length, Infinity)) return findRelaxed(lookups, condition);
      const found = findAll(lookups, condition);
      const total = found.totals.documents + found.totals.explore;
      return mayRelax(lookups.length, total) ? findRelaxed(lookups, condition) : found;
    },
    entry: (key: number): EntryRow => entry.get(key)!,
  };
}
