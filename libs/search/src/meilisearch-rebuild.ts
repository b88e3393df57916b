import type { SearchEngine } from './engine.ts';
import { INDEXES } from './indexes.ts';
import { meilisearchEngine } from './meilisearch.ts';
import { guardServer } from './meilisearch-guard.ts';
import { beside, type Server } from './meilisearch-server.ts';
import { prepareIndexes } from './meilisearch-settings.ts';
import { run } from './meilisearch-tasks.ts';

/**
 * Builds indexes beside those in use, of whatever version these are, and swaps all of them in one step once `fill`
 * has ended. When it fails the old ones stay.
 */
export async function rebuildOnServer(
  server: Server,
  fill: (engine: SearchEngine) => Promise<void>,
): Promise<void> {
  const fresh = beside(server);
  await guardServer(() => discard(fresh));
  try {
    await guardServer(() => prepareIndexes(fresh));
    await fill(meilisearchEngine(fresh));
    await guardServer(() => swap(server, fresh));
  } finally {
    await guardServer(() => discard(fresh));
  }
}

/** Puts the fresh indexes in the place of the old: what was built is then under the names in use. */
async function swap(server: Server, fresh: Server): Promise<void> {
  for (const index of INDEXES) {
    // Both must be there, and it does not matter of what version the old one is.
    const create = () => server.writer.createIndex(server.uids[index], { primaryKey: 'key' });
    await run(server, create, ['index_already_exists']);
  }
  await run(server, () =>
    server.writer.swapIndexes(
      INDEXES.map((index) => ({ indexes: [server.uids[index], fresh.uids[index]], rename: false })),
    ),
  );
}

async function discard(fresh: Server): Promise<void> {
  for (const index of INDEXES) {
    await run(fresh, () => fresh.writer.deleteIndex(fresh.uids[index]), ['index_not_found']);
  }
}
