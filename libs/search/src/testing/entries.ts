import type { SearchDocument } from '../search-engine.ts';
import { connect } from '../fts5/fts5-file.ts';
import { STORED } from '../indexes.ts';
import { isEntry } from '../meilisearch/meilisearch-about.ts';
import { SHOWN, type StoredEntry } from '../meilisearch/meilisearch-entry.ts';
import { searchServer } from '../meilisearch/meilisearch-server.ts';

/** The content of an index. */
interface Held {
  entries: SearchDocument[];
  /** Only of an index in a file: its words, as field, word, entries with the word, and occurrences: `body iron 30 6000`. */
  words: string[];
}

const PAGE = 500;

/** Reads the whole content of an index, found or not. */
export const readAll = (url: string, key: string | undefined): Promise<Held> | Held =>
  url.startsWith('sqlite:') ? readFile(url.slice('sqlite:'.length)) : readServer(url, key);

function readFile(path: string): Held {
  const db = connect(path);
  try {
    const rows = db
      .prepare<[], Omit<SearchDocument, 'names' | 'passages'> & { names: string; passages: string }>(
        'SELECT type, id, slug, names, title, excerpt, url, date, passages FROM entry LEFT JOIN content USING (key)',
      )
      .all();
    const words = STORED.flatMap((index) => {
      db.exec(`CREATE VIRTUAL TABLE temp.${index}_words USING fts5vocab(main, ${index}, col)`);
      return db
        .prepare<[], string>(`SELECT col || ' ' || term || ' ' || doc || ' ' || cnt FROM ${index}_words`)
        .pluck()
        .all();
    });
    const entries = rows.map((row) => ({
      ...row,
      names: JSON.parse(row.names) as string[],
      passages: JSON.parse(row.passages) as SearchDocument['passages'],
    }));
    return { entries, words };
  } finally {
    db.close();
  }
}

async function readServer(url: string, key: string | undefined): Promise<Held> {
  const { reader, uids } = searchServer(url, { key });
  const entries: SearchDocument[] = [];
  for (const index of STORED) {
    for (let offset = 0; ; offset += PAGE) {
      const page = await reader
        .index<StoredEntry>(uids[index])
        .getDocuments({ limit: PAGE, offset, fields: [...SHOWN] });
      for (const { key, ...entry } of page.results) if (isEntry({ key })) entries.push(entry);
      if (page.results.length < PAGE) break;
    }
  }
  return { entries, words: [] };
}
