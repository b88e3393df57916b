import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@dossier/sqlite';
import type { Embedder } from '../embeddings/embedder.ts';
import type { TextVector } from '../embeddings/nearest.ts';
import { SearchTaken, SearchUnavailable, type SearchEngine, type SearchKey } from '../search-engine.ts';
import type { StandbyIndex } from '../standby.ts';
import { claim, ownerOf, nameOf } from './fts5-about.ts';
import { fts5Engine } from './fts5-engine.ts';
import { connect, makeIfEmpty, openFile, refuseForeign } from './fts5-file.ts';
import { guard, guardAsync } from './fts5-guard.ts';
import { prepareStored } from './fts5-vectors.ts';

/** Pages that are copied at once, 40 MB. Between two steps the process does other work. */
const PAGES = 10_000;
/** How often a copy is tried while another program writes, and the wait in between in milliseconds. */
const TRIES = 200;
const WAIT = 50;

/**
 * The standby of the index at `path`, in a file of its own. `swap` copies it into the current file instead of renaming
 * it: a rename would leave open readers on the old file, and its write-ahead log next to another file.
 * @param database the id of the database that the index is built from
 * @param embedder makes the vectors of its entries
 */
export function fts5Standby(path: string, database?: string, embedder?: Embedder): StandbyIndex {
  const standby = `${path}.standby`;
  const isOurs = async () => existsSync(standby) && (await withFile(standby, ownerOf)) === (database ?? null);
  /** Texts that the current index has vectors of are not embedded again. */
  const withCurrent = (db: Database, forEntries: Embedder): SearchEngine => {
    const current = connect(path);
    const engine = fts5Engine(db, database, forEntries, (keys) => storedIn(current, keys));
    return {
      ...engine,
      close: async () => {
        current.close();
        await engine.close();
      },
    };
  };
  const discard = () => guard(() => remove(standby));
  return {
    build: async () => {
      await withFile(path, (db) => {
        refuseForeign(db);
        makeIfEmpty(db);
      });
      discard();
      const db = openFile(standby);
      guard(() => claim(db, database));
      return embedder ? withCurrent(db, embedder) : fts5Engine(db, database);
    },
    swap: async () => {
      if (!existsSync(standby)) throw new SearchUnavailable('the standby index is missing');
      if (!(await isOurs())) throw new SearchTaken();
      await withFile(standby, (db) => copyInto(db, path));
      discard();
    },
    drop: async () => {
      if (await isOurs()) discard();
    },
  };
}

/** Returns the vectors of the current index, which may be damaged or of an earlier version: then there are none. */
function storedIn(current: Database, keys: SearchKey[]): TextVector[] {
  try {
    return prepareStored(current)(keys);
  } catch {
    return [];
  }
}

const withFile = <T>(path: string, work: (db: Database) => T | Promise<T>): Promise<T> =>
  guardAsync(async () => {
    const db = connect(path);
    try {
      return await work(db);
    } finally {
      db.close();
    }
  });

/**
 * Copies an index into a file, in one transaction of that file. A copy that finds the file locked ends without an error
 * and without having copied, so the name that the file has afterwards decides.
 */
async function copyInto(db: Database, target: string): Promise<void> {
  const expected = nameOf(db);
  for (let tries = 1; ; tries += 1) {
    await db.backup(target, { progress: () => PAGES });
    if ((await withFile(target, nameOf)) === expected) return;
    if (tries === TRIES) throw new SearchUnavailable('the search index is busy');
    await sleep(WAIT);
  }
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
