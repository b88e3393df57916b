import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeSearchEngine } from '../engine.contract.ts';
import { openSearch, openSwitch } from '../open.ts';
import { describeIndexSwitch } from '../switch.contract.ts';
import { skipMeilisearch, testMeilisearch, type TestMeilisearch } from '../testing/index.ts';

(skipMeilisearch ? describe.skip : describe)('a search server', () => {
  let server: TestMeilisearch;
  beforeAll(() => {
    server = testMeilisearch();
  });
  afterAll(() => server.close());

  let place = 0;
  describeIndexSwitch('Meilisearch', () => {
    const url = server.url(`switch-${(place += 1)}`);
    return {
      open: () => openSearch(url, { key: server.key }),
      indexes: openSwitch(url, { key: server.key }),
    };
  });

  describeSearchEngine('Meilisearch', (place) => openSearch(server.url(place), { key: server.key }));
});
