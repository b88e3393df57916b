import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { refuseTaken } from '../search-engine.ts';

/** What a file says of itself in one row, wherever it is copied to. */
export const ABOUT = 'CREATE TABLE about (name TEXT NOT NULL, database TEXT);';

interface About {
  name: string;
  /** The mark of the database whose entries it holds; null until the first write. Earlier releases had no such column. */
  database?: string | null;
}

export function createAbout(db: Database): void {
  db.prepare('INSERT INTO about (name) VALUES (?)').run(randomUUID());
}

function readAbout(db: Database): About | undefined {
  if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'about'").get() === undefined) return undefined;
  return db.prepare<[], About>('SELECT * FROM about').get();
}

/** The name of the index that a file holds; '' for one of a version that had none, and for an empty file. */
export const nameOf = (db: Database): string => readAbout(db)?.name ?? '';

/** The mark of the database whose entries a file holds, where it says so. */
export const holdsOf = (db: Database): string | null | undefined => readAbout(db)?.database;

/** Notes that the file holds the entries of that database, unless it does. @throws SearchTaken when it is another's */
export function claim(db: Database, database: string | undefined): void {
  if (database === undefined) return;
  const about = readAbout(db)!;
  refuseTaken(about.database, database);
  if (about.database === database) return;
  if (about.database === undefined) db.exec('ALTER TABLE about ADD COLUMN database TEXT');
  db.prepare('UPDATE about SET database = ?').run(database);
}
