import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbedder } from '../embeddings/embedder.ts';
import { openSearch, openStandby, type SearchOptions } from '../open.ts';
import { startEmbeddings } from '../testing/embeddings-server.ts';
import { entry } from '../testing/suite/bench.ts';
import { describeSearchEngine } from '../testing/suite/engine-suite.ts';
import { describeDatabases } from '../testing/suite/databases-suite.ts';
import { describeMeaning } from '../testing/suite/meaning.ts';
import { describeStandby } from '../testing/suite/standby-suite.ts';
import { skipMeilisearch, testMeilisearch, type TestMeilisearch } from '../testing/index.ts';
import { SearchTaken } from '../search-engine.ts';
import { meilisearchEngine } from './meilisearch-engine.ts';
import { searchServer } from './meilisearch-server.ts';
import { meilisearchStandby } from './meilisearch-standby.ts';

/** A machine under load may need longer than a question may take. In milliseconds. */
const PATIENT = { search: 300_000, write: 300_000 };

(skipMeilisearch ? describe.skip : describe)('a search server', () => {
  let server: TestMeilisearch;
  beforeAll(() => {
    server = testMeilisearch();
  });
  afterAll(() => server.close());

  const serverOf = (place: string, { database, embeddings }: SearchOptions = {}) => {
    const embedder = embeddings && openEmbedder(embeddings);
    return searchServer(server.url(place), { key: server.key, database, embedder }, PATIENT);
  };
  const open = async (place: string, options?: SearchOptions) => meilisearchEngine(serverOf(place, options));
  const standby = async (place: string, options?: SearchOptions) =>
    meilisearchStandby(serverOf(place, options));

  let place = 0;
  const newPlace = () => {
    const name = `standby-${(place += 1)}`;
    return (database?: string) => {
      const options = database === undefined ? {} : { database };
      return { open: () => open(name, options), standby: () => standby(name, options) };
    };
  };
  describeStandby('Meilisearch', () => newPlace()());
  describeDatabases('Meilisearch', newPlace);
  describeMeaning('Meilisearch', {
    open: (place, embeddings) => open(place, { embeddings }),
    standby: (place, embeddings) => standby(place, { embeddings }),
  });
  describeSearchEngine('Meilisearch', (place) => open(place));

  it('is opened by its URL, with its database and its vectors', async () => {
    const embeddings = await startEmbeddings();
    const url = server.url('by-url');
    const options = { key: server.key, database: 'ours', embeddings: embeddings.options };
    const standby = await openStandby(url, options);
    const built = await standby.build();
    await built.put([entry({ id: 'one', title: 'Cars', text: 'The car of the doctor' })]);
    await standby.swap();
    const engine = await openSearch(url, options);
    const { results } = await engine.search({ text: 'automobile physician', limit: 1, offset: 0 });
    expect(results.map(({ document_id }) => document_id)).toEqual(['one']);
    await expect(
      (await openSearch(url, { ...options, database: 'theirs' })).put([entry({ id: 'two' })]),
    ).rejects.toThrow(SearchTaken);
    for (const opened of [built, engine]) await opened.close();
    await embeddings.close();
  });
});
