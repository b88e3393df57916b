import { afterAll, describe, expect, it } from '@jest/globals';
import { serverVersion } from './open.ts';
import { skipMeilisearch, testMeilisearch } from './testing/index.ts';

(skipMeilisearch ? describe.skip : describe)('the version of a search server', () => {
  const server = testMeilisearch();
  afterAll(() => server.close());
  const version = (url: string, key: string) => serverVersion(url, { key });

  it('is known unless the server is down or rejects the key', async () => {
    const { pkgVersion } = await server.client.getVersion();
    expect(await version(server.url('any'), server.key)).toBe(pkgVersion);
    expect(await version(server.url('any'), 'another key of a client')).toBeUndefined();
    expect(await version('http://127.0.0.1:1', server.key)).toBeUndefined();
  });
});
