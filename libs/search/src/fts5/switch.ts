import { existsSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { isTaken, SearchTaken, SearchUnavailable } from '../engine.ts';
import { claim, holdsOf, nameOf } from './about.ts';
import { connect, isEmpty, makeIfEmpty, openFile, refuseForeign } from './file.ts';
import { guard, guardAsync } from './guard.ts';
import { fts5Engine } from './engine.ts';
import { SwitchError, type IndexSwitch } from '../switch.ts';

/** Pages that are copied at once, 40 MB: between them other work of this process goes on. */
const PAGES = 10_000;
/** How often a copy is tried while somebody else writes, and the wait in between in milliseconds. */
const TRIES = 200;
const WAIT = 50;

/**
 * The index at `path` and the one beside it, which is a file of its own. The one in use is never renamed: that would
 * leave its log beside another file, and open readers on the old one. What is in it is replaced in one transaction,
 * so that those who have it open see the old until then and the new afterwards.
 * @param database the mark of the database that indexes are built from
 */
export function fileSwitch(path: string, database?: string): IndexSwitch {
  const beside = `${path}.beside`;
  /** A copy of the index in use, while that is being replaced. */
  const leaving = `${path}.leaving`;
  const discard = () => guard(() => [beside, leaving].forEach(remove));
  const current = () =>
    withFile(path, (db) => {
      refuseForeign(db);
      makeIfEmpty(db);
      return nameOf(db);
    });

  /** Puts the copy of what was in use beside; also that of a program that was killed before it came to this. */
  async function settle(inUse: string): Promise<void> {
    if (!existsSync(leaving)) return;
    if (await isOtherThan(inUse, leaving)) {
      remove(beside);
      renameSync(leaving, beside);
    } else remove(leaving);
  }

  const isOurs = async () => existsSync(beside) && (await withFile(beside, holdsOf)) === database;

  return {
    current,
    begin: async () => {
      await current();
      discard();
      const db = openFile(beside);
      guard(() => claim(db, database));
      return { name: nameOf(db), engine: fts5Engine(db, database) };
    },
    use: async (name) => {
      if ((await current()) !== name) {
        if (!existsSync(beside) || (await withFile(beside, nameOf)) !== name) throw new SwitchError();
        remove(leaving);
        await withFile(path, (db) => copyInto(db, leaving));
        await withFile(beside, (db) => copyInto(db, path));
      }
      await settle(name);
    },
    discard: async () => {
      const isTheirs = existsSync(path) && isTaken(await withFile(path, holdsOf), database);
      if (isTheirs && !(await isOurs())) throw new SearchTaken();
      discard();
    },
  };
}

/** False for a copy of what is in use, and for one that was cut off: of that, nothing is there. */
async function isOtherThan(name: string, path: string): Promise<boolean> {
  try {
    return await withFile(path, (db) => !isEmpty(db) && nameOf(db) !== name);
  } catch {
    return false;
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
 * Copies the index into a file, in one transaction of that. A copy that finds the file locked ends without a word and
 * without having copied, so what counts is what is there afterwards.
 */
async function copyInto(db: Database, target: string): Promise<void> {
  const wanted = nameOf(db);
  // One state of the index: without a transaction around it, a copy begins anew whenever somebody writes.
  db.exec('BEGIN');
  try {
    nameOf(db);
    for (let tries = 1; ; tries += 1) {
      await db.backup(target, { progress: () => PAGES });
      if ((await withFile(target, nameOf)) === wanted) return;
      if (tries === TRIES) throw new SearchUnavailable('the search index is busy');
      await sleep(WAIT);
    }
  } finally {
    db.exec('COMMIT');
  }
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
