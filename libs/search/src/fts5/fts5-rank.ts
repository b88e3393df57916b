import type { Database, Statement } from '@dossier/sqlite';
import type { Condition } from './fts5-filter.ts';
import type { Slice } from '../results/paging.ts';
import { NAME_WEIGHT, TITLE_WEIGHT } from '../ranking/weights.ts';

/** The matches of an expression in a full-text table. */
export interface Matching {
  /** A table of words, or a bag of stems. */
  table: string;
  expression: string;
  condition: Condition;
  /** The keys of entries that are listed elsewhere. */
  without?: number[];
  /** Entries that match this in a table of words come first. */
  preferred?: { expression: string; table: string };
  /** Entries that match this in a table of words are left out. */
  excluded?: { expression: string; table: string };
  /** Only entries that match this in a table of words. */
  required?: { expression: string; table: string };
}

/** The order of entries with equal scores. */
const NEWEST = 'e.date DESC, e.type, e.id';
/** How many matches behind a slice are ranked too. If the last of them has a lower score, no other tie is missing. */
const MAX_TIES = 90;

type Values = Record<string, unknown>;

/** Prepares reading ranked matches. Queries with equal filters share statements. */
export function prepareRanking(db: Database) {
  const prepared = new Map<string, Statement<[Values]>>();
  const statement = (sql: string): Statement<[Values]> => {
    const known = prepared.get(sql) ?? db.prepare<[Values]>(sql);
    prepared.set(sql, known);
    return known;
  };
  const valuesOf = ({
    expression,
    condition,
    without = [],
    preferred,
    excluded,
    required,
  }: Matching): Values => ({
    ...condition.values,
    expression,
    ...(without.length > 0 && { without: JSON.stringify(without) }),
    ...(preferred && { preferred: preferred.expression }),
    ...(excluded && { excluded: excluded.expression }),
    ...(required && { required: required.expression }),
  });
  /** The rows that match, without reading entries unless a condition needs them. */
  const from = ({ table, condition, without = [], excluded, required }: Matching) => {
    const parts = [
      `f.${table} MATCH @expression`,
      ...(without.length > 0 ? ['f.rowid NOT IN (SELECT value FROM json_each(@without))'] : []),
      ...(excluded
        ? [`f.rowid NOT IN (SELECT rowid FROM ${excluded.table} WHERE ${excluded.table} MATCH @excluded)`]
        : []),
      ...(required
        ? [`f.rowid IN (SELECT rowid FROM ${required.table} WHERE ${required.table} MATCH @required)`]
        : []),
      ...(condition.sql === '' ? [] : [condition.sql]),
    ];
    // CROSS JOIN makes SQLite scan the full-text table and look entries up by key.
    const entry = condition.sql === '' ? '' : 'CROSS JOIN entry e ON e.key = f.rowid';
    return `FROM ${table} f ${entry} WHERE ${parts.join(' AND ')}`;
  };

  /** The keys and scores of all matches. */
  const scored = (matching: Matching) => {
    const weights = matching.table.endsWith('_bag') ? '' : `, ${NAME_WEIGHT}, ${TITLE_WEIGHT}, 1`;
    return `SELECT f.rowid AS key, bm25(f.${matching.table}${weights}) AS score ${from(matching)}`;
  };
  const ordered = db
    .prepare<[string], number>(
      `SELECT e.key FROM json_each(?) k CROSS JOIN entry e ON e.key = k.value ORDER BY ${NEWEST}`,
    )
    .pluck();
  const bounds = db
    .prepare<[number], [number, number]>(
      'SELECT min(key), max(key) FROM (SELECT key FROM entry ORDER BY date DESC, type, id LIMIT ?)',
    )
    .raw();
  const lastKey = db.prepare<[], number>('SELECT max(key) FROM entry').pluck();

  /** Returns the keys of scored matches, best first. */
  function newestFirst(matches: [number, number][]): number[] {
    const scores = new Map(matches);
    const keys = ordered.all(JSON.stringify([...scores.keys()]));
    return keys.sort((a, b) => scores.get(a)! - scores.get(b)!);
  }

  /**
   * Returns the first matches with a score among the newest entries of the index, in their order. Returns nothing if these
   * entries have too few, or if so many would have to be read that reading all matches is not slower.
   */
  function newestTies(
    matching: Matching,
    { score, needed, total }: { score: number; needed: number; total: number },
  ): number[] | undefined {
    // Twice as many as needed, if matches are spread evenly.
    const newest = Math.ceil((2 * needed * lastKey.get()!) / total);
    if (newest > total / 4) return undefined;
    const [first, last] = bounds.get(newest)!;
    // The bounds are for FTS5. The plus keeps SQLite from starting the full-text search again for each entry. A query with
    // a limit is not merged into the outer one, so each score is computed once.
    const isNewest = `f.rowid >= @first AND f.rowid <= @last
      AND +f.rowid IN (SELECT key FROM entry ORDER BY date DESC, type, id LIMIT @newest)`;
    const ties = statement(
      `SELECT f.key FROM (${scored(matching)} AND ${isNewest} LIMIT -1) f CROSS JOIN entry e ON e.key = f.key
       WHERE score = @score ORDER BY ${NEWEST} LIMIT @needed`,
    )
      .pluck()
      .all({ ...valuesOf(matching), first, last, newest, score, needed }) as number[];
    return ties.length === needed ? ties : undefined;
  }

  /** Returns the keys of a slice, with the preferred entries before the others. */
  function preferredFirst(matching: Matching, { offset, limit }: Slice): number[] {
    const { table } = matching.preferred!;
    return statement(
      `WITH found AS MATERIALIZED (${scored(matching)})
       SELECT f.key FROM found f CROSS JOIN entry e ON e.key = f.key
       ORDER BY f.key IN (SELECT rowid FROM ${table} WHERE ${table} MATCH @preferred) DESC, score, ${NEWEST}
       LIMIT @limit OFFSET @offset`,
    )
      .pluck()
      .all({ ...valuesOf(matching), limit, offset }) as number[];
  }

  return {
    count: (matching: Matching): number =>
      statement(`SELECT count(*) ${from(matching)}`)
        .pluck()
        .get(valuesOf(matching)) as number,
    types: (matching: Matching): [string, number][] => {
      const { condition } = matching;
      const all = { ...matching, condition: { ...condition, sql: condition.sql || 'true' } };
      return statement(`SELECT e.type, count(*) ${from(all)} GROUP BY e.type`)
        .raw()
        .all(valuesOf(matching)) as [string, number][];
    },
    /**
     * Returns the keys of a slice, best first. Ties order by newest date, then type and id, which only the entries have.
     * So it ranks first, and reads the entries of the best matches only. If many matches have the score of the last of
     * the slice, it looks for them among the newest entries.
     * @param total the number of matches if it is known; without it, all matches with that score are read
     */
    keys: (matching: Matching, { offset, limit }: Slice, total = 0): number[] => {
      if (limit === 0) return [];
      if (matching.preferred) return preferredFirst(matching, { offset, limit });
      const end = offset + limit;
      const best = statement(`SELECT key, score FROM (${scored(matching)}) ORDER BY score LIMIT @most`)
        .raw()
        .all({ ...valuesOf(matching), most: end + MAX_TIES }) as [number, number][];
      const edge = (best[end - 1] ?? best.at(-1))?.[1];
      if (edge === undefined) return [];
      if (best.length < end + MAX_TIES || best.at(-1)![1] > edge) {
        return newestFirst(best.filter(([, score]) => score <= edge)).slice(offset, end);
      }
      const better = best.filter(([, score]) => score < edge);
      const ties = newestTies(matching, { score: edge, needed: end - better.length, total });
      if (ties) return [...newestFirst(better), ...ties].slice(offset, end);
      return statement(
        `SELECT f.key FROM (${scored(matching)} ORDER BY f.rowid DESC LIMIT -1) f CROSS JOIN entry e ON e.key = f.key
         WHERE score <= @edge ORDER BY score, ${NEWEST} LIMIT @limit OFFSET @offset`,
      )
        .pluck()
        .all({ ...valuesOf(matching), edge, limit, offset }) as number[];
    },
  };
}
