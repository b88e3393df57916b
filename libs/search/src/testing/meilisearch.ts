import { randomBytes } from 'node:crypto';
import { Meilisearch } from 'meilisearch';

/** A search server for tests. */
export interface TestMeilisearch {
  /** Returns the SEARCH_URL of indexes of that name, which are private to the caller. */
  url(name: string): string;
  /** The SEARCH_KEY. */
  key: string;
  client: Meilisearch;
  /** Removes the indexes of all returned URLs. */
  close(): Promise<void>;
}

/** True if the tests that need a server are skipped (`describe.skip`). */
export const skipMeilisearch = process.env['DOSSIER_SKIP_MEILISEARCH'] === '1';

/**
 * Returns the server of this test run.
 * @throws Error with the remedy if there is none.
 */
export function testMeilisearch(): TestMeilisearch {
  const address = process.env['TEST_MEILISEARCH_URL'];
  if (!address) {
    throw new Error(
      `${process.env['TEST_MEILISEARCH_MISSING'] ?? 'Run the tests through jest.config.mjs of the project.'} ` +
        'To leave these tests out, set DOSSIER_SKIP_MEILISEARCH=1.',
    );
  }
  const key = process.env['TEST_MEILISEARCH_KEY'] ?? '';
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  const client = new Meilisearch({ host: address, apiKey: key });
  return {
    url: (name) => `${address}?index=${prefix}-${name}`,
    key,
    client,
    close: async () => {
      const { results } = await client.getRawIndexes({ limit: 100_000 });
      const ours = results.filter(({ uid }) => uid.startsWith(prefix));
      for (const { uid } of ours) await client.deleteIndex(uid).waitTask({ timeout: 300_000 });
    },
  };
}
