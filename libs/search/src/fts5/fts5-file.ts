import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSqlite, type Database } from '@dossier/sqlite';
import { ConfigError } from '@dossier/shared';
import { refuseTaken, SearchOutdated } from '../search-engine.ts';
import { ABOUT, createAbout, isFilled, ownerOf } from './fts5-about.ts';
import { STORED } from '../indexes.ts';
import { guard } from './fts5-guard.ts';
import { SUGGESTION } from './fts5-suggest.ts';

/** The version of the schema and of the tokens. Raise it when either changes; `reindex` then rebuilds the file. */
const SCHEMA_VERSION = 9;
/** Identifies a SQLite file as a search index. */
const APPLICATION_ID = 0x646f7373;
/** How long a statement waits for another process that writes, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

/**
 * `entry` is narrow, because a query reads it for each match; `content` is read for each result shown. `name_key` has
 * the keys of `keysOfEntry` with their `KEY_RANK`; a query may cut short or mistype keys of rank 1 and 2.
 * `content` has the given names as JSON.
 * Texts are stored once, in `content`: the full-text tables store only positions (`content=''`). The tokens come from
 * `tokens.ts`, and the `ascii` tokenizer separates them at blanks; the bags come from `stem-counts.ts`, for relaxed queries.
 * `word` has every word ever put, for typos, by its letters and by those after the first; `about` identifies the index.
 * `form` is in lower case, and empty for an entry without one.
 */
const SCHEMA = `
  CREATE TABLE entry (
    key INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    date TEXT NOT NULL,
    form TEXT NOT NULL,
    UNIQUE (type, id)
  );
  CREATE TABLE entry_company (
    key INTEGER NOT NULL REFERENCES entry,
    company INTEGER NOT NULL,
    PRIMARY KEY (key, company)
  ) WITHOUT ROWID;
  CREATE TABLE content (
    key INTEGER PRIMARY KEY REFERENCES entry,
    slug TEXT NOT NULL,
    url TEXT NOT NULL,
    companies TEXT NOT NULL,
    suggest TEXT NOT NULL,
    names TEXT NOT NULL,
    aliases TEXT NOT NULL,
    title TEXT NOT NULL,
    excerpt TEXT NOT NULL,
    passages TEXT NOT NULL,
    hash TEXT NOT NULL
  );
  ${ABOUT}
  ${SUGGESTION}
  CREATE TABLE name_key (
    name TEXT NOT NULL,
    rank INTEGER NOT NULL,
    key INTEGER NOT NULL REFERENCES entry,
    PRIMARY KEY (name, rank, key)
  ) WITHOUT ROWID;
  CREATE TABLE word (word TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE INDEX word_rest ON word (substr(word, 2));
  ${STORED.map(
    (index) => `
  CREATE VIRTUAL TABLE ${index} USING fts5(names, title, body, content='', tokenize='ascii');
  CREATE VIRTUAL TABLE ${index}_bag USING fts5(bag, content='', tokenize='ascii');`,
  ).join('')}
`;

/** The order of entries with equal scores. Files of the same schema version that were made before it get it when opened. */
const NEWEST_FIRST = 'CREATE INDEX IF NOT EXISTS entry_newest ON entry (date DESC, type, id)';

/**
 * Opens a search file, and creates it when it is missing. `:memory:` is a private index.
 * @param database the id of the database that it is opened for
 * @throws SearchTaken when it belongs to another database, SearchOutdated when its version differs, ConfigError when it is
 *   no search index
 * @throws SearchUnavailable when it cannot be opened
 */
export function openFile(path: string, database?: string): Database {
  return guard(() => {
    const db = connect(path);
    try {
      refuseTaken(ownerOf(db), database);
      if (!isCurrent(db)) db.transaction(() => createSchema(db)).immediate();
      db.exec(NEWEST_FIRST);
      useLog(db);
      // NORMAL: a power cut may lose the last puts. `verify --repair` finds them.
      db.pragma('synchronous = NORMAL');
    } catch (error) {
      db.close();
      throw error;
    }
    return db;
  });
}

/**
 * Returns whether a file exists and contains the entries of all records. Opens it for reading only.
 * @throws like `openFile`
 */
export function isFileFilled(path: string, database?: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.size) return false;
  return guard(() => {
    const db = openSqlite(path, { readonly: true, timeout: BUSY_TIMEOUT });
    try {
      if (isEmpty(db)) return false;
      refuseForeign(db);
      if (!isCurrent(db)) throw new SearchOutdated(SCHEMA_VERSION);
      refuseTaken(ownerOf(db), database);
      return isFilled(db);
    } finally {
      db.close();
    }
  });
}

/** Creates the schema in an empty file. */
export function makeIfEmpty(db: Database): void {
  if (!isEmpty(db)) return;
  db.transaction(() => createSchema(db)).immediate();
  useLog(db);
}

export const isEmpty = (db: Database): boolean =>
  db.prepare('SELECT 1 FROM sqlite_master').get() === undefined;

/** With a write-ahead log, readers and the writer do not wait for each other. */
function useLog(db: Database): void {
  if (db.pragma('journal_mode', { simple: true }) !== 'wal') db.pragma('journal_mode = WAL');
}

/** Opens a file of any content, and creates it and its folder when they are missing. */
export function connect(path: string): Database {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true });
    // Only its owner may read it. SQLite creates the files next to it with the same mode.
    if (path !== '' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  }
  return openSqlite(path, { timeout: BUSY_TIMEOUT });
}

function isCurrent(db: Database): boolean {
  return (
    db.pragma('application_id', { simple: true }) === APPLICATION_ID &&
    db.pragma('user_version', { simple: true }) === SCHEMA_VERSION
  );
}

function createSchema(db: Database): void {
  // Another process may have created it while this one waited for the lock.
  if (isCurrent(db)) return;
  refuseForeign(db);
  if (db.pragma('user_version', { simple: true }) !== 0) throw new SearchOutdated(SCHEMA_VERSION);
  db.exec(SCHEMA);
  createAbout(db);
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
}

/** Rejects a database of something else, which must not be overwritten. @throws ConfigError */
export function refuseForeign(db: Database): void {
  const application = db.pragma('application_id', { simple: true });
  if (application === APPLICATION_ID || isEmpty(db)) return;
  throw new ConfigError(
    'SEARCH_URL names a database that is not a search index. Give the index a file of its own.',
  );
}
