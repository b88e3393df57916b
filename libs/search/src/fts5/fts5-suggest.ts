import type { Database } from 'better-sqlite3';
import type { SearchDocument, Suggestion } from '../search-engine.ts';
import { beginnings, CLASS_ORDER, foldBeginning, oneTypoAway, rangeOf } from '../suggest.ts';

/** An entry may begin alike several times: with its name, its legal name and a ticker. */
const REPEATS = 3;

/** Each place where a suggestion can begin, in the order in which they are read. */
export const SUGGESTION = `
  CREATE TABLE suggestion (
    class INTEGER NOT NULL,
    start TEXT NOT NULL,
    key INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (class, start, key)
  ) WITHOUT ROWID;`;

const IN_RANGE = 'class = @class AND start >= @from AND start < @to';
/** Both read a range of the primary key and end at a number of rows; a test checks their plans. */
export const SUGGEST = `SELECT e.type, c.slug, c.title, c.url, coalesce(c.suggest ->> s.place, c.title) AS match, s.key
  FROM (SELECT key, place, start FROM suggestion WHERE ${IN_RANGE} ORDER BY start, key LIMIT @most) s
  CROSS JOIN entry e ON e.key = s.key CROSS JOIN content c ON c.key = s.key ORDER BY s.start, s.key`;
export const SUGGEST_NEAR = `SELECT near.value FROM json_each(@near) near WHERE EXISTS (
  SELECT 1 FROM suggestion WHERE class = @class AND start >= near.value AND start < near.value || char(1114111))`;

type Row = Suggestion & { key: number };

/** Prepares the statements that suggest. Run those of one question in one transaction. */
export function prepareSuggest(db: Database) {
  const read = db.prepare<[{ class: number; from: string; to: string; most: number }], Row>(SUGGEST);
  const near = db.prepare<[{ class: number; near: string }], string>(SUGGEST_NEAR).pluck();

  /** Adds what begins with a folded text, until there are enough. */
  function add(found: Map<number, Suggestion>, folded: string, places: number, limit: number): void {
    const most = limit * REPEATS;
    for (const { key, ...suggestion } of read.all({ class: places, ...rangeOf(folded), most })) {
      if (found.size < limit && !found.has(key)) found.set(key, suggestion);
    }
  }

  return (typed: string, limit: number): Suggestion[] => {
    const folded = foldBeginning(typed);
    if (folded === '') return [];
    const found = new Map<number, Suggestion>();
    for (const each of CLASS_ORDER) if (found.size < limit) add(found, folded, each, limit);
    if (found.size > 0) return [...found.values()];
    const candidates = JSON.stringify(oneTypoAway(folded));
    for (const each of CLASS_ORDER) {
      for (const text of near.all({ class: each, near: candidates })) {
        if (found.size < limit) add(found, text, each, limit);
      }
    }
    return [...found.values()];
  };
}

/** Prepares the statements that write what an entry is suggested by. */
export function prepareSuggestWriter(db: Database) {
  const insert = db.prepare<[number, string, number, number]>(
    'INSERT OR IGNORE INTO suggestion (class, start, key, place) VALUES (?, ?, ?, ?)',
  );
  const drop = db.prepare<[number, string, number]>(
    'DELETE FROM suggestion WHERE class = ? AND start = ? AND key = ?',
  );
  return {
    add: (key: number, entry: Pick<SearchDocument, 'type' | 'suggest'>): void => {
      for (const each of beginnings(entry)) insert.run(each.class, each.start, key, each.place);
    },
    remove: (key: number, entry: Pick<SearchDocument, 'type' | 'suggest'>): void => {
      for (const each of beginnings(entry)) drop.run(each.class, each.start, key);
    },
  };
}
