import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeSearchEngine } from './engine.contract.ts';
import { openSearch } from './open.ts';
import { skipMeilisearch, testMeilisearch, type TestMeilisearch } from './testing/index.ts';

(skipMeilisearch ? describe.skip : describe)('a search server', () => {
  let server: TestMeilisearch;
  beforeAll(() => {
    server = testMeilisearch();
  });
  afterAll(() => server.close());

  describeSearchEngine('Meilisearch', (place) => openSearch(server.url(place), { key: server.key }));
});
