import type { Database } from 'better-sqlite3';
import type { Passage, SearchEngine, SearchPage, SearchQuery } from '../engine.ts';
import { nameOf } from './file.ts';
import { guard } from './guard.ts';
import { prepareList } from './list.ts';
import { resolve } from '../lookup.ts';
import { prepareReader, type Reader } from './read.ts';
import { prepareWriter } from './write.ts';
import { twoIndexPage } from '../paging.ts';
import { parseQuery } from '../query.ts';
import { toResult } from '../result.ts';

/** Text order is time order, and these are before and after every date. */
const ANY_DATE = { from: '', to: '~' };

/** The embedded engine, on a file that `openFile` opened; closing the engine closes the file. */
export function fts5Engine(db: Database): SearchEngine {
  const reader = prepareReader(db);
  const writer = prepareWriter(db);
  const list = prepareList(db);
  return {
    // A write begins as one: a read that turns into a write fails beside another process's write.
    search: async (query) => guard(() => db.transaction(() => search(reader, query))()),
    put: async (documents) => guard(() => db.transaction(() => documents.forEach(writer.put)).immediate()),
    remove: async (keys) => guard(() => db.transaction(() => keys.forEach(writer.remove)).immediate()),
    hashes: async (keys) => guard(() => db.transaction(() => keys.map(list.hash))()),
    async *keys() {
      let page = guard(() => list.keysAfter(0));
      for (; page.length > 0; page = guard(() => list.keysAfter(page.at(-1)!.key))) {
        yield page.map(({ type, id }) => ({ type, id }));
      }
    },
    name: async () => guard(() => nameOf(db)),
    close: async () => {
      db.close();
    },
  };
}

function search(reader: Reader, query: SearchQuery): SearchPage {
  const lookups = resolve(parseQuery(query.text), reader.vocabulary);
  if (lookups.length === 0) return { total: 0, results: [] };
  const range = { from: query.dateFrom ?? ANY_DATE.from, to: query.dateTo ?? ANY_DATE.to };
  const { totals, keys } = reader.find(lookups, range);
  const { first, second } = twoIndexPage(query, totals.documents);
  const rows = [...keys('documents', first), ...keys('explore', second)].map(reader.entry);
  const terms = lookups.map((lookup) => lookup.alternatives);
  return {
    total: totals.documents + totals.explore,
    results: rows.map((row) => toResult({ ...row, passages: JSON.parse(row.passages) as Passage[] }, terms)),
  };
}
