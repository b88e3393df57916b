import type { Database } from '@dossier/sqlite';
import type { EntryType } from '../search-engine.ts';
import { phrase } from './fts5-match.ts';
import { storedFor, type Texts } from '../indexes.ts';
import type { Vocabulary } from '../query/lookup.ts';
import { stemOf } from '../words/stems.ts';
import { nearestWords, typosAllowed, withoutFirst } from '../words/typos.ts';

/** A row of `content`. The lists are JSON. */
export interface ContentRow {
  slug: string;
  url: string;
  companies: string;
  suggest: string;
  names: string;
  aliases: string;
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

export type Reader = ReturnType<typeof prepareReader>;

/** Prepares the statements that read the words and entries of a search. Run one query in one transaction. */
export function prepareReader(db: Database, texts: Texts) {
  const tables = Object.values(storedFor(texts));
  const occursIn = tables.map((table) => db.prepare(`SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`));
  const stemIn = tables.map((table) =>
    db.prepare(`SELECT 1 FROM ${table}_bag WHERE ${table}_bag MATCH ? LIMIT 1`),
  );
  const wordsLike = db
    .prepare<[string, string, number, number], string>(
      'SELECT word FROM word WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ?',
    )
    .pluck();
  const wordsWithout = db
    .prepare<[string, string], string>(
      `SELECT word FROM word WHERE substr(word, 2) IN (SELECT value FROM json_each(?))
       UNION SELECT word FROM word WHERE word IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  const entry = db.prepare<[number], EntryRow>(
    'SELECT type, id, date, slug, url, title, excerpt, passages FROM entry JOIN content USING (key) WHERE key = ?',
  );

  const isWritten = (tokens: string[]) => occursIn.some((find) => find.get(phrase(tokens)) !== undefined);
  const hasForm = (word: string) => stemIn.some((find) => find.get(phrase([stemOf(word)])) !== undefined);
  const vocabulary: Vocabulary = {
    count: (tokens) => Number(isWritten(tokens) || (tokens.length === 1 && hasForm(tokens[0]!))),
    nearest(word) {
      const typos = typosAllowed(word);
      const [from, upTo] = [word[0]!, `${word[0]!}\u{10ffff}`];
      const { rests, whole } = withoutFirst(word);
      const candidates = new Set([
        ...wordsLike.all(from, upTo, word.length - typos, word.length + typos),
        ...wordsWithout.all(JSON.stringify(rests), JSON.stringify(whole)),
      ]);
      // The list of words also has words whose entries were deleted.
      return nearestWords(word, [...candidates], (candidate) => isWritten([candidate]));
    },
  };

  return { vocabulary, entry: (key: number): EntryRow => entry.get(key)! };
}
