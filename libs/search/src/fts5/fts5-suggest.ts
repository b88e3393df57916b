import type { Database, Statement } from '@dossier/sqlite';
import type { SearchDocument, Suggestion } from '../search-engine.ts';
import { beginnings, CLASS_ORDER, rangeOf, typedBeginnings } from '../query/suggest.ts';

/** An entry may begin alike several times: with its name, its legal name and a ticker. Then this many times more are read. */
const REPEATS = 16;

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

/** Returns the query for what begins with a text, in the order of the classes. A test checks the plans of both queries. */
const suggestIn = (classes: readonly number[]) => `SELECT s.key, e.type, e.slug, e.title, e.url,
  CASE s.place WHEN 0 THEN NULL ELSE e.texts ->> (s.place - 1) END AS match
  FROM suggestion s CROSS JOIN suggested e ON e.key = s.key
  WHERE class IN (${classes.join()}) AND start >= ? AND start < ? ORDER BY class, start, s.key LIMIT ?`;
export const SUGGEST = suggestIn(CLASS_ORDER);
export const SUGGEST_NEAR = `SELECT near.value FROM json_each(?) near WHERE EXISTS (
  SELECT 1 FROM suggestion WHERE class = ? AND start >= near.value AND start < near.value || char(1114111))`;

/** `match` is null for the title, so that a title is read once. */
type Row = Omit<Suggestion, 'match'> & { key: number; match: string | null };
type Read = Statement<[string, string, number], Row>;

/** Prepares the statements that suggest. Run one query in one transaction. */
export function prepareSuggest(db: Database) {
  const all: Read = db.prepare(SUGGEST);
  const inClass = CLASS_ORDER.map((each): Read => db.prepare(suggestIn([each])));
  const near = db.prepare<[string, number], string>(SUGGEST_NEAR).pluck();

  /** Adds what begins with a key, until there are enough. */
  function add(found: Map<number, Suggestion>, read: Read, beginning: string, limit: number): void {
    const { from, to } = rangeOf(beginning);
    for (const most of [limit, limit * REPEATS]) {
      const rows = read.all(from, to, most);
      for (const { key, type, slug, title, url, match } of rows) {
        if (found.size < limit && !found.has(key))
          found.set(key, { type, slug, title, url, match: match ?? title });
      }
      if (found.size >= limit || rows.length < most) return;
    }
  }

  return (typed: string, limit: number): Suggestion[] => {
    const found = new Map<number, Suggestion>();
    for (const step of typedBeginnings(typed)) {
      const [only, ...others] = step;
      if (others.length === 0) add(found, all, only!, limit);
      else {
        const candidates = JSON.stringify(step);
        inClass.forEach((read, place) => {
          for (const text of near.all(candidates, CLASS_ORDER[place]!)) {
            if (found.size < limit) add(found, read, text, limit);
          }
        });
      }
      if (found.size > 0) break;
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
