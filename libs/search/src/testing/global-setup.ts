import { startMeilisearch, type RunningMeilisearch } from './meilisearch-process.ts';

declare global {
  var dossierTestMeilisearch: RunningMeilisearch | undefined;
}

/**
 * Jest's globalSetup: the server behind TEST_MEILISEARCH_URL (with TEST_MEILISEARCH_KEY), or one of our own for the
 * run. Without a server, the tests that need it fail with a message, unless DOSSIER_SKIP_MEILISEARCH is 1.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env['TEST_MEILISEARCH_URL'] || process.env['DOSSIER_SKIP_MEILISEARCH'] === '1') return;
  try {
    const server = await startMeilisearch();
    globalThis.dossierTestMeilisearch = server;
    process.env['TEST_MEILISEARCH_URL'] = server.url;
    process.env['TEST_MEILISEARCH_KEY'] = server.key;
  } catch (error) {
    process.env['TEST_MEILISEARCH_MISSING'] = error instanceof Error ? error.message : String(error);
  }
}
