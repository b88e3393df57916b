import { refuseTaken } from '../search-engine.ts';
import { codeOf, insist } from './meilisearch-guard.ts';
import type { Server } from './meilisearch-server.ts';
import { run } from './meilisearch-tasks.ts';

/**
 * The one document of an index that is no entry. It has the id of the database that the indexes belong to, and stays with
 * them through swaps. It has no words, so no question finds it. The keys of entries begin with their types.
 */
interface About {
  key: typeof KEY;
  database: string;
}
const KEY = 'about';

/** The query for the owner, which goes with every question. A key that may only search can run it. */
export const ABOUT = { filter: `key = "${KEY}"`, limit: 1, attributesToRetrieve: ['database'] };
export const ENTRIES = `key != "${KEY}"`;
export const isEntry = ({ key }: { key: string }): boolean => key !== KEY;

/** Returns the id of the database that the indexes belong to, if they have one. */
export async function ownerOf(server: Server): Promise<string | undefined> {
  try {
    const index = server.writer.index<About>(server.uids.documents);
    return (await insist(() => index.getDocument(KEY))).database;
  } catch (error) {
    if (codeOf(error) === 'document_not_found') return undefined;
    throw error;
  }
}

/** @throws SearchTaken when the indexes belong to another database */
export async function mustBeOurs(server: Server): Promise<void> {
  if (server.database !== undefined) refuseTaken(await ownerOf(server), server.database);
}

/** Stores that the indexes belong to our database. @throws SearchTaken when they belong to another */
export async function claim(server: Server): Promise<void> {
  const { database } = server;
  if (database === undefined) return;
  const owner = await ownerOf(server);
  refuseTaken(owner, database);
  if (owner === database) return;
  const index = server.writer.index<About>(server.uids.documents);
  await run(server, () => index.addDocuments([{ key: KEY, database }], { primaryKey: 'key' }));
}
