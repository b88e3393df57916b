import { INDEXES } from '../indexes.ts';
import { isTaken, SearchTaken } from '../engine.ts';
import { claim, holdsOf } from './about.ts';
import { codeOf, guardServer, insist } from './guard.ts';
import { meilisearchEngine } from './engine.ts';
import { nameOf } from './name.ts';
import { beside, type Server } from './server.ts';
import { prepareIndexes } from './settings.ts';
import { run } from './tasks.ts';
import { SwitchError, type IndexSwitch } from '../switch.ts';

/** The indexes in use on a server and those beside them. All of them are switched in one step. */
export function serverSwitch(server: Server): IndexSwitch {
  const other = beside(server);
  const current = async () => {
    for (const index of INDEXES) await create(server, server.uids[index]);
    return (await nameOf(server))!;
  };
  const discard = async () => {
    for (const index of INDEXES) {
      await run(other, () => other.writer.deleteIndex(other.uids[index]), ['index_not_found']);
    }
  };
  return {
    current: () => guardServer(current),
    begin: () =>
      guardServer(async () => {
        await current();
        await discard();
        await prepareIndexes(other);
        await claim(other);
        return { name: (await nameOf(other))!, engine: meilisearchEngine(other) };
      }),
    use: (name) =>
      guardServer(async () => {
        if ((await current()) === name) return;
        if ((await nameOf(other)) !== name) throw new SwitchError();
        const swaps = INDEXES.map((index) => ({
          indexes: [server.uids[index], other.uids[index]] as [string, string],
          rename: false,
        }));
        await run(server, () => server.writer.swapIndexes(swaps));
      }),
    discard: () =>
      guardServer(async () => {
        const isTheirs = isTaken(await holds(server), server.database);
        if (isTheirs && (await holds(other)) !== server.database) throw new SearchTaken();
        await discard();
      }),
  };
}

async function holds(server: Server): Promise<string | undefined> {
  try {
    return await holdsOf(server);
  } catch (error) {
    if (codeOf(error) === 'index_not_found') return undefined;
    throw error;
  }
}

/** Of whatever version the index is: it stays as it is when it is there. */
async function create(server: Server, uid: string): Promise<void> {
  try {
    await insist(() => server.writer.getRawIndex(uid));
  } catch (error) {
    if (codeOf(error) !== 'index_not_found') throw error;
    await run(server, () => server.writer.createIndex(uid, { primaryKey: 'key' }), ['index_already_exists']);
  }
}
