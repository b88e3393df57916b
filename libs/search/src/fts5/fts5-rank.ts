import type { Database, Statement } from 'better-sqlite3';
import type { Condition } from './fts5-filter.ts';
import type { Slice } from '../paging.ts';
import { NAME_WEIGHT, TITLE_WEIGHT } from '../weights.ts';

/** The matches of an expression in a full-text table. */
export interface Matching {
  /** A table of words, or a bag of stems. */
  table: string;
  expression: string;
  condition: Condition;
  /** The keys of entries that are listed elsewhere. */
  without?: number[];
  /** Entries that match this in a table of words come first, and entries that match the other never. */
  preferred?: { expression: string; table: string };
  excluded?: { expression: string; table: string };
}

type Values = Record<string, unknown>;

/** Prepares reading ranked matches. Questions with equal filters share statements. */
export function prepareRanking(db: Database) {
  const prepared = new Map<string, Statement<[Values]>>();
  const statement = (sql: string): Statement<[Values]> => {
    const known = prepared.get(sql) ?? db.prepare<[Values]>(sql);
    prepared.set(sql, known);
    return known;
  };
  const valuesOf = ({ expression, condition, without = [], preferred, excluded }: Matching): Values => ({
    ...condition.values,
    expression,
    ...(without.length > 0 && { without: JSON.stringify(without) }),
    ...(preferred && { preferred: preferred.expression }),
    ...(excluded && { excluded: excluded.expression }),
  });
  /** The rows that match, without reading entries unless a condition needs them. */
  const from = ({ table, condition, without = [], excluded }: Matching) => {
    const parts = [
      `f.${table} MATCH @expression`,
      ...(without.length > 0 ? ['f.rowid NOT IN (SELECT value FROM json_each(@without))'] : []),
      ...(excluded
        ? [`f.rowid NOT IN (SELECT rowid FROM ${excluded.table} WHERE ${excluded.table} MATCH @excluded)`]
        : []),
      ...(condition.sql === '' ? [] : [condition.sql]),
    ];
    // CROSS JOIN makes SQLite scan the full-text table and look entries up by key.
    const entry = condition.sql === '' ? '' : 'CROSS JOIN entry e ON e.key = f.rowid';
    return `FROM ${table} f ${entry} WHERE ${parts.join(' AND ')}`;
  };

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
     * Returns the keys of a slice, best first. Ties order by newest date, then type and id, which only the entries have: so
     * it reads the entries that rank at least as high as the last of the slice, not all that match.
     */
    keys: (matching: Matching, { offset, limit }: Slice): number[] => {
      if (limit === 0) return [];
      const { table, preferred } = matching;
      const weights = table.endsWith('_bag') ? '' : `, ${NAME_WEIGHT}, ${TITLE_WEIGHT}, 1`;
      const found = `found AS MATERIALIZED (SELECT f.rowid AS key, bm25(f.${table}${weights}) AS score ${from(matching)})`;
      const sql = preferred
        ? `WITH ${found} SELECT f.key FROM found f CROSS JOIN entry e ON e.key = f.key
           ORDER BY f.key IN (SELECT rowid FROM ${preferred.table} WHERE ${preferred.table} MATCH @preferred) DESC,
           score, e.date DESC, e.type, e.id LIMIT @limit OFFSET @offset`
        : `WITH ${found} SELECT f.key FROM found f CROSS JOIN entry e ON e.key = f.key
           WHERE score <= coalesce((SELECT score FROM found ORDER BY score LIMIT 1 OFFSET @last), 0)
           ORDER BY score, e.date DESC, e.type, e.id LIMIT @limit OFFSET @offset`;
      return statement(sql)
        .pluck()
        .all({
          ...valuesOf(matching),
          limit,
          offset,
          ...(!preferred && { last: offset + limit - 1 }),
        }) as number[];
    },
  };
}
