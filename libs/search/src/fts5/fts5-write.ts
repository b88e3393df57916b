import type { Database } from 'better-sqlite3';
import type { Passage, SearchDocument, SearchKey } from '../search-engine.ts';
import { entryHash } from '../entry-hash.ts';
import type { EntryRow } from './fts5-read.ts';
import { indexOf, perIndex, type Index } from '../indexes.ts';
import { hasDigit, nameKey, tokenize } from '../tokens.ts';

/** Separates two texts of a body, so that no phrase matches across them. `tokenize` never returns it. */
const BOUNDARY = ' \ue000 ';
/** Shorter words never replace a mistyped one, because words with fewer than 5 letters may have no typo. */
const SHORTEST_WORD = 4;

const tokensOf = (text: string) => tokenize(text).map((token) => token.text);
const joinTokens = (texts: string[]) =>
  texts
    .map((text) => tokensOf(text).join(' '))
    .filter((tokens) => tokens !== '')
    .join(BOUNDARY);
/** The value of each column of a full-text table, in their order. */
const columnsOf = (names: string[], title: string, passages: Passage[]) =>
  [
    joinTokens(names),
    joinTokens([title]),
    joinTokens(passages.flatMap((passage) => [passage.title, passage.text])),
  ] as const;

type Stored = Pick<EntryRow, 'title' | 'passages'> & { key: number; names: string };

/** The statements that write; run them in a transaction. */
export function prepareWriter(db: Database) {
  const find = db.prepare<[string, string], Stored>(
    'SELECT key, names, title, passages FROM entry JOIN content USING (key) WHERE type = ? AND id = ?',
  );
  const upsertEntry = db
    .prepare<[string, string, string, string], number>(
      `INSERT INTO entry (type, id, date, name_keys) VALUES (?, ?, ?, ?)
       ON CONFLICT (type, id) DO UPDATE SET date = excluded.date, name_keys = excluded.name_keys RETURNING key`,
    )
    .pluck();
  const setContent = db.prepare<[number, string, string, string, string, string, string]>(
    'INSERT OR REPLACE INTO content (key, url, names, title, excerpt, passages, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const dropContent = db.prepare<[number]>('DELETE FROM content WHERE key = ?');
  const dropEntry = db.prepare<[number]>('DELETE FROM entry WHERE key = ?');
  const addWord = db.prepare<[string]>('INSERT OR IGNORE INTO word (word) VALUES (?)');
  const prepareIndex = (index: Index) => ({
    add: db.prepare<[number, string, string, string]>(
      `INSERT INTO ${index} (rowid, names, title, body) VALUES (?, ?, ?, ?)`,
    ),
    // A delete from a full-text table without content needs the old texts. `contentless_delete` would not need that, but leaves
    // the row count and lengths of the deleted in the averages, so that every replacement would shift the ranking.
    drop: db.prepare<[number, string, string, string]>(
      `INSERT INTO ${index} (${index}, rowid, names, title, body) VALUES ('delete', ?, ?, ?, ?)`,
    ),
  });
  const indexes = perIndex(prepareIndex);

  function dropTokens(index: Index, stored: Stored): void {
    const [names, passages] = [
      JSON.parse(stored.names) as string[],
      JSON.parse(stored.passages) as Passage[],
    ];
    indexes[index].drop.run(stored.key, ...columnsOf(names, stored.title, passages));
  }

  return {
    put: (document: SearchDocument): void => {
      const { type, id, date, url, names = [], title, excerpt, passages } = document;
      const index = indexOf(type);
      const stored = find.get(type, id);
      if (stored) dropTokens(index, stored);
      const key = upsertEntry.get(type, id, date, names.map((name) => nameKey(tokensOf(name))).join(''))!;
      const [namesJson, passagesJson] = [JSON.stringify(names), JSON.stringify(passages)];
      setContent.run(key, url, namesJson, title, excerpt, passagesJson, entryHash(document));
      const texts = columnsOf(names, title, passages);
      indexes[index].add.run(key, ...texts);
      for (const word of new Set(texts.join(' ').split(' '))) {
        if (word.length >= SHORTEST_WORD && !hasDigit(word)) addWord.run(word);
      }
    },
    remove: ({ type, id }: SearchKey): void => {
      const stored = find.get(type, id);
      if (!stored) return;
      dropTokens(indexOf(type), stored);
      dropContent.run(stored.key);
      dropEntry.run(stored.key);
    },
  };
}
