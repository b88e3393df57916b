import { openSqlite } from '@dossier/sqlite';
import { stemmer } from 'stemmer';
import { plainBm25, plainWords } from './relevance-bm25.ts';
import type { Text } from './relevance-collection.ts';

/** Finds the ids of the best texts for a question. */
type PlainSearch = (question: string, limit: number) => string[];

/** The methods that our engines are compared with. They find texts with any word of the question. */
export const PLAIN = {
  'BM25, Porter': (texts: Text[]): PlainSearch =>
    plainBm25(texts, (text) => plainWords(text).map((word) => stemmer(word))),
  'raw FTS5': rawFts5,
};
export type PlainName = keyof typeof PLAIN;

/** A full-text table with the defaults of FTS5, asked for any word of the question, ordered by its rank. */
function rawFts5(texts: Text[]): PlainSearch {
  const db = openSqlite(':memory:');
  db.exec('CREATE VIRTUAL TABLE texts USING fts5(text)');
  const add = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  db.transaction(() => texts.forEach(({ text }, place) => add.run(place + 1, text)))();
  const find = db
    .prepare<[string, number], number>('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?')
    .pluck();
  return (question, limit) => {
    const words = [...new Set(plainWords(question))].map((word) => `"${word}"`);
    return words.length === 0 ? [] : find.all(words.join(' OR '), limit).map((row) => texts[row - 1]!.id);
  };
}
