import type { Database } from 'better-sqlite3';
import type { EntryType, SearchDocument, Suggestion } from '../search-engine.ts';
import { beginnings, CLASS_ORDER, oneTypoAway, rangeOf, typedBeginning } from '../suggest.ts';

/** An entry may begin alike several times: with its name, its legal name and a ticker. Then this many times more are read. */
const REPEATS = 4;

/**
 * Each place where a suggestion can begin, in the order in which they are read, and what suggestions show. Rows of `content`
 * have texts, so reading them would take longer. `place` is 0 for the title, and otherwise that of the text, from 1.
 */
export const SUGGESTION = `
  CREATE TABLE suggestion (
    class INTEGER NOT NULL,
    start TEXT NOT NULL,
    key INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (class, start, key)
  ) WITHOUT ROWID;
  CREATE TABLE suggested (
    key INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    slug TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    texts TEXT NOT NULL
  );`;

/** Both read a range of the primary key and end at a number of rows; a test checks their plans. */
export const SUGGEST = `SELECT s.key, e.type, e.slug, e.title, e.url,
  CASE s.place WHEN 0 THEN e.title ELSE e.texts ->> (s.place - 1) END
  FROM suggestion s CROSS JOIN suggested e ON e.key = s.key
  WHERE class = ? AND start >= ? AND start < ? ORDER BY start, s.key LIMIT ?`;
export const SUGGEST_NEAR = `SELECT near.value FROM json_each(?) near WHERE EXISTS (
  SELECT 1 FROM suggestion WHERE class = ? AND start >= near.value AND start < near.value || char(1114111))`;

type Row = [key: number, ...shown: [EntryType, string, string, string, string]];

/** Prepares the statements that suggest. Run those of one question in one transaction. */
export function prepareSuggest(db: Database) {
  const read = db.prepare<[number, string, string, number], Row>(SUGGEST).raw();
  const near = db.prepare<[string, number], string>(SUGGEST_NEAR).pluck();

  /** Adds what begins with a folded text, until there are enough. */
  function add(found: Map<number, Suggestion>, folded: string, places: number, limit: number): void {
    const { from, to } = rangeOf(folded);
    for (const most of [limit, limit * REPEATS]) {
      const rows = read.all(places, from, to, most);
      for (const [key, type, slug, title, url, match] of rows) {
        if (found.size < limit && !found.has(key)) found.set(key, { type, slug, title, url, match });
      }
      if (found.size >= limit || rows.length < most) return;
    }
  }

  return (typed: string, limit: number): Suggestion[] => {
    const folded = typedBeginning(typed);
    if (folded === '') return [];
    const found = new Map<number, Suggestion>();
    for (const each of CLASS_ORDER) if (found.size < limit) add(found, folded, each, limit);
    if (found.size > 0) return [...found.values()];
    const candidates = JSON.stringify(oneTypoAway(folded));
    for (const each of CLASS_ORDER) {
      for (const text of near.all(candidates, each)) {
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
  const show = db.prepare<[{ key: number; texts: string } & Omit<Suggestion, 'match'>]>(
    `INSERT INTO suggested (key, type, slug, title, url, texts) VALUES (@key, @type, @slug, @title, @url, @texts)`,
  );
  const hide = db.prepare<[number]>('DELETE FROM suggested WHERE key = ?');
  return {
    add: (key: number, { type, id, slug = id, title, url, suggest = [] }: SearchDocument): void => {
      if (suggest.length === 0) return;
      show.run({ key, type, slug, title, url, texts: JSON.stringify(suggest) });
      for (const { class: order, start, place } of beginnings({ type, suggest })) {
        insert.run(order, start, key, suggest[place] === title ? 0 : place + 1);
      }
    },
    remove: (key: number, entry: Pick<SearchDocument, 'type' | 'suggest'>): void => {
      hide.run(key);
      for (const each of beginnings(entry)) drop.run(each.class, each.start, key);
    },
  };
}
