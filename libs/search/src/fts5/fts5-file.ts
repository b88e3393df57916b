import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { ConfigError } from '@dossier/shared';
import { refuseTaken, SearchOutdated } from '../search-engine.ts';
import { ABOUT, createAbout, holdsOf } from './fts5-about.ts';
import { guard } from './fts5-guard.ts';

/** How the file is laid out and how texts become tokens. Raise it when either changes: the file is then made anew. */
const SCHEMA_VERSION = 4;
/** Marks the file as a search index, whatever else SQLite files hold. */
const APPLICATION_ID = 0x646f7373;
/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

/**
 * A question reads `entry` for each match, so it is narrow; `content`, for each result shown, is not. The `name_keys` of
 * an entry are its names as `nameKey` writes them; as they are given they are in `content`, as JSON. The texts are
 * kept once, in `content`: the full-text tables keep only positions (`content=''`). Their tokens are ours
 * (`tokens.ts`): the `ascii` tokenizer parts them at blanks and takes every other character as it is. `word` holds
 * every word ever seen, for typos; `about`, what the index is (`about.ts`).
 */
const SCHEMA = `
  CREATE TABLE entry (
    key INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    date TEXT NOT NULL,
    name_keys TEXT NOT NULL,
    UNIQUE (type, id)
  );
  CREATE TABLE content (
    key INTEGER PRIMARY KEY REFERENCES entry,
    url TEXT NOT NULL,
    names TEXT NOT NULL,
    title TEXT NOT NULL,
    excerpt TEXT NOT NULL,
    passages TEXT NOT NULL,
    hash TEXT NOT NULL
  );
  ${ABOUT}
  CREATE TABLE word (word TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE VIRTUAL TABLE documents USING fts5(names, title, body, content='', tokenize='ascii');
  CREATE VIRTUAL TABLE explore USING fts5(names, title, body, content='', tokenize='ascii');
`;

/**
 * Opens a search file, and makes it when it is missing. `:memory:` is one that nobody else sees.
 * @param database the mark of the database that it is opened for
 * @throws SearchTaken when it is another's, SearchOutdated when it is of another version, ConfigError when it is no
 *   search index.
 * @throws SearchUnavailable when it cannot be opened.
 */
export function openFile(path: string, database?: string): Database {
  return guard(() => {
    const db = connect(path);
    try {
      refuseTaken(holdsOf(db), database);
      if (!isCurrent(db)) db.transaction(() => createSchema(db)).immediate();
      useLog(db);
      // NORMAL: after a power cut the index may miss the last puts, which the outbox repeats.
      db.pragma('synchronous = NORMAL');
    } catch (error) {
      db.close();
      throw error;
    }
    return db;
  });
}

/** Makes the schema in a file that holds nothing yet; any other stays as it is. */
export function makeIfEmpty(db: Database): void {
  if (!isEmpty(db)) return;
  db.transaction(() => createSchema(db)).immediate();
  useLog(db);
}

export const isEmpty = (db: Database): boolean =>
  db.prepare('SELECT 1 FROM sqlite_master').get() === undefined;

/** With a log beside the file those who read and the one who writes do not wait for each other. */
function useLog(db: Database): void {
  if (db.pragma('journal_mode', { simple: true }) !== 'wal') db.pragma('journal_mode = WAL');
}

/** A connection to the file, whatever it holds; the file and its folder are made when they are missing. */
export function connect(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  return new Sqlite(path, { timeout: BUSY_TIMEOUT });
}

function isCurrent(db: Database): boolean {
  return (
    db.pragma('application_id', { simple: true }) === APPLICATION_ID &&
    db.pragma('user_version', { simple: true }) === SCHEMA_VERSION
  );
}

function createSchema(db: Database): void {
  // Another process may have made it while this one waited for the lock.
  if (isCurrent(db)) return;
  refuseForeign(db);
  if (db.pragma('user_version', { simple: true }) !== 0) throw new SearchOutdated(SCHEMA_VERSION);
  db.exec(SCHEMA);
  createAbout(db);
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
}

/** Refuses a database that holds something else: it must not be written over. */
export function refuseForeign(db: Database): void {
  const application = db.pragma('application_id', { simple: true });
  if (application === APPLICATION_ID || isEmpty(db)) return;
  throw new ConfigError(
    'SEARCH_URL names a database that is not a search index. Give the index a file of its own.',
  );
}
