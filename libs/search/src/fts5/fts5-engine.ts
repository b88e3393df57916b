import { inParts } from '@dossier/shared';
import type { Database } from '@dossier/sqlite';
import {
  refuseTaken,
  type Passage,
  type SearchEngine,
  type SearchPage,
  type SearchQuery,
} from '../search-engine.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { embedEntries, hasMeaning } from '../embeddings/nearest.ts';
import { claim, isFilled, markFilled, prepareOwner } from './fts5-about.ts';
import { checkFile } from './fts5-check.ts';
import { guard } from './fts5-guard.ts';
import { keptIn } from './fts5-kept.ts';
import { prepareList } from './fts5-list.ts';
import { resolve } from '../query/lookup.ts';
import { conditionOf } from './fts5-filter.ts';
import { prepareFind, type Meaning } from './fts5-find.ts';
import { prepareReader } from './fts5-read.ts';
import { prepareSuggest } from './fts5-suggest.ts';
import { prepareStored } from './fts5-vectors.ts';
import { prepareWriter } from './fts5-write.ts';
import type { Texts } from '../indexes.ts';
import { twoIndexPage } from '../results/paging.ts';
import { parseQuery } from '../query/query.ts';
import { highlighted } from '../results/highlight-terms.ts';
import { searchWithNews } from '../results/search-news.ts';
import { nothing, toResult } from '../results/result.ts';

/** Other programs can write between transactions of so many entries. */
const WRITTEN_AT_ONCE = 1_000;

/**
 * The embedded engine, on a file that `openFile` opened. Closing the engine closes the file.
 * @param database the id of the database that it is opened for
 * @param embedder makes vectors; its queries need `loadVectors`
 * @param stored returns the existing vectors of entries; by default from the file
 */
export function fts5Engine(
  db: Database,
  database?: string,
  embedder?: Embedder,
  stored = prepareStored(db),
): SearchEngine {
  const statements = { documents: prepareStatements(db, 'documents'), news: prepareStatements(db, 'news') };
  const suggest = prepareSuggest(db);
  const writer = prepareWriter(db);
  const list = prepareList(db);
  const owner = prepareOwner(db);
  const kept = keptIn<ByWords>(db);
  // Made once: making it takes as long as a suggestion reads.
  const inTransaction = db.transaction((work: () => unknown) => {
    // Checked each time, because another program may swap in the index of another database.
    if (database !== undefined) refuseTaken(owner(), database);
    return work();
  });
  const read = <T>(work: () => T): T => guard(() => inTransaction(work) as T);
  // Begins as a write: a transaction that reads first fails when another process writes.
  const write = (work: () => void): void =>
    guard(() => {
      kept.drop();
      db.transaction(() => {
        claim(db, database);
        work();
      }).immediate();
    });
  return {
    search: (asked) =>
      searchWithNews(asked, async (query, texts) => {
        const byWords = read(() => kept.find(query, () => search(statements[texts], query)));
        if (!embedder || !byWords.mayFindMore) return byWords.page;
        const vector = await embedder.vectorOf(query.text);
        if (!vector) return byWords.page;
        return read(() => search(statements[texts], query, { model: embedder.model, vector })).page;
      }),
    suggest: async (typed, limit) => read(() => suggest(typed, limit)),
    put: async (documents) => {
      if (!embedder) {
        for (const part of inParts(documents, WRITTEN_AT_ONCE))
          write(() => part.forEach((document) => writer.put(document)));
        return;
      }
      const { model } = embedder;
      // Outside the transactions, which keep other processes from writing.
      for await (const batch of embedEntries(documents, embedder, async (keys) => read(() => stored(keys)))) {
        write(() => batch.forEach(({ document, vectors }) => writer.put(document, { model, vectors })));
      }
    },
    remove: async (keys) => {
      for (const part of inParts(keys, WRITTEN_AT_ONCE)) write(() => part.forEach(writer.remove));
    },
    hashes: async (keys) => read(() => keys.map(list.hash)),
    async *keys() {
      let page = read(() => list.keysAfter(0));
      for (; page.length > 0; page = read(() => list.keysAfter(page.at(-1)!.key))) {
        yield page.map(({ type, id }) => ({ type, id }));
      }
    },
    check: () => checkFile(db, read),
    isFilled: async () => read(() => isFilled(db)),
    markFilled: async () => write(() => markFilled(db)),
    close: async () => {
      db.close();
    },
  };
}

/** What a query finds without a vector, and whether its vector would find more. */
interface ByWords {
  page: SearchPage;
  mayFindMore: boolean;
}

type Statements = ReturnType<typeof prepareStatements>;
const prepareStatements = (db: Database, texts: Texts) => ({
  texts,
  reader: prepareReader(db, texts),
  find: prepareFind(db, texts),
});

/** Answers a query, and returns whether its vector would find more. */
function search({ texts, reader, find }: Statements, query: SearchQuery, meaning?: Meaning): ByWords {
  const parsed = parseQuery(query.text, texts);
  if (parsed.terms.length === 0) return { page: nothing(query), mayFindMore: false };
  const lookups = resolve(parsed.terms, reader.vocabulary);
  const { totals, keys, types, partial, isRelaxed } = find(parsed, lookups, conditionOf(query), meaning);
  const { first, second } = twoIndexPage(query, totals.documents);
  const rows = [...keys('documents', first), ...keys('explore', second)].map(reader.entry);
  const terms = highlighted(parsed, lookups);
  const page: SearchPage = {
    total: totals.documents + totals.explore,
    results: rows.map((row) => toResult({ ...row, passages: JSON.parse(row.passages) as Passage[] }, terms)),
    ...(query.countTypes && { types: types(), partial: partial() }),
  };
  return { page, mayFindMore: isRelaxed && hasMeaning(parsed) };
}
