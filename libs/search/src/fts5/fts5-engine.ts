import type { Database } from 'better-sqlite3';
import {
  refuseTaken,
  type Passage,
  type SearchEngine,
  type SearchPage,
  type SearchQuery,
} from '../search-engine.ts';
import { claim, prepareOwner } from './fts5-about.ts';
import { checkFile } from './fts5-check.ts';
import { guard } from './fts5-guard.ts';
import { prepareList } from './fts5-list.ts';
import { resolve } from '../lookup.ts';
import { conditionOf } from './fts5-filter.ts';
import { prepareFind } from './fts5-find.ts';
import { prepareReader, type Reader } from './fts5-read.ts';
import { prepareSuggest } from './fts5-suggest.ts';
import { prepareWriter } from './fts5-write.ts';
import { twoIndexPage } from '../paging.ts';
import { readQuestion } from '../query.ts';
import { highlighted } from '../highlight-terms.ts';
import { nothing, toResult } from '../result.ts';

/**
 * The embedded engine, on a file that `openFile` opened. Closing the engine closes the file.
 * @param database the id of the database that it is opened for
 */
export function fts5Engine(db: Database, database?: string): SearchEngine {
  const reader = prepareReader(db);
  const find = prepareFind(db);
  const suggest = prepareSuggest(db);
  const writer = prepareWriter(db);
  const list = prepareList(db);
  const owner = prepareOwner(db);
  // Made once: making it takes as long as a suggestion reads.
  const inTransaction = db.transaction((work: () => unknown) => {
    // Checked each time, because another program may swap in the index of another database.
    if (database !== undefined) refuseTaken(owner(), database);
    return work();
  });
  const read = <T>(work: () => T): T => guard(() => inTransaction(work) as T);
  // Begins as a write: a transaction that reads first fails when another process writes.
  const write = (work: () => void): void =>
    guard(() =>
      db
        .transaction(() => {
          claim(db, database);
          work();
        })
        .immediate(),
    );
  return {
    search: async (query) => read(() => search(reader, find, query)),
    suggest: async (typed, limit) => read(() => suggest(typed, limit)),
    put: async (documents) => write(() => documents.forEach(writer.put)),
    remove: async (keys) => write(() => keys.forEach(writer.remove)),
    hashes: async (keys) => read(() => keys.map(list.hash)),
    async *keys() {
      let page = read(() => list.keysAfter(0));
      for (; page.length > 0; page = read(() => list.keysAfter(page.at(-1)!.key))) {
        yield page.map(({ type, id }) => ({ type, id }));
      }
    },
    check: () => checkFile(db, read),
    close: async () => {
      db.close();
    },
  };
}

function search(reader: Reader, find: ReturnType<typeof prepareFind>, query: SearchQuery): SearchPage {
  const question = readQuestion(query.text);
  if (question.terms.length === 0) return nothing(query);
  const lookups = resolve(question.terms, reader.vocabulary);
  const { totals, keys, types } = find(question, lookups, conditionOf(query));
  const { first, second } = twoIndexPage(query, totals.documents);
  const rows = [...keys('documents', first), ...keys('explore', second)].map(reader.entry);
  const terms = highlighted(question, lookups);
  return {
    total: totals.documents + totals.explore,
    results: rows.map((row) => toResult({ ...row, passages: JSON.parse(row.passages) as Passage[] }, terms)),
    ...(query.countTypes && { types: types() }),
  };
}
