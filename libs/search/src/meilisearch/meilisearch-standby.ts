import { SearchTaken } from '../search-engine.ts';
import type { StandbyIndex } from '../standby.ts';
import { claim, ownerOf } from './meilisearch-about.ts';
import { meilisearchEngine } from './meilisearch-engine.ts';
import { codeOf, guardServer, insist, isRefusal } from './meilisearch-guard.ts';
import { ALL_INDEXES, standbyOf, type Server } from './meilisearch-server.ts';
import { prepareIndexes } from './meilisearch-settings.ts';
import { run } from './meilisearch-tasks.ts';

/** The standby indexes on a server. `swap` exchanges all of them in one task. */
export function meilisearchStandby(server: Server): StandbyIndex {
  const standby = standbyOf(server);
  const discard = async () => {
    for (const uid of Object.values(standby.uids)) {
      await run(standby, () => standby.writer.deleteIndex(uid), ['index_not_found']);
    }
    await dropVectorIndex(standby);
  };
  return {
    build: () =>
      guardServer(async () => {
        await discard();
        await prepareIndexes(standby);
        await claim(standby);
        return meilisearchEngine(standby);
      }),
    swap: () =>
      guardServer(async () => {
        if ((await ownerOf(standby)) !== server.database) throw new SearchTaken();
        // Only indexes that exist can be swapped, of whatever version.
        const pairs: [string, string][] = ALL_INDEXES.map((index) => [
          server.uids[index],
          standby.uids[index],
        ]);
        for (const [uid] of pairs) await create(server, uid);
        const hasVectors = await exists(standby, standby.vectors);
        if (hasVectors) {
          await create(server, server.vectors);
          pairs.push([server.vectors, standby.vectors]);
        }
        const swaps = pairs.map((indexes) => ({ indexes, rename: false }));
        await run(server, () => server.writer.swapIndexes(swaps));
        if (!hasVectors) await dropVectorIndex(server);
        await discard();
      }),
    drop: () =>
      guardServer(async () => {
        try {
          if ((await ownerOf(standby)) === server.database) await discard();
        } catch (error) {
          if (codeOf(error) !== 'index_not_found') throw error;
        }
      }),
  };
}

async function exists(server: Server, uid: string): Promise<boolean> {
  try {
    await insist(() => server.writer.getRawIndex(uid));
    return true;
  } catch (error) {
    if (codeOf(error) === 'index_not_found') return false;
    // Without EMBEDDINGS_URL, the key need not know the index of vectors.
    if (uid === server.vectors && server.embedder === undefined && isRefusal(error)) return false;
    throw error;
  }
}

async function dropVectorIndex(server: Server): Promise<void> {
  if (!(await exists(server, server.vectors))) return;
  await run(server, () => server.writer.deleteIndex(server.vectors), ['index_not_found']);
}

async function create(server: Server, uid: string): Promise<void> {
  if (!(await exists(server, uid))) {
    await run(server, () => server.writer.createIndex(uid, { primaryKey: 'key' }), ['index_already_exists']);
  }
}
