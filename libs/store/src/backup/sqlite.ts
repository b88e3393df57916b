import { existsSync } from 'node:fs';
import { openSqlite, type Database } from '@dossier/sqlite';
import { makePrivate } from '../sql/open.ts';
import { openToRead } from '../schema/schema-state.ts';
import { backupError } from './error.ts';
import { readFacts, type Facts } from './tables.ts';

/** Pages that are copied at once, 8 MB. */
const PAGES = 2000;
const LOCK_WAIT_MS = 10_000;
export type OnProgress = (done: number, total: number) => void;

const open = (path: string, readonly: boolean): Database =>
  openSqlite(path, { readonly, fileMustExist: true, timeout: LOCK_WAIT_MS });

/**
 * Copies a database while other programs write to it, and checks the copy.
 * @throws BackupError when the copy is damaged
 */
export async function copySqlite(source: string, target: string, onProgress: OnProgress): Promise<Facts> {
  makePrivate(target);
  const db = open(source, true);
  try {
    // An open transaction, because the copy would otherwise begin again whenever another program writes.
    db.exec('begin');
    db.prepare('select 1 from sqlite_master').get();
    await db.backup(target, { progress: progressOf(onProgress) });
  } finally {
    db.close();
  }
  // One file without a write-ahead log, so that its hash covers everything.
  const copy = open(target, false);
  try {
    mustBeWhole(copy, 'The database is damaged');
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
  return factsOf(target);
}

/**
 * Replaces the content of a database, or creates it, in one transaction.
 * @throws BackupError when another program holds its lock, or the result is damaged
 */
export async function replaceSqlite(source: string, target: string, onProgress: OnProgress): Promise<void> {
  makePrivate(target);
  const db = open(source, true);
  try {
    const { totalPages } = await db.backup(target, { progress: progressOf(onProgress) });
    // A copy into a file that another program has locked ends without an error.
    if (totalPages === 0) {
      throw backupError(
        'Another program is writing to the database of DATABASE_URL. Stop it, then restore again.',
      );
    }
  } finally {
    db.close();
  }
  const restored = open(target, false);
  try {
    mustBeWhole(restored, 'The restored database is damaged');
  } finally {
    restored.close();
  }
}

/**
 * Checks that no other program has a database open. SQLite changes the journal mode of a file only for its only user.
 * @throws BackupError otherwise
 */
export async function mustBeUnused(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const db = open(path, false);
  try {
    const journal = db.pragma('journal_mode', { simple: true });
    if (journal !== 'wal') return;
    db.pragma('busy_timeout = 0');
    db.pragma('journal_mode = DELETE');
    db.pragma('journal_mode = WAL');
  } catch (error) {
    // An error of native code is not always an `Error` of this realm.
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw backupError(
      'Another program uses the database of DATABASE_URL. Stop the service and all loads, then restore again.',
      error,
    );
  } finally {
    db.close();
  }
}

function progressOf(onProgress: OnProgress) {
  return ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }): number => {
    onProgress(totalPages - remainingPages, totalPages);
    return PAGES;
  };
}

function mustBeWhole(db: Database, problem: string): void {
  let found: string;
  try {
    found = db.pragma('integrity_check(1)', { simple: true }) as string;
  } catch (error) {
    found = (error as { message: string }).message;
  }
  if (found === 'ok') return;
  throw backupError(
    `${problem} (${found.split('\n', 1)[0]}). Keep the file, and restore the last good backup.`,
  );
}

/** Checks the pages of a backup, and counts its rows. @throws BackupError when it is damaged */
export async function checkSqlite(path: string): Promise<Facts> {
  const db = open(path, true);
  try {
    mustBeWhole(db, `The backup ${path} is damaged`);
  } finally {
    db.close();
  }
  return factsOf(path);
}

/** Counts the rows of a file. */
export async function factsOf(path: string): Promise<Facts> {
  const db = openToRead(path);
  try {
    return await readFacts(db);
  } finally {
    await db.destroy();
  }
}
