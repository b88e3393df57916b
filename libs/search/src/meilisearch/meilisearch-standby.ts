import { SearchTaken } from '../search-engine.ts';
import type { StandbyIndex } from '../standby.ts';
import { claim, ownerOf } from './meilisearch-about.ts';
import { meilisearchEngine } from './meilisearch-engine.ts';
import { codeOf, guardServer, insist } from './meilisearch-guard.ts';
import { ALL_INDEXES, standbyOf, type Server } from './meilisearch-server.ts';
import { prepareIndexes } from './meilisearch-settings.ts';
import { run } from './meilisearch-tasks.ts';

/** The standby indexes on a server. `swap` exchanges all of them in one task. */
export function meilisearchStandby(server: Server): StandbyIndex {
  const standby = standbyOf(server);
  const discard = async () => {
    const uids = Object.values(server.uids);
    // An earlier release kept its previous indexes under these names.
    for (const uid of [...Object.values(standby.uids), ...uids.map((each) => `${each}-beside`)]) {
      await run(standby, () => standby.writer.deleteIndex(uid), ['index_not_found']);
    }
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
        for (const index of ALL_INDEXES) await create(server, server.uids[index]);
        const swaps = ALL_INDEXES.map((index) => ({
          indexes: [server.uids[index], standby.uids[index]] as [string, string],
          rename: false,
        }));
        await run(server, () => server.writer.swapIndexes(swaps));
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

async function create(server: Server, uid: string): Promise<void> {
  try {
    await insist(() => server.writer.getRawIndex(uid));
  } catch (error) {
    if (codeOf(error) !== 'index_not_found') throw error;
    await run(server, () => server.writer.createIndex(uid, { primaryKey: 'key' }), ['index_already_exists']);
  }
}
