import { refuseTaken } from '../search-engine.ts';
import { codeOf, insist } from './meilisearch-guard.ts';
import type { Server } from './meilisearch-server.ts';
import { run } from './meilisearch-tasks.ts';

/**
 * The one document of an index that is no entry. It has the id of the database that the indexes belong to, and stays with
 * them through swaps. It has no words, so no query finds it. The keys of entries begin with their types.
 */
interface About {
  key: typeof KEY;
  /** Missing while no database has claimed the indexes. */
  database?: string;
  /** Whether they contain the entries of all records. */
  filled: boolean;
}
const KEY = 'about';

/** The query for the owner, which goes with every search. A key that may only search can run it. */
export const ABOUT = { filter: `key = "${KEY}"`, limit: 1, attributesToRetrieve: ['database'] };
export const ENTRIES = `key != "${KEY}"`;
export const isEntry = ({ key }: { key: string }): boolean => key !== KEY;

/** Returns the id of the database that the indexes belong to, if they have one. */
export const ownerOf = async (server: Server): Promise<string | undefined> =>
  (await readAbout(server))?.database;

async function readAbout(server: Server): Promise<About | undefined> {
  try {
    const index = server.writer.index<About>(server.about);
    return await insist(() => index.getDocument(KEY));
  } catch (error) {
    if (codeOf(error) === 'document_not_found') return undefined;
    throw error;
  }
}

/** Checks that the indexes belong to this database. @throws SearchTaken */
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
  await writeAbout(server, { key: KEY, database, filled: false });
}

async function writeAbout(server: Server, about: About): Promise<void> {
  const index = server.writer.index<About>(server.about);
  await run(server, () => index.addDocuments([about], { primaryKey: 'key' }));
}

/**
 * Returns whether the indexes contain the entries of all records. A key that may only search can ask.
 * @throws SearchTaken when they belong to another database
 */
export async function isFilled(server: Server): Promise<boolean> {
  const index = server.reader.index<About>(server.about);
  const asked = { ...ABOUT, attributesToRetrieve: ['database', 'filled'] };
  const [about] = await index.search('', asked).then(
    ({ hits }) => hits,
    (error: unknown) => {
      // A new index, which has no settings yet.
      if (['index_not_found', 'invalid_search_filter'].includes(codeOf(error))) return [];
      throw error;
    },
  );
  if (!about) return false;
  refuseTaken(about.database, server.database);
  return about.filled;
}

export const markFilled = (server: Server): Promise<void> =>
  writeAbout(server, {
    key: KEY,
    ...(server.database !== undefined && { database: server.database }),
    filled: true,
  });
