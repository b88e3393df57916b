import type { Database } from '@dossier/sqlite';
import type { TextVector } from '../embeddings/nearest.ts';
import type { Passage, SearchDocument, SearchKey } from '../search-engine.ts';
import { entryHash } from '../entries/entry-hash.ts';
import type { ContentRow } from './fts5-read.ts';
import { prepareSuggestWriter } from './fts5-suggest.ts';
import { prepareVectorWriter } from './fts5-vectors.ts';
import { indexOf, isFound, perStored, type StoredIndex } from '../indexes.ts';
import { countStems } from '../entries/stem-counts.ts';
import { keysOfEntry, rankedKeys, tokensOfEntry, type EntryTokens } from '../entries/entry-tokens.ts';
import { hasDigit } from '../words/tokens.ts';

/** Separates two texts of a body, so that no phrase matches across them. `tokenize` never returns it. */
const BOUNDARY = ' \ue000 ';
/** Shorter words never replace a mistyped one, because words with fewer than 5 letters may have no typo. */
const SHORTEST_WORD = 4;

const join = (texts: string[][]) => texts.map((tokens) => tokens.join(' ')).join(BOUNDARY);
/** The value of each column of a full-text table, in their order. */
const columnsOf = ({ names, title, body, forms }: EntryTokens) =>
  [join(names), title.join(' '), join([...body, ...forms])] as const;
/** The text of a bag: each stem as often as it counts. */
const bagText = (tokens: EntryTokens) =>
  [...countStems(tokens).times].map(([stem, times]) => Array<string>(times).fill(stem).join(' ')).join(' ');

type Stored = Pick<ContentRow, 'title' | 'passages' | 'names' | 'aliases' | 'suggest'> & { key: number };

/** The statements that write; run them in a transaction. */
export function prepareWriter(db: Database) {
  const find = db.prepare<[string, string], Stored>(
    'SELECT key, names, aliases, title, passages, suggest FROM entry JOIN content USING (key) WHERE type = ? AND id = ?',
  );
  const upsertEntry = db
    .prepare<[string, string, string, string], number>(
      `INSERT INTO entry (type, id, date, form) VALUES (?, ?, ?, ?) ON CONFLICT (type, id) DO UPDATE
       SET date = excluded.date, form = excluded.form RETURNING key`,
    )
    .pluck();
  const setContent = db.prepare<[{ key: number } & Record<keyof ContentRow, string>]>(
    `INSERT OR REPLACE INTO content (key, slug, url, companies, suggest, names, aliases, title, excerpt, passages, hash)
     VALUES (@key, @slug, @url, @companies, @suggest, @names, @aliases, @title, @excerpt, @passages, @hash)`,
  );
  const addCompany = db.prepare<[number, number]>(
    'INSERT OR IGNORE INTO entry_company (key, company) VALUES (?, ?)',
  );
  const dropCompanies = db.prepare<[number]>('DELETE FROM entry_company WHERE key = ?');
  const dropContent = db.prepare<[number]>('DELETE FROM content WHERE key = ?');
  const dropEntry = db.prepare<[number]>('DELETE FROM entry WHERE key = ?');
  const addWord = db.prepare<[string]>('INSERT OR IGNORE INTO word (word) VALUES (?)');
  const addKey = db.prepare<[number, string, number]>(
    'INSERT OR IGNORE INTO name_key (rank, name, key) VALUES (?, ?, ?)',
  );
  const dropKey = db.prepare<[string, number]>('DELETE FROM name_key WHERE name = ? AND key = ?');
  const prepareIndex = (index: StoredIndex) => ({
    add: db.prepare<[number, string, string, string]>(
      `INSERT INTO ${index} (rowid, names, title, body) VALUES (?, ?, ?, ?)`,
    ),
    // A delete from a full-text table without content needs the old texts. `contentless_delete` would not need that, but leaves
    // the row count and lengths of the deleted in the averages, so that every replacement would shift the ranking.
    drop: db.prepare<[number, string, string, string]>(
      `INSERT INTO ${index} (${index}, rowid, names, title, body) VALUES ('delete', ?, ?, ?, ?)`,
    ),
    addBag: db.prepare<[number, string]>(`INSERT INTO ${index}_bag (rowid, bag) VALUES (?, ?)`),
    dropBag: db.prepare<[number, string]>(
      `INSERT INTO ${index}_bag (${index}_bag, rowid, bag) VALUES ('delete', ?, ?)`,
    ),
  });
  const indexes = perStored(prepareIndex);
  const suggestions = prepareSuggestWriter(db);
  const vectors = prepareVectorWriter(db);

  /** Drops what finds an entry: its tokens, its beginnings and its companies. */
  function dropParts({ type }: SearchKey, stored: Stored): void {
    const { key, title } = stored;
    suggestions.remove(key, { type, suggest: JSON.parse(stored.suggest) as string[] });
    dropCompanies.run(key);
    vectors.drop(key);
    if (!isFound(type)) return;
    const texts = {
      names: JSON.parse(stored.names) as string[],
      aliases: JSON.parse(stored.aliases) as string[],
      passages: JSON.parse(stored.passages) as Passage[],
      ...{ type, title },
    };
    for (const name of keysOfEntry(texts).keys) dropKey.run(name, key);
    const tokens = tokensOfEntry(texts);
    const index = indexes[indexOf(type)];
    index.drop.run(key, ...columnsOf(tokens));
    index.dropBag.run(key, bagText(tokens));
  }

  return {
    put: (document: SearchDocument, embedded?: { model: string; vectors: TextVector[] }): void => {
      const { type, id, slug = id, date, form = '', names = [], companies = [], passages } = document;
      const { url, title, excerpt, aliases = [], suggest = [] } = document;
      const stored = find.get(type, id);
      if (stored) dropParts(document, stored);
      const key = upsertEntry.get(type, id, date, form.toLowerCase())!;
      const json = {
        companies: JSON.stringify(companies),
        suggest: JSON.stringify(suggest),
        names: JSON.stringify(names),
        aliases: JSON.stringify(aliases),
        passages: JSON.stringify(passages),
      };
      setContent.run({ key, slug, url, title, excerpt, ...json, hash: entryHash(document) });
      for (const company of companies) addCompany.run(key, company);
      suggestions.add(key, document);
      if (embedded) vectors.add(key, embedded.model, embedded.vectors);
      if (!isFound(type)) return;
      for (const { name, rank } of rankedKeys(document)) addKey.run(rank, name, key);
      const tokens = tokensOfEntry(document);
      const texts = columnsOf(tokens);
      const index = indexes[indexOf(type)];
      index.add.run(key, ...texts);
      index.addBag.run(key, bagText(tokens));
      for (const word of new Set(texts.join(' ').split(' '))) {
        if (word.length >= SHORTEST_WORD && !hasDigit(word)) addWord.run(word);
      }
    },
    remove: (entry: SearchKey): void => {
      const stored = find.get(entry.type, entry.id);
      if (!stored) return;
      dropParts(entry, stored);
      dropContent.run(stored.key);
      dropEntry.run(stored.key);
    },
  };
}
