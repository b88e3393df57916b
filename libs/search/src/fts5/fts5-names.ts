import type { Database, Statement } from '@dossier/sqlite';
import type { Condition } from './fts5-filter.ts';
import { phrase } from './fts5-match.ts';
import { KEY_RANK, type KeyOwner } from '../names/name-spans.ts';
import { MAX_NEAR, type Named, type NearNames } from '../query/named.ts';
import type { SearchResultType } from '../search-engine.ts';

/** The end of the texts that begin with another. */
const END = '\u{10ffff}';
/** How many names of a beginning are compared. Names of one entry count apart. */
const MAX_READ = 200;

interface Row {
  key: number;
  name: string;
  rank: number;
  title: string;
}

/** Prepares reading entries by their names. */
export function prepareNames(db: Database) {
  const prepared = new Map<string, Statement<[Record<string, unknown>], Row>>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare<[Record<string, unknown>], Row>(sql);
    prepared.set(sql, known);
    return known;
  };
  const condition = ({ sql }: Condition) => (sql === '' ? '' : `AND ${sql}`);
  const OF_TYPES = 'e.type IN (SELECT value FROM json_each(@ofTypes))';

  return {
    /** Returns the entries that are named, newest first within their types. */
    named: ({ keys, rank, types, period }: Named, filter: Condition): number[] => {
      const inPeriod = period ? `AND n.key IN (SELECT rowid FROM explore WHERE explore MATCH @period)` : '';
      const sql = `SELECT n.key, n.name FROM json_each(@keys) k CROSS JOIN name_key n CROSS JOIN entry e
        ON n.name = k.value AND e.key = n.key WHERE n.rank >= @rank AND ${OF_TYPES} ${condition(filter)} ${inPeriod}
        ORDER BY e.type, e.date DESC, e.id`;
      const rows = statement(sql).all({
        ...filter.values,
        keys: JSON.stringify(keys),
        rank: KEY_RANK[rank],
        ofTypes: JSON.stringify(types),
        ...(period && { period: phrase(period) }),
      });
      return [...new Set(rows.map(({ key }) => key))];
    },
    /** Returns the companies that have any of these keys. */
    owners: (keys: string[]): KeyOwner<number>[] => {
      const sql = `SELECT n.key, n.name, n.rank, c.title FROM json_each(@keys) k CROSS JOIN name_key n
        CROSS JOIN entry e CROSS JOIN content c ON n.name = k.value AND e.key = n.key AND c.key = n.key
        WHERE e.type = 'company' ORDER BY n.rank DESC, e.date DESC, e.id`;
      const rows = statement(sql).all({ keys: JSON.stringify(keys) });
      return rows.map(({ key, name, rank, title }) => ({ key: name, owner: key, rank, title }));
    },
    /** Returns the keys that meet a condition, in their order. */
    meeting: (keys: number[], filter: Condition): number[] => {
      if (filter.sql === '' || keys.length === 0) return keys;
      const sql = `SELECT e.key, '' AS name FROM entry e
        WHERE e.key IN (SELECT value FROM json_each(@keys)) ${condition(filter)}`;
      const rows = statement(sql).all({ ...filter.values, keys: JSON.stringify(keys) });
      const met = new Set(rows.map(({ key }) => key));
      return keys.filter((key) => met.has(key));
    },
    /** Returns entries whose names are nearly the query: the shortest of each beginning first, completions before typos. */
    near: ({ beginnings, typos }: NearNames, types: SearchResultType[], filter: Condition): number[] => {
      const values = { ...filter.values, ofTypes: JSON.stringify(types), most: MAX_READ };
      const rest = `n.rank > 0 AND ${OF_TYPES} ${condition(filter)}
        ORDER BY length(n.name), e.type, e.date DESC, e.id LIMIT @most`;
      const beginning = statement(
        `SELECT n.key, n.name FROM name_key n CROSS JOIN entry e ON e.key = n.key
         WHERE n.name >= @from AND n.name < @to AND ${rest}`,
      );
      const typo = statement(
        `SELECT n.key, n.name FROM json_each(@keys) k CROSS JOIN name_key n CROSS JOIN entry e
         ON n.name = k.value AND e.key = n.key WHERE ${rest}`,
      );
      const longer = beginnings.flatMap((key) => beginning.all({ ...values, from: key, to: key + END }));
      const mistyped = typo.all({ ...values, keys: JSON.stringify(typos) });
      return [...new Set([...longer, ...mistyped].map(({ key }) => key))].slice(0, MAX_NEAR);
    },
  };
}
