import { refuseTaken } from '../search-engine.ts';
import { codeOf, insist } from './meilisearch-guard.ts';
import type { Server } from './meilisearch-server.ts';
import { run } from './meilisearch-tasks.ts';

/**
 * The one document of an index that is no entry: the mark of the database whose entries the indexes hold. It goes with
 * them wherever they are swapped to. It has no words, so no question finds it. The key of an entry begins with its type.
 */
interface About {
  key: typeof KEY;
  database: string;
}
const KEY = 'about';

/** What is asked together with every question: whoever may search may see whose the index is. */
export const ABOUT = { filter: `key = "${KEY}"`, limit: 1, attributesToRetrieve: ['database'] };
export const ENTRIES = `key != "${KEY}"`;
export const isEntry = ({ key }: { key: string }): boolean => key !== KEY;

/** The mark of the database whose entries the indexes hold, where they say so. */
export async function holdsOf(server: Server): Promise<string | undefined> {
  try {
    const index = server.writer.index<About>(server.uids.documents);
    return (await insist(() => index.getDocument(KEY))).database;
  } catch (error) {
    if (codeOf(error) === 'document_not_found') return undefined;
    throw error;
  }
}

/** @throws SearchTaken when the indexes are another database's */
export async function mustBeOurs(server: Server): Promise<void> {
  if (server.database !== undefined) refuseTaken(await holdsOf(server), server.database);
}

/** Notes that the indexes hold the entries of our database, unless they do. @throws SearchTaken when they are another's */
export async function claim(server: Server): Promise<void> {
  const { database } = server;
  if (database === undefined) return;
  const holds = await holdsOf(server);
  refuseTaken(holds, database);
  if (holds === database) return;
  const index = server.writer.index<About>(server.uids.documents);
  await run(server, () => index.addDocuments([{ key: KEY, database }], { primaryKey: 'key' }));
}
