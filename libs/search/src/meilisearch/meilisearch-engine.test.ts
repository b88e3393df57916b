import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeSearchEngine } from '../testing/suite/engine-suite.ts';
import { openSearch, openStandby } from '../open.ts';
import { describeDatabases } from '../testing/suite/databases-suite.ts';
import { describeMeaning } from '../testing/suite/meaning.ts';
import { describeStandby } from '../testing/suite/standby-suite.ts';
import { skipMeilisearch, testMeilisearch, type TestMeilisearch } from '../testing/index.ts';
import { meilisearchEngine } from './meilisearch-engine.ts';
import { searchServer } from './meilisearch-server.ts';

/** A machine under load may need longer than a question may take. In milliseconds. */
const PATIENT = { search: 300_000, write: 300_000 };

(skipMeilisearch ? describe.skip : describe)('a search server', () => {
  let server: TestMeilisearch;
  beforeAll(() => {
    server = testMeilisearch();
  });
  afterAll(() => server.close());

  let place = 0;
  const newPlace = () => {
    const url = server.url(`standby-${(place += 1)}`);
    return (database?: string) => {
      const options = { key: server.key, ...(database !== undefined && { database }) };
      return { open: () => openSearch(url, options), standby: () => openStandby(url, options) };
    };
  };
  describeStandby('Meilisearch', () => newPlace()());
  describeDatabases('Meilisearch', newPlace);

  describeMeaning('Meilisearch', {
    open: (place, embeddings) => openSearch(server.url(place), { key: server.key, embeddings }),
    standby: (place, embeddings) => openStandby(server.url(place), { key: server.key, embeddings }),
  });
  describeSearchEngine('Meilisearch', (place) =>
    Promise.resolve(meilisearchEngine(searchServer(server.url(place), { key: server.key }, PATIENT))),
  );
});
