import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openSearch, SearchUnavailable, type SearchDocument, type SearchEngine } from '@dossier/search';
import { outboxDepth } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import { loadRecords } from '../testing/load.ts';
import { indexOutbox } from './outbox.ts';

describe.each(engines)('indexing the outbox of %s', (engine) => {
  let database: TestDatabase;
  let search: SearchEngine;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    search = await openSearch('sqlite::memory:');
  });
  afterAll(async () => {
    await search.close();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ['outbox', 'documents', 'companies']) await database.db(table).delete();
  });

  const lengthOf = (documents: SearchDocument[]) =>
    documents.reduce(
      (sum, { passages }) => sum + passages.reduce((length, { text }) => length + text.length, 0),
      0,
    );
  const store = (kind: string, records: object[]) => loadRecords(database.db, findKind(kind)!, records);
  const companies = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ domain: `c${i}.com`, name: `Company ${i}`, type: 'private' }));
  /** Long texts without a word, which take no time to read or to index. */
  async function storeLongDocuments(count: number, length: number): Promise<void> {
    const text = '. '.repeat(length / 2);
    const content_json = JSON.stringify({
      sections: [{ title: '', elements: [{ type: 'paragraph', text, spans: [] }] }],
    });
    await store(
      'document',
      Array.from({ length: count }, (_, i) => ({
        slug: `d${i}`,
        title: `Document ${i}`,
        date: '2024-01-02',
        content: { markdown: 'Short.' },
      })),
    );
    await database.db('document_bodies').update({ content_json });
  }
  /** Indexes, and returns what each step put. */
  async function stepsTaken(): Promise<SearchDocument[][]> {
    const steps: SearchDocument[][] = [];
    const watched: SearchEngine = {
      ...search,
      put: (entries) => {
        steps.push(entries);
        return search.put(entries);
      },
    };
    await indexOutbox({ db: database.db, search: watched });
    expect(await outboxDepth(database.db)).toBe(0);
    return steps;
  }

  it('indexes 10,000 short entries per step', async () => {
    await store('company', companies(10_050));
    expect((await stepsTaken()).map((step) => step.length)).toEqual([10_000, 50]);
  });

  it('indexes fewer long entries per step, and skips none', async () => {
    await storeLongDocuments(45, 150_000);
    const steps = await stepsTaken();
    expect(steps.map((step) => step.length)).toEqual([40, 5]);
    expect(steps.map(lengthOf)).toEqual([6_000_000, 750_000]);
    expect(new Set(steps.flat().map(({ id }) => id)).size).toBe(45);
  });

  it('indexes entries of one kind per step, whatever the order of the outbox', async () => {
    await store('company', companies(2));
    await storeLongDocuments(1, 60);
    await store('company', [{ domain: 'c2.com', name: 'Late', type: 'private' }]);
    const types = (await stepsTaken()).map((step) => step.map(({ type }) => type));
    expect(types).toEqual([['company', 'company', 'company'], ['document']]);
  });

  it('acknowledges a step only after the search engine responds', async () => {
    await storeLongDocuments(45, 150_000);
    let steps = 0;
    const failing: SearchEngine = {
      ...search,
      put: async (entries) => {
        await search.put(entries);
        // Like a server that did the work, but whose response was lost.
        if ((steps += 1) === 2) throw new SearchUnavailable('the search server took too long');
      },
    };
    await expect(indexOutbox({ db: database.db, search: failing })).rejects.toThrow(/took too long/);
    expect(await outboxDepth(database.db)).toBe(5);
    expect(await indexOutbox({ db: database.db, search })).toEqual({ put: 5, removed: 0 });
  });
});
