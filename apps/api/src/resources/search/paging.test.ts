import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch, type SearchDocument, type SearchEngine } from '@dossier/search';
import { engines, type Engine } from '@dossier/store/testing';
import fc from 'fast-check';
import { startTestApi, type TestApi } from '../../testing/api.ts';

const entries = (types: SearchDocument['type'][], max: number) =>
  fc.array(
    fc.record({
      type: fc.constantFrom(...types),
      repeats: fc.integer({ min: 1, max: 5 }),
      day: fc.integer({ min: 10, max: 28 }),
      inTitle: fc.boolean(),
    }),
    { maxLength: max },
  );

/** Other corpora on each database. */
const seedOf = (engine: Engine) => Number(process.env['TEST_SEED'] ?? 1) + engines.indexOf(engine);

type Entry = { type: SearchDocument['type']; repeats: number; day: number; inTitle: boolean };

describe.each(engines)('paging through two indexes on %s with FTS5', (engine) => {
  let api: TestApi;
  let folder: string;
  /** One that holds only the documents, and one that holds only the rest: the two lists, each on its own. */
  let alone: SearchEngine[];
  let corpus = 0;
  beforeAll(async () => {
    api = await startTestApi(engine);
    folder = mkdtempSync(join(tmpdir(), 'dossier-paging-'));
    alone = [
      await openSearch(`sqlite:${join(folder, 'a.db')}`),
      await openSearch(`sqlite:${join(folder, 'b.db')}`),
    ];
  });
  afterAll(async () => {
    await api.close();
    for (const search of alone) await search.close();
    rmSync(folder, { recursive: true });
  });

  /** Adds a corpus that a word of its own finds, and gives that word and the ids of both lists joined. */
  const addCorpus = async (documents: Entry[], explore: Entry[]) => {
    const word = `corpus${++corpus}`;
    const written = (list: Entry[], part: string) =>
      list.map(({ type, repeats, day, inTitle }, i): SearchDocument => {
        const text = Array.from({ length: repeats }, () => word).join(' and ');
        return {
          type,
          id: `${word}-${part}-${i}`,
          title: inTitle ? text : 'Untitled',
          excerpt: '',
          url: `/${word}-${part}-${i}`,
          date: `2026-01-${day}T00:00:00.000Z`,
          passages: inTitle ? [] : [{ title: 'On', text }],
        };
      });
    const lists = [written(documents, 'd'), written(explore, 'e')];
    await api.search.put(lists.flat());
    const joined: string[] = [];
    for (const [i, list] of lists.entries()) {
      await alone[i]!.put(list);
      const { results } = await alone[i]!.search({ text: word, limit: 1000, offset: 0 });
      expect(results).toHaveLength(list.length);
      joined.push(...results.map(({ document_id }) => document_id));
    }
    return { word, joined };
  };

  const expectSlice = async (word: string, joined: string[], limit: number, offset: number) => {
    const { body } = await api.send('post', '/api/v1/search/', { query: word, limit, offset });
    const found = body.results.map((result: { document_id: string }) => result.document_id);
    expect([limit, offset, found]).toEqual([limit, offset, joined.slice(offset, offset + limit)]);
    expect(body.total_results).toBe(joined.length);
  };

  it('returns the right slice of the joined lists for every offset and limit of small corpora [R-SEARCH-08]', async () => {
    await fc.assert(
      fc.asyncProperty(
        entries(['document'], 6),
        entries(['company', 'filing'], 6),
        async (documents, explore) => {
          const { word, joined } = await addCorpus(documents, explore);
          for (let limit = 1; limit <= joined.length + 1; limit++) {
            for (let offset = 0; offset <= joined.length + 1; offset++)
              await expectSlice(word, joined, limit, offset);
          }
        },
      ),
      { numRuns: 4, seed: seedOf(engine) },
    );
  });

  it('returns the right slice of the joined lists for any offset and limit of large corpora [R-SEARCH-08]', async () => {
    const place = fc.record({
      limit: fc.integer({ min: 1, max: 50 }),
      offset: fc.integer({ min: 0, max: 170 }),
    });
    await fc.assert(
      fc.asyncProperty(
        entries(['document'], 80),
        entries(['company', 'filing'], 80),
        fc.array(place, { minLength: 20, maxLength: 20 }),
        async (documents, explore, places) => {
          const { word, joined } = await addCorpus(documents, explore);
          for (const { limit, offset } of places) await expectSlice(word, joined, limit, offset);
        },
      ),
      { numRuns: 4, seed: seedOf(engine) },
    );
  });
});
