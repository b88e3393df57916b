import { randomUUID } from 'node:crypto';
import type { Database } from '@dossier/sqlite';
import { refuseTaken } from '../search-engine.ts';

/** The one row that identifies the index of a file. It goes with every copy. */
export const ABOUT =
  'CREATE TABLE about (name TEXT NOT NULL, database TEXT, filled INTEGER NOT NULL DEFAULT 0);';

interface About {
  name: string;
  /** The id of the database that it belongs to; null until the first write. */
  database: string | null;
  /** Whether it contains the entries of all records. */
  filled: 0 | 1;
}

export function createAbout(db: Database): void {
  db.prepare('INSERT INTO about (name) VALUES (?)').run(randomUUID());
}

function readAbout(db: Database): About | undefined {
  if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'about'").get() === undefined) return undefined;
  return db.prepare<[], About>('SELECT * FROM about').get();
}

/** Returns the name of the index in a file; '' for an empty file, and for a version without names. */
export const nameOf = (db: Database): string => readAbout(db)?.name ?? '';

/** Returns the id of the database that the index in a file belongs to, if it has one. */
export const ownerOf = (db: Database): string | null | undefined => readAbout(db)?.database;

/**
 * Prepares reading the owner. SQLite compiles the statement again when the file has a new schema, such as after a swap by
 * another program.
 */
export function prepareOwner(db: Database): () => string | null | undefined {
  const about = db.prepare<[], About>('SELECT * FROM about');
  return () => about.get()?.database;
}

/** Stores that the index belongs to the database. @throws SearchTaken when it belongs to another */
export function claim(db: Database, database: string | undefined): void {
  if (database === undefined) return;
  const about = readAbout(db)!;
  refuseTaken(about.database, database);
  if (about.database === database) return;
  db.prepare('UPDATE about SET database = ?').run(database);
}

/** Returns whether the index contains the entries of all records. */
export const isFilled = (db: Database): boolean => readAbout(db)?.filled === 1;

export const markFilled = (db: Database): void => void db.exec('UPDATE about SET filled = 1');
